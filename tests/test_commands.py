"""What people write, and how they are told what is wrong with it."""

import errno
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from backroom.commands import exit_on_user_error, new_console
from backroom.envs.core.errors import AgentFailed, BackroomError, IllegalAction, InvalidOption
from backroom.train.yaml_text import read_options, read_setting, read_settings, read_yaml
from rich.table import Table


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *[
            ("1e-3", 0.001),
            ("-2E+2", -200.0),
            ("1.5", 1.5),
            ("7", 7),
            ("null", None),
            ("[4D, 5D+1]", ["4D", "5D+1"]),
            ("e3", "e3"),
        ],
        *[
            ("1_000", 1000),
            ("0", 0),
            ("-3", -3),
            (".5", 0.5),
            ("1.", 1.0),
            ("no", False),
            ("{a: 1, b: {a: 2}}", {"a": 1, "b": {"a": 2}}),
        ],
        *[("010", "010"), ("0x10", "0x10"), ("1:30", "1:30"), ("2024-01-01", "2024-01-01")],  # numbers in YAML 1.1 alone
    ],
)
def test_yaml_as_people_write_it(text, value):
    assert read_yaml(text) == value
    assert read_setting(f" a.b ={text}") == ("a.b", value)


@pytest.mark.parametrize("text", ["[", "a: b: c", "{? [1]: 2}", "!!python/object:os.system x"])
def test_what_is_no_yaml_is_told_in_one_line(text):
    with pytest.raises(ValueError, match="not YAML") as refused:
        read_yaml(text)
    assert "\n" not in str(refused.value)
    with pytest.raises(ValueError, match="--set"):
        read_setting(f"name={text}")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("{a: 1, a: 2}", "'a' stands twice"),
        ("- {x: {b: 1, b: 1}}", "'b' stands twice"),
        ("[&x 1, *x]", "aliases"),
        ("a: &a [1]\nb: &b [*a, *a]\nc: [*b, *b]", "aliases"),
    ],
)
def test_slips_are_refused(text, what):
    with pytest.raises(ValueError, match=what):
        read_yaml(text)


def test_a_name_is_set_once():
    assert read_settings(["a=1", "b=2"]) == {"a": 1, "b": 2}
    with pytest.raises(InvalidOption, match="--set a: given twice"):
        read_options(["a=1", "b=2", "a=1"])


@pytest.mark.parametrize("setting", ["name", "=3", "", "  =3"])
def test_settings_have_a_name_and_a_value(setting):
    with pytest.raises(ValueError, match="NAME=VALUE"):
        read_setting(setting)


@pytest.mark.parametrize(
    ("error", "code"), [(InvalidOption, 2), (BackroomError, 2), (IllegalAction, 1), (AgentFailed, 1)], ids=lambda it: str(it)
)
def test_mistakes_end_a_command_with_one_line(error, code, capsys):
    @exit_on_user_error
    def command() -> None:
        raise error("what is wrong")

    with pytest.raises(SystemExit) as ended:
        command()
    assert ended.value.code == code
    assert capsys.readouterr().err == "backroom: what is wrong\n"


def test_what_a_file_system_refuses_ends_a_command_with_one_line(tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        exit_on_user_error((tmp_path / "nowhere" / "file").write_text)("text")
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"backroom: {tmp_path / 'nowhere' / 'file'}: No such file or directory\n"


# ---- output that is not as expected --------------------------------------------------------------------------------------

PROGRAM = "from backroom.commands import run_to_the_end; run_to_the_end(lambda: print({text!r}))"


def program(text: str, stdout: Any, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A whole program that writes a text."""
    command = [sys.executable, "-c", PROGRAM.format(text=text)]
    return subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, env={**os.environ, **environment}, check=False)


@pytest.mark.parametrize(
    ("encoding", "expected"), [("ascii", b"a ? b\n"), ("latin-1", b"a ? b\n"), ("utf-8", "a ━ b\n".encode())]
)
def test_signs_that_the_terminal_has_not(encoding, expected):
    done = program("a ━ b", subprocess.PIPE, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stdout.replace(b"\r", b""), done.stderr) == (0, expected, b"")


@pytest.mark.parametrize("length", [10, 100_000])
def test_a_reader_that_went_away(length):
    read, write = os.pipe()
    os.close(read)
    done = program("x" * length, write)
    os.close(write)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("length", [10, 100_000])
def test_an_output_that_is_full(length):
    with open("/dev/full", "w") as full:
        done = program("x" * length, full)
    assert done.returncode == 2
    assert done.stderr.decode() == f"backroom: {os.strerror(errno.ENOSPC)}\n"


def test_names_are_text():
    """Neither markup nor emoji, in lines, tables and titles."""
    names, out = ("[bold]m.py:f", "fire.py:fire:fire:", "[/]", ":smile:"), io.StringIO()
    console = new_console(file=out, width=100)
    table = Table("name", title=names[0])
    for name in names:
        console.print(name)
        table.add_row(name)
    console.print(table)
    assert all(out.getvalue().count(name) >= 2 for name in names)


def test_a_command_that_ends_well_gives_what_it_gives():
    assert exit_on_user_error(lambda number: number + 1)(1) == 2

"""What people write, and how they are told what is wrong with it."""

import pytest
from backroom.commands import exit_on_user_error
from backroom.envs.core.errors import AgentFailed, BackroomError, IllegalAction, InvalidOption
from backroom.train.yaml_text import read_setting, read_yaml


@pytest.mark.parametrize(
    ("text", "value"),
    [("1e-3", 0.001), ("-2E+2", -200.0), ("1.5", 1.5), ("7", 7), ("null", None), ("[4D, 5D+1]", ["4D", "5D+1"]), ("e3", "e3")],
)
def test_yaml_as_people_write_it(text, value):
    assert read_yaml(text) == value
    assert read_setting(f" a.b ={text}") == ("a.b", value)


@pytest.mark.parametrize("text", ["[", "a: b: c", "2024-13-45", "!!python/object:os.system x"])
def test_what_is_no_yaml_is_told_in_one_line(text):
    with pytest.raises(ValueError, match="not YAML") as refused:
        read_yaml(text)
    assert "\n" not in str(refused.value)
    with pytest.raises(ValueError, match="--set"):
        read_setting(f"name={text}")


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


def test_a_command_that_ends_well_gives_what_it_gives():
    assert exit_on_user_error(lambda number: number + 1)(1) == 2

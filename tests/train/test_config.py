"""Configurations: defaults, the file, `--set` over it; what is wrong is said with where and why."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from backroom.agents import resolve_all
from backroom.envs.core.errors import BackroomError
from backroom.envs.core.game import get_game
from backroom.train import run as training
from backroom.train.config import CONFIGS, ConfigError, RunConfig, load_config, packaged, validated
from rich.console import Console

MINIMAL = """
game: pinwheel
tables:
  - opponents: [shark]
evaluation:
  tables:
    - [rock]
"""


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], str]:
    """`write(text)`: the path of a configuration with that text."""

    def make(text: str) -> str:
        (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
        return str(tmp_path / "mine.yaml")

    return make


def refusal(name: str, settings: list[str] | None = None) -> str:
    with pytest.raises(ConfigError) as refused:
        load_config(name, settings or [])
    assert "\n" not in str(refused.value)
    return str(refused.value)


# --- layers ---


def test_defaults_lie_below(write):
    """A file need not say what the algorithm's defaults say; what it says goes before them, mapping by mapping."""
    defaults = yaml.safe_load((CONFIGS / "ppo.yaml").read_text())
    config = load_config(write(MINIMAL + "  deals: 77\ntrain:\n  n_steps: 5\n"))
    assert config.algorithm == "ppo"
    assert config.seed == defaults["seed"]
    assert config.train.n_steps == 5
    assert config.evaluation.deals == 77
    assert config.evaluation.seed == defaults["evaluation"]["seed"]
    assert config.validation.model_dump() == defaults["validation"]
    assert config.train.model_dump() == {**defaults["train"], "n_steps": 5}


def test_settings_lie_on_top(write):
    """`--set` goes before the file; values are YAML of any kind."""
    file = write(MINIMAL + "train:\n  n_steps: 5\n  gamma: 0.5\n")
    settings = [
        "train.n_steps=7",
        "train.net_arch=[4, 5]",
        "train.activation=tanh",
        "seed=12",
        "evaluation.tables=[[rock, maniac]]",
        "train.learning_rate=0.001",
        "evaluation.options={hands: 2}",
        " train.n_epochs = 2",
    ]
    config = load_config(file, settings)
    assert config.train.n_steps == 7
    assert config.train.gamma == 0.5
    assert config.train.net_arch == [4, 5]
    assert config.train.activation == "tanh"
    assert config.seed == 12
    assert config.evaluation.tables == [["rock", "maniac"]]
    assert config.train.learning_rate == 0.001
    assert config.evaluation.options == {"hands": 2}
    assert config.train.n_epochs == 2
    assert config.tables[0].opponents == ["shark"]


@pytest.mark.parametrize("text", ["1e-3", "1.0e-3", "1E-3", "0.001", ".001"])
def test_numbers_as_people_write_them(write, text):
    """YAML 1.1 takes 1e-3, without a point, for a word; a learning rate is written like that."""
    assert load_config(write(MINIMAL), [f"train.learning_rate={text}"]).train.learning_rate == 0.001
    assert load_config(write(MINIMAL + f"train: {{learning_rate: {text}}}\n")).train.learning_rate == 0.001


def test_lists_are_replaced_whole(write):
    config = load_config(write(MINIMAL), ["tables=[{opponents: [rock, {shark: 2, maniac: 1}], share: 3}]"])
    [table] = config.tables
    assert table.opponents == ["rock", {"shark": 2, "maniac": 1}]
    assert table.share == 3


def test_configurations_that_come_with_the_package():
    """Each is found by its name, is of a game that there is, and could be trained: its agents and tables are known."""
    assert packaged()
    for name in packaged():
        config = load_config(name)
        assert name == f"{config.game}/{config.algorithm}"
        training.check_plan(config)
        for table in config.tables:
            company = resolve_all(table.opponents, config.game)
            get_game(config.game).parse_options({"num_players": len(company) + 1, **table.options})


def test_a_file_goes_before_a_packaged_name(tmp_path, monkeypatch):
    """A path that exists is meant as one."""
    (tmp_path / "pinwheel").mkdir()
    (tmp_path / "pinwheel" / "ppo").write_text(MINIMAL + "seed: 99\n")
    monkeypatch.chdir(tmp_path)
    assert load_config("pinwheel/ppo").seed == 99


def test_what_is_written_is_read_again(write):
    """The resolved configuration, as a run folder keeps it, resolves to itself."""
    config = load_config(write(MINIMAL), ["train.net_arch=[3]"])
    assert load_config(write(yaml.safe_dump(config.model_dump(mode="json")))) == config
    assert validated(yaml.safe_load(yaml.safe_dump(config.model_dump(mode="json"))), "here") == config


# --- what is refused ---


@pytest.mark.parametrize(
    ("setting", "key", "hint"),
    [
        ("train.totl_steps=5", "train.totl_steps", "total_steps"),
        ("trian.total_steps=5", "trian", "train"),
        ("validation.deal=30", "validation.deal", "deals"),
        ("evaluation.sed=30", "evaluation.sed", "seed"),
        ("tables=[{oponents: [rock]}]", "oponents", "opponents"),
        ("gaame=pinwheel", "gaame", "game"),
    ],
)
def test_unknown_keys_are_answered_with_a_hint(write, setting, key, hint):
    text = refusal(write(MINIMAL), [setting])
    assert "unknown" in text
    assert key in text
    assert repr(hint) in text


@pytest.mark.parametrize(
    ("setting", "where"),
    [
        ("train.total_steps=many", "train.total_steps"),
        ("train.total_steps=1.5", "train.total_steps"),
        ("train.total_steps=0", "train.total_steps"),
        ("train.total_steps=true", "train.total_steps"),
        ("train.total_steps=", "train.total_steps"),
        ("train=5", "train"),
        ("train.net_arch=[]", "train.net_arch"),
        ("train.net_arch=[0]", "train.net_arch"),
        ("train.net_arch=[64, -1]", "train.net_arch"),
        ("train.net_arch=64", "train.net_arch"),
        ("train.activation=sigmoid", "train.activation"),
        ("train.learning_rate=0", "train.learning_rate"),
        ("train.learning_rate=.inf", "train.learning_rate"),
        ("train.learning_rate=.nan", "train.learning_rate"),
        ("train.gamma=1.5", "train.gamma"),
        ("train.reward_scale=.inf", "train.reward_scale"),
        ("train.num_envs=0", "train.num_envs"),
        ("train.batch_size=1", "train.batch_size"),
        ("train.threads=0", "train.threads"),
        ("validation.deals=29", "validation.deals"),
        ("validation.deals=10000001", "validation.deals"),
        ("evaluation.deals=29", "evaluation.deals"),
        ("evaluation.deals=10000001", "evaluation.deals"),
        ("evaluation.seed=-1", "evaluation.seed"),
        ("evaluation.seed=18446744073709551616", "evaluation.seed"),
        ("evaluation.tables=[]", "evaluation.tables"),
        ("evaluation.tables=rock", "evaluation.tables"),
        ("tables=[]", "tables"),
        ("tables=[{opponents: [rock], share: 0}]", "share"),
        ("tables=[{opponents: [rock], share: .inf}]", "share"),
        ("seed=-1", "seed"),
        ("seed=4294967296", "seed"),
        ("seed=one", "seed"),
        ("game=5", "game"),
    ],
)
def test_wrong_values_are_refused_before_anything_begins(write, setting, where):
    """The message names the key, and comes from the configuration, not from the middle of training."""
    text = refusal(write(MINIMAL), [setting])
    assert where in text


@pytest.mark.parametrize("setting", ["train.total_steps", "=5", "train.=5", ".total_steps=5", "train..x=5", ""])
def test_settings_that_are_none(write, setting):
    text = refusal(write(MINIMAL), [setting])
    assert f"--set {setting.partition('=')[0]}" in text or repr(setting) in text


@pytest.mark.parametrize("value", ["[1", "{a", "'", "a: b: c", "2024-13-45", "!!python/object:os.system"])
def test_values_that_are_no_yaml(write, value):
    text = refusal(write(MINIMAL), [f"seed={value}"])
    assert "seed" in text


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("game: [", "YAML"),
        ("\tgame: pinwheel", "YAML"),
        ("seed: 2024-13-45", "seed"),
        ("seed: 1\nseed: 2\n", "'seed' stands twice"),
        ("tables: &a [1]\nevaluation: *a\n", "aliases"),
        ("- a\n- b\n", "mapping"),
        ("", "mapping"),
        ("just words", "mapping"),
        ("tables: [{opponents: [rock]}]\nevaluation: {tables: [[rock]]}", "game"),
        ("game: pinwheel\nevaluation: {tables: [[rock]]}", "tables"),
        ("game: pinwheel\ntables: [{opponents: [rock]}]", "evaluation"),
        (MINIMAL + "algorithm: dqn\n", "ppo"),
        (MINIMAL + "algorithm: [1]\n", "ppo"),
        (MINIMAL + "algorithm: pinwheel/ppo\n", "ppo"),
    ],
    ids=str,
)
def test_files_that_are_no_configuration(write, text, word):
    """Each answer names the file, and what is wrong with it or missing."""
    file = write(text)
    answer = refusal(file)
    assert file in answer
    assert word in answer


def test_an_unknown_game_comes_before_what_may_follow_from_it(write):
    with pytest.raises(ConfigError) as refused:
        load_config(write("game: chess\ntables:\n- opponents: [fish]\nplies: 3\n"))
    assert "game: 'chess' is not a game; games: bespin_pazaak" in str(refused.value)
    assert "plies" not in str(refused.value)


def test_files_that_can_not_be_read(tmp_path):
    (tmp_path / "bytes.yaml").write_bytes(b"game: \xff\xfe")
    assert "bytes.yaml" in refusal(str(tmp_path / "bytes.yaml"))
    assert "no such file" in refusal(str(tmp_path))


@pytest.mark.parametrize("name", ["nofile.yaml", "pinwheel/dqn", "ppo", "../configs/ppo", "", "pinwheel/ppo.yml"])
def test_missing_files_are_answered_with_what_there_is(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = refusal(name)
    assert repr(name) in text
    assert all(known in text for known in packaged())


def test_files_of_agents_are_meant_from_the_place_of_the_configuration(tmp_path, tiny_yaml, monkeypatch):
    """And are named whole in the run, which may go on elsewhere; names of bettors stay names."""
    (tmp_path / "plans" / "run").mkdir(parents=True)
    (tmp_path / "plans" / "mine.py").write_text("def bet(d, legal):\n    return legal[0]\n")
    (tmp_path / "rock").mkdir()
    changes = {
        "tables": [{"opponents": ["mine.py:bet"]}, {"opponents": [{"./run": 2, "rock": 1}]}],
        "train": {"behaviour_cloning": {"bettor": "mine.py:bet"}},
        "evaluation": {"tables": [["mine.py:bet", "rock"], ["../plans/run"], ["not_there.py:bet"]]},
    }
    (tmp_path / "plans" / "tiny.yaml").write_text(tiny_yaml(**changes))
    monkeypatch.chdir(tmp_path)
    config = load_config("plans/tiny.yaml")
    mine, folder = f"{tmp_path}/plans/mine.py:bet", f"{tmp_path}/plans/run"
    assert [table.opponents for table in config.tables] == [[mine], [{folder: 2, "rock": 1}]]
    assert config.train.behaviour_cloning.bettor == mine
    assert config.evaluation.tables == [[mine, "rock"], [folder], ["not_there.py:bet"]]


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"tables": [{"opponents": ["nobody"]}]}, "nobody"),
        ({"tables": [{"opponents": [{"rock": 0}]}]}, "mixture"),
        ({"tables": [{"opponents": [{}]}]}, "mixture"),
        ({"tables": [{"opponents": ["rock"], "options": {"num_players": 3}}]}, "opponents"),
        ({"tables": [{"opponents": ["rock"], "options": {"bankrol": 3}}]}, "bankroll"),
        ({"tables": [{"opponents": []}]}, "num_players"),
        ({"tables": [{"opponents": ["rock"] * 6}]}, "num_players"),
        ({"evaluation": {"tables": [["nobody"]]}}, "nobody"),
        ({"evaluation": {"tables": [["rock"] * 6]}}, "2-6 seats"),
        ({"evaluation": {"tables": [[]]}}, "2-6 seats"),
        ({"evaluation": {"tables": [["rock"]], "options": {"hands": 0}}}, "hands"),
        ({"evaluation": {"tables": [["rock"]], "options": {"num_players": 3}}}, "3"),
        ({"evaluation": {"tables": [["rock"]], "options": {"bankroll": [50, 50, 50]}}}, "bankroll"),
    ],
    ids=str,
)
def test_plans_that_can_not_be_played(changes: Any, word, configure, tmp_path):
    """Unknown agents and options, too many at a table: refused before anything is trained, and no folder is made."""
    config = configure(**changes)
    with pytest.raises(BackroomError, match=word) as refused:
        training.train(config, tmp_path / "runs", Console(file=io.StringIO()))
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "runs").exists()


def test_the_model_says_all_that_a_file_may_say():
    """Every default belongs to a key that there is, and no key of a number is without a bound."""
    defaults = yaml.safe_load((CONFIGS / "ppo.yaml").read_text())
    assert set(defaults) <= set(RunConfig.model_fields)
    assert set(defaults["train"]) == set(RunConfig.model_fields["train"].annotation.model_fields)  # type: ignore[union-attr]

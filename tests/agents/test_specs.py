"""From what a user writes to who sits at the table: names, run folders, files of their own, mixtures, and what is refused."""

import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import backroom
import numpy as np
import pytest
from backroom import InvalidOption, Mixture
from backroom.agents import resolve, resolve_all
from backroom.agents.specs import bettors
from backroom.envs.core.game import get_game
from backroom.envs.views.seated_games import SeatedGames, Seating
from backroom.evaluate import measure

MINE = """
    from backroom import Agent


    class Careful(Agent):
        name = "careful"

        def act(self, observation, action_mask, u):
            return int(action_mask.argmax())


    class Nameless(Agent):
        def act_batch(self, observations, action_masks, u):
            return action_masks.argmax(axis=1)


    class Demanding(Careful):
        def __init__(self, courage):
            self.courage = courage


    class Broken(Careful):
        def __init__(self):
            raise FileNotFoundError("no weights here")


    class Stranger:
        pass


    ready = Careful()
    number = 7


    def first(description, legal):
        return legal[0]


    def mixing(description, legal, u):
        return legal[int(u * len(legal))]


    def lazy(description, legal, u=0.0):
        return legal[0]


    def talkative(description, legal, *, words="none"):
        return legal[0]


    def none():
        return "fold"


    def one(legal):
        return legal[0]


    def four(description, legal, u, more):
        return legal[0]
"""

Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """`write(name, text)`: a file of the user's."""

    def make(name: str, text: str) -> Path:
        (tmp_path / name).write_text(textwrap.dedent(text), encoding="utf-8")
        return tmp_path / name

    return make


@pytest.fixture
def mine(write: Write) -> Path:
    """A file with bettors good and bad."""
    return write("mine.py", MINE)


def plays(agent: Any) -> None:
    """The agent can play."""
    assert measure("pinwheel", [agent, agent], deals=30).deals == 30


# --- what is understood ---


@pytest.mark.parametrize("game", backroom.games())
def test_every_name_that_is_listed(game):
    for name, kind in bettors(game).items():
        assert type(resolve(name, game)) is kind


def test_agents_are_taken_as_they_are():
    agent = resolve("shark", "pinwheel")
    assert resolve(agent, "pinwheel") is agent
    assert resolve_all([agent, agent], "pinwheel") == [agent, agent]


def test_one_name_twice_is_one_agent():
    """So that it acts for both seats in one call, and counts as one entrant."""
    one, two, other = resolve_all(["shark", "shark", "rock"], "pinwheel")
    assert one is two
    assert other is not one


def test_run_folders_and_policy_files(new_policy, tmp_path):
    """A run is called by its folder, a policy by its file; both as text and as a path."""
    file = new_policy(name="my_run/policy.npz")
    for spec in (str(file.parent), file.parent, f"{file.parent}/"):
        agent = resolve(spec, "pinwheel")
        assert agent.name == "my_run"
        plays(agent)
    assert resolve(str(file), "pinwheel").name == "policy"


def test_a_bettor_goes_before_a_folder_of_its_name(new_policy, tmp_path, monkeypatch):
    """`shark` is the shark, whatever lies in the working directory."""
    new_policy(name="shark/policy.npz")
    monkeypatch.chdir(tmp_path)
    assert type(resolve("shark", "pinwheel")) is bettors("pinwheel")["shark"]
    assert resolve("./shark", "pinwheel").name == "shark"


def test_classes_of_yours(mine):
    careful = resolve(f"{mine}:Careful", "pinwheel")
    assert careful.name == "careful"
    plays(careful)
    nameless = resolve(f"{mine}:Nameless", "pinwheel")
    assert nameless.name == "mine:Nameless"
    plays(nameless)


def test_files_beside_you(mine, monkeypatch):
    """Paths are looked up from where the user stands."""
    monkeypatch.chdir(mine.parent)
    plays(resolve("mine.py:Careful", "pinwheel"))


@pytest.mark.parametrize("name", ["first", "mixing", "lazy"])
def test_functions_of_yours(mine, name):
    """(description, legal) and (description, legal, u)."""
    agent = resolve(f"{mine}:{name}", "pinwheel")
    assert agent.name == f"mine:{name}"
    plays(agent)


def test_functions_are_told_in_words(write):
    """A function gets the description of the observation, the legal names and `u`, and its word is taken."""
    file = write(
        "told.py",
        """
        seen = []

        def keen(description, legal, u):
            seen.append((description, legal, u))
            return legal[-1]
        """,
    )
    agent = resolve(f"{file}:keen", "pinwheel")
    game = get_game("pinwheel")
    batch = backroom.Batch("pinwheel", num_envs=20, seed=2)
    u = np.linspace(0, 0.9, 20)
    actions = agent.act_batch(batch.observations, batch.action_masks, u)
    for row, (description, legal, given) in enumerate(agent._function.__globals__["seen"]):
        assert description == backroom.decode("pinwheel", batch.observations[row], batch.action_masks[row])
        assert legal == description["legal"]
        assert given == u[row]
        assert game.actions[actions[row]] == legal[-1]


def test_what_a_function_is_given_is_its_own(write):
    """It may take its answer out of the list, and can not make an action legal by adding it."""
    plays(resolve(f"{write('taker.py', 'def take(description, legal): return legal.pop()')}:take", "pinwheel"))
    file = write("adder.py", "def add(description, legal):\n    legal.append('hold')\n    return 'hold'\n")
    with pytest.raises(backroom.IllegalAction, match="adder:add"):
        measure("pinwheel", [resolve(f"{file}:add", "pinwheel")] * 2, deals=30)


def test_two_files_of_one_name_are_two_modules(tmp_path):
    """A second `mine.py` in another folder is not taken for the first."""
    for folder, action in (("a", "0"), ("b", "-1")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(f"def bet(description, legal):\n    return legal[{action}]\n")
    one, two = (resolve(f"{tmp_path / folder}/mine.py:bet", "pinwheel") for folder in "ab")
    batch = backroom.Batch("pinwheel", num_envs=1, seed=2)
    row = batch.observations[0], batch.action_masks[0], 0.0
    assert one.act(*row) == batch.action_masks[0].argmax()
    assert one.act(*row) < two.act(*row)


def test_a_file_may_import_what_lies_beside_it(tmp_path):
    """Two helpers of one name are two modules too, and nothing is left where modules are looked for."""
    before = list(sys.path)
    for folder, action in (("a", "0"), ("b", "-1")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "helper.py").write_text(f"PLACE = {action}\n")
        (tmp_path / folder / "mine.py").write_text("import helper\ndef bet(d, legal):\n    return legal[helper.PLACE]\n")
    one, two = (resolve(f"{tmp_path / folder}/mine.py:bet", "pinwheel") for folder in "ab")
    batch = backroom.Batch("pinwheel", num_envs=1, seed=2)
    row = batch.observations[0], batch.action_masks[0], 0.0
    assert one.act(*row) < two.act(*row)
    assert (sys.path, "helper" in sys.modules) == (before, False)


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        ("d, legal", None),
        ("d, legal, chance", 0.25),
        ("d, legal, u=None", 0.25),
        ("d, legal, boldness=7", 7),
        ("d, legal, boldness=7, u=1.5", 7),
        ("d, legal, *, boldness=7", 7),
        ("d, legal, *more", None),
    ],
)
def test_who_is_given_a_uniform_number(write, arguments, given):
    """A third argument that is required, or that is called `u`."""
    name = next((name for name in ("chance", "boldness", "u") if name in arguments), "None")
    file = write("asked.py", f"found = []\ndef f({arguments}):\n    found.append({name})\n    return legal[0]\n")
    agent = resolve(f"{file}:f", "pinwheel")
    batch = backroom.Batch("pinwheel", num_envs=1, seed=2)
    agent.act(batch.observations[0], batch.action_masks[0], 0.25)
    assert agent._function.__globals__["found"] == [given]


@pytest.mark.parametrize("arguments", ["", "d", "d, *, legal", "d, legal, u, more", "d, legal, *, boldness", "*all"])
def test_functions_that_can_not_be_called(write, arguments):
    assert "takes (description, legal)" in refusal(f"{write('wrong.py', f'def f({arguments}): ...')}:f")


def test_the_line_of_an_error_is_named(write):
    broken = write("broken.py", "import math\n\nmath.sqrt(-1)\n")
    assert "(line 3)" in refusal(f"{broken}:f")
    text = "from backroom import Agent\nclass A(Agent):\n    def __init__(self):\n        1 / 0\n    def act(self, *_): ...\n"
    assert "(line 4)" in refusal(f"{write('unmade.py', text)}:A")


# --- mixtures ---


@pytest.mark.parametrize(
    "place", [["rock", "shark"], ("rock", "shark"), {"rock": 1, "shark": 1}], ids=["list", "tuple", "mapping"]
)
def test_mixtures(place):
    """A list or a mapping in one place is an agent drawn for each episode."""
    shark, mixture = resolve_all(["shark", place], "pinwheel")
    assert isinstance(mixture, Mixture)
    assert mixture.name == "rock or shark"
    assert mixture.pick(0.49).name == "rock"
    assert mixture.pick(0.51) is shark
    assert resolve_all([mixture], "pinwheel") == [mixture]


def test_mixtures_are_drawn_by_weight():
    """Three rocks to one shark, and never a maniac, over four thousand tables; the draw is the table's, not the batch's."""
    game = get_game("pinwheel")
    [mixture] = resolve_all([{"rock": 3, "maniac": 0, "shark": 1}], "pinwheel")
    seating = Seating(game.parse_options({"num_players": 2}), (mixture,), 0)

    def lineup(count: int) -> list[str]:
        games = SeatedGames(game, [seating] * count, seed=5)
        games.reset(games.game_numbers())
        return [games.agents[number].name for number in games.lineup[:, 1]]

    drawn = lineup(4000)
    assert drawn.count("maniac") == 0
    assert 0.72 < drawn.count("rock") / len(drawn) < 0.78
    assert lineup(50) == drawn[:50]


def test_mixtures_are_drawn_for_each_place_by_itself():
    """Two places with the same mixture do not always get the same agent."""
    game = get_game("pinwheel")
    places = resolve_all([["rock", "shark"]] * 2, "pinwheel")
    games = SeatedGames(game, [Seating(game.parse_options({"num_players": 3}), tuple(places), 0)] * 400, seed=5)
    games.reset(games.game_numbers())
    same = games.lineup[:, 1] == games.lineup[:, 2]
    assert 0.4 < same.mean() < 0.6


@pytest.mark.parametrize(
    "place",
    [
        [],
        {},
        {"rock": 0},
        {"rock": -1, "shark": 2},
        {"rock": float("nan")},
        {"rock": float("inf")},
        {"rock": "many"},
        {"rock": None},
    ],
    ids=str,
)
def test_mixtures_that_are_none(place):
    with pytest.raises(InvalidOption, match=r"(?i)mixture|weight"):
        resolve_all([place], "pinwheel")


# --- what is refused, in words ---


def refusal(spec: Any) -> str:
    with pytest.raises(InvalidOption) as refused:
        resolve(spec, "pinwheel")
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize("spec", ["sharc", "Shark", "mine.py", "no/such/folder", "mine.txt:Mine", None, 7, b"shark", ["shark"]])
def test_unknown_names_are_answered_with_what_there_is(spec):
    text = refusal(spec)
    assert repr(spec) in text
    assert all(name in text for name in bettors("pinwheel"))
    assert "run folder" in text
    assert "file.py:Class" in text


def test_an_empty_name_is_no_folder():
    """As from a comma too many in `--against shark,`: the working directory is not meant."""
    assert all(name in refusal("") for name in bettors("pinwheel"))


def test_a_name_too_long_for_a_file():
    assert "shark" in refusal("x" * 5000)


def test_unknown_games():
    with pytest.raises(InvalidOption, match="pinwheel"):
        resolve("shark", "pinball")


@pytest.mark.parametrize(
    "specs", ["shark", Path("runs/x"), 3, None, resolve("shark", "pinwheel")], ids=["name", "path", "number", "none", "agent"]
)
def test_places_come_as_a_list(specs):
    with pytest.raises(InvalidOption, match="list"):
        resolve_all(specs, "pinwheel")


def test_a_missing_file(tmp_path):
    assert "no such file" in refusal(f"{tmp_path}/nobody.py:Mine")
    assert "no such file" in refusal(f"{tmp_path}/nobody.npz")


def test_a_missing_name_in_a_file(mine):
    for name in ("Missing", "number", ""):
        text = refusal(f"{mine}:{name}")
        assert "mine.py" in text
        assert repr(name) in text


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("def f(:\n", "SyntaxError"),
        ("import no_such_library\n", "no_such_library"),
        ("raise RuntimeError('one line\\nand another')\n", "one line"),
        ("import sys\nsys.exit('bye')\n", "SystemExit"),
        ("class Odd(BaseException): pass\nraise Odd\n", "Odd (line 2)"),
    ],
    ids=["syntax", "import", "two lines", "exit", "no exception that programs expect"],
)
def test_a_file_that_can_not_be_loaded(write, text, word):
    """Named with the reason, in one line, whatever the file does when it is run."""
    answer = refusal(f"{write('broken.py', text)}:f")
    assert "broken.py" in answer
    assert word in answer


def test_a_file_that_is_no_text(tmp_path):
    (tmp_path / "bytes.py").write_bytes(b"\xff\xfe\x00\x01")
    assert "bytes.py" in refusal(f"{tmp_path}/bytes.py:f")


def test_a_class_that_is_no_agent(mine):
    text = refusal(f"{mine}:Stranger")
    assert "mine:Stranger" in text
    assert "backroom.Agent" in text


@pytest.mark.parametrize(("name", "word"), [("Demanding", "courage"), ("Broken", "no weights here")])
def test_a_class_that_can_not_be_made(mine, name, word):
    """One that needs arguments, and one whose making fails."""
    text = refusal(f"{mine}:{name}")
    assert f"mine:{name}" in text
    assert word in text


def test_a_class_that_does_not_act(write):
    """Found out when it is named, not in the middle of a game."""
    file = write("idle.py", "from backroom import Agent\n\nclass Idle(Agent):\n    pass\n")
    assert "act" in refusal(f"{file}:Idle")


@pytest.mark.parametrize("name", ["none", "one", "four"])
def test_a_function_that_takes_something_else(mine, name):
    text = refusal(f"{mine}:{name}")
    assert f"mine:{name}" in text
    assert "(description, legal" in text


def test_a_function_with_a_keyword_of_its_own(mine):
    """A third parameter that can not be given by place is not `u`."""
    plays(resolve(f"{mine}:talkative", "pinwheel"))


# --- policies that are none ---


def test_a_folder_without_a_policy(tmp_path):
    text = refusal(str(tmp_path))
    assert "policy.npz" in text


def test_a_file_cut_short(new_policy):
    """Every length that a broken download or a full disk could leave."""
    file = new_policy()
    data = file.read_bytes()
    for length in {0, 1, 20, 100, *range(0, len(data) - 1, len(data) // 40), len(data) - 1}:
        file.write_bytes(data[:length])
        assert file.name in refusal(str(file))


def test_a_file_with_a_wrong_bit(new_policy):
    """Whatever bit is turned: refused in words, or read as it was written."""
    file = new_policy(hidden=(2,))
    data = file.read_bytes()
    rng = np.random.default_rng(0)
    whole = resolve(str(file), "pinwheel")
    directory = data.rindex(b"PK\x01\x02") - 400
    places = [*rng.integers(0, len(data), 400), *range(0, 400, 2), *range(directory, len(data), 2)]
    for place in places:
        turned = bytearray(data)
        turned[place] ^= 1 << int(rng.integers(8))
        file.write_bytes(turned)
        try:
            agent = resolve(str(file), "pinwheel")
        except InvalidOption:
            continue
        assert agent._network.weights.tobytes() == whole._network.weights.tobytes()
        assert (agent.policy.activation, agent.policy.per_item) == (whole.policy.activation, whole.policy.per_item)


def test_files_that_are_something_else(new_policy, tmp_path):
    """A text, a lone array, a pickle, an archive of other arrays."""
    others = {"text.npz": b"weights", "zeros.npz": bytes(1000)}
    for name, data in others.items():
        (tmp_path / name).write_bytes(data)
    np.save(tmp_path / "array.npy", np.arange(5))
    (tmp_path / "array.npy").rename(tmp_path / "array.npz")
    np.save(tmp_path / "objects.npy", np.array([{}, None]), allow_pickle=True)
    (tmp_path / "objects.npy").rename(tmp_path / "objects.npz")
    np.savez(tmp_path / "foreign.npz", anything=np.zeros(3))
    (tmp_path / "folder.npz").mkdir()
    for name in ("text", "zeros", "array", "objects", "foreign"):
        assert f"{name}.npz" in refusal(str(tmp_path / f"{name}.npz"))
    assert "folder.npz" in refusal(str(tmp_path / "folder.npz"))


@pytest.mark.parametrize("facts", ["[1, 2]", "7", "null", '"pinwheel"', "{", ""])
def test_facts_that_are_none(new_policy, tamper, facts):
    file = new_policy()
    tamper(file, arrays={"meta": np.array(facts)})
    assert file.name in refusal(str(file))


@pytest.mark.parametrize(
    ("meta", "word"),
    [
        ({"game": "bespin_pazaak"}, "bespin_pazaak"),
        ({"game": None}, "None"),
        ({"version": 9}, "version"),
        ({"pieces": [["phase", 4, 1.0]]}, "version"),
        ({"pieces": None}, "version"),
        ({"actions": ["fold"]}, "version"),
        ({"activation": "sigmoid"}, "damaged"),
        ({"activation": None}, "damaged"),
    ],
    ids=str,
)
def test_a_policy_for_something_else(new_policy, tamper, meta, word):
    """Of another game, another version, another layout of the observation, other actions, an unknown activation."""
    file = new_policy()
    tamper(file, meta=meta)
    text = refusal(str(file))
    assert file.name in text
    assert word in text


def test_a_policy_of_a_layout_with_other_scales(new_policy, tamper):
    """The same pieces times other scales are another layout."""
    file = new_policy()
    pieces = [[piece.name, piece.size, piece.scale] for piece in get_game("pinwheel").layout]
    pieces[4][2] *= 2
    tamper(file, meta={"pieces": pieces})
    assert "version" in refusal(str(file))


@pytest.mark.parametrize(
    "arrays",
    [
        {"weights_1": None},
        {"bias_0": None},
        {"weights_0": None, "bias_0": None, "weights_1": None, "bias_1": None},
        {"weights_0": np.zeros((126, 7), np.float32)},
        {"weights_1": np.zeros((8, 14), np.float32), "bias_1": np.zeros(14, np.float32)},
        {"weights_0": np.full((126, 8), np.nan, np.float32)},
        {"bias_1": np.full(15, np.inf, np.float32)},
        {"bias_0": np.zeros((8, 1), np.float32)},
        {"bias_0": np.float32(0)},
        {"weights_0": np.full((126, 8), "a")},
        {"weights_0": np.zeros((126, 8), complex)},
        {"weights_0": np.full((126, 8), 1e300)},
    ],
    ids=[
        "a layer missing",
        "a bias missing",
        "no layers",
        "too narrow",
        "too few actions",
        "not numbers",
        "without bounds",
        "a bias with two sides",
        "a bias with none",
        "letters",
        "complex numbers",
        "too large for 32 bits",
    ],
)
def test_layers_that_do_not_fit(new_policy, tamper, arrays):
    file = new_policy()
    tamper(file, arrays=arrays)
    text = refusal(str(file))
    assert file.name in text
    assert "damaged" in text


# --- answers that are illegal ---


@pytest.mark.parametrize("answer", ["'all in'", "None", "3", "['fold']", "'hold'", "''"])
def test_a_function_that_answers_what_is_not_legal(write, answer):
    """It is named, with its answer and with what would have been legal."""
    file = write("bad.py", f"def bet(description, legal):\n    return {answer}\n")
    with pytest.raises(backroom.IllegalAction) as refused:
        measure("pinwheel", [resolve(f"{file}:bet", "pinwheel")] * 2, deals=30)
    text = str(refused.value)
    assert text.count("bad:bet") == 1
    assert repr(eval(answer)) in text
    assert "pass" in text


def test_a_function_that_answers_an_array(write):
    """NumPy's way of comparing does not turn a wrong answer into another error."""
    file = write("bad.py", "import numpy as np\n\ndef bet(description, legal):\n    return np.array(legal)\n")
    with pytest.raises(backroom.IllegalAction, match="bad:bet"):
        measure("pinwheel", [resolve(f"{file}:bet", "pinwheel")] * 2, deals=30)

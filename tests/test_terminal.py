"""A person at the table: scripted answers against a transcript of all that the terminal showed."""

import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import backroom
import pytest
from backroom.agents import resolve_all
from backroom.commands import new_console
from backroom.envs.core.game import get_game
from backroom.terminal import TerminalTable

LEFT = "You leave the table."
ASKS = "You may "


@dataclass
class Sitting:
    """What one visit to the table showed, prompts and answers included."""

    text: str
    prompts: list[str]

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    def starting(self, beginning: str) -> list[str]:
        return [line for line in self.lines if line.startswith(beginning)]

    def without_prompts(self) -> list[str]:
        return [line for line in self.lines if not line.startswith(ASKS)]


Answer = Callable[[str], str | None]
Sit = Callable[..., Sitting]


def one_by_one(answers: Iterable[str]) -> Answer:
    """These answers, whatever is asked; then the input ends."""
    coming = iter(answers)
    return lambda prompt: next(coming, None)


def obliging(*words: str, games: int = 1) -> Answer:
    """Whole episodes: of these words the first that is legal; `games` episodes in all."""
    left = [games]

    def answer(prompt: str) -> str:
        if prompt.startswith(ASKS):
            return next(word for word in words if word in prompt)
        left[0] -= 1
        return "yes" if left[0] else "n"

    return answer


@pytest.fixture
def sit() -> Sit:
    """`sit(answers, against=["shark"], seat=0, seed=1, **options)`: play until the answers say leave, or are used up."""

    def play(
        answers: Answer | Iterable[str], against: Iterable[Any] = ("shark",), seat: int = 0, seed: int = 1, **options: Any
    ) -> Sitting:
        out = io.StringIO()
        prompts: list[str] = []
        answer = answers if callable(answers) else one_by_one(answers)

        def ask(prompt: str) -> str:
            prompts.append(prompt)
            assert len(prompts) < 3000, "the table asks for ever"
            given = answer(prompt)
            out.write(f"{prompt}{'' if given is None else given}\n")
            if given is None:
                raise EOFError
            return given

        game = get_game("pinwheel")
        company = resolve_all(list(against), "pinwheel")
        table = game.parse_options({"num_players": len(company) + 1, **options})
        TerminalTable(game, table, company, seat, seed, new_console(file=out, width=200), ask).play()
        return Sitting(out.getvalue(), prompts)

    return play


# --- answers ---


@pytest.mark.parametrize(
    "nonsense", ["dance", "raise by 99", "raise", "call", "hold", "-1", "14", "99", "1.5", "pass pass", "é", "\x00"]
)
def test_bad_input_asks_again(nonsense, sit):
    """What is no action, not legal now, or could mean several: a word on what would be right, and the same question."""
    sitting = sit([nonsense, "pass"], seed=1)
    first, second = sitting.prompts[:2]
    assert first == second == "You may pass, raise by 1-5: "
    after = sitting.text.split(nonsense + "\n", 1)[1].split(ASKS)[0]
    assert "pass" in after or "raise by 1" in after
    assert "you:" not in after
    assert sitting.starting("you: pass")


def test_bad_input_changes_nothing(sit):
    """With and without slips in between the same game is played."""
    slips = ["", "   ", "dance", "raise", "?", "help", "history"]
    honest = ["raise by 2", "call", "pass", "pass", "fold"]
    clean = sit(honest, seed=4)
    slipped = sit([answer for each in honest for answer in (*slips, each)], seed=4)
    told = [line for line in clean.without_prompts() if line]
    assert len(told) > 20
    remaining = iter(slipped.without_prompts())
    assert all(line in remaining for line in told)  # in the same order
    assert slipped.starting("Bankrolls") == clean.starting("Bankrolls")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("PASS", "pass"),
        ("  p ", "pass"),
        ("check", "pass"),
        ("Raise  By 3", "raise by 3"),
        ("bet 2", "raise by 2"),
    ],
)
def test_ways_to_say_it(answer, told, sit):
    """Capitals, blanks, beginnings and other words."""
    assert f"you: {told}" in sit([answer], seed=1).lines


def test_the_question_names_what_is_legal(sit):
    """Amounts are drawn together, and every prompt names at least one action."""
    sitting = sit(obliging("hold", "call", "pass"), against=["maniac", "maniac"], max_raise=10)
    asked = [prompt for prompt in sitting.prompts if prompt.startswith(ASKS)]
    assert "You may hold, gamble: " in asked
    assert any("raise by 1-10" in prompt for prompt in asked)
    assert all(re.fullmatch(r"You may [a-z0-9 -]+(, [a-z0-9 -]+)*: ", prompt) for prompt in asked)


def test_help_and_history(sit):
    """`?` says how to answer; `history` tells again what happened, and does not count as an answer."""
    sitting = sit(["?", "history", "pass", "history"], against=["shark", "maniac"], seed=3)
    assert "'history'" in sitting.text
    assert "'quit'" in sitting.text
    told = [line for line in sitting.lines if re.match(r"(you|shark|maniac): ", line)]
    last = sitting.text.rsplit("history\n", 1)[1].splitlines()
    assert [line for line in last if line in told]
    assert "you: pass" in last


def test_history_before_anything_happened(sit):
    """Seed and seat are such that the person is asked first."""
    for seed in range(20):
        sitting = sit(["history"], seed=seed)
        if not any(line.startswith("shark: ") for line in sitting.lines):
            assert "Nothing yet." in sitting.text
            return
    raise AssertionError("the person is never asked first")


# --- leaving ---


@pytest.mark.parametrize("word", ["quit", "exit", " QUIT "])
def test_quit_leaves_at_once(word, sit):
    sitting = sit([word, "pass"])
    assert len(sitting.prompts) == 1
    assert sitting.lines[-1] == LEFT
    assert sitting.text.count(LEFT) == 1


def test_the_end_of_input_leaves(sit):
    """Ctrl-D at any question, the first or a later one."""
    for answers in ([], ["pass"], ["dance"], ["raise by 1", "fold"]):
        sitting = sit(answers)
        assert sitting.lines[-1] == LEFT
        assert len(sitting.prompts) == len(answers) + 1


def test_the_end_of_input_after_an_episode(sit):
    """Ctrl-D at the question for another game."""
    whole = sit(obliging("hold", "call", "pass"), hands=1)
    answers = [line.split(": ", 1)[1] for line in whole.lines if line.startswith(ASKS)]
    sitting = sit(answers, hands=1)
    assert sitting.prompts[-1].startswith("Play another?")
    assert sitting.lines[-1] == LEFT


def test_another_game(sit):
    """`yes` begins the next episode on full bankrolls, with other dice."""
    sitting = sit(obliging("hold", "call", "pass", games=3), hands=1)
    assert len(sitting.starting("That is the end of it")) == 3
    assert sitting.prompts[-1].startswith("Play another?")
    hands = sitting.text.split("That is the end of it")
    assert len({tuple(re.findall(r"Your secret die: \d", hand)) for hand in hands[:3]}) > 1
    for hand in hands[:3]:
        nets = [int(net) for net in re.findall(r": ([+-]?\d+)$", hand, re.MULTILINE)]
        banks = [int(units) for units in re.findall(r" (\d+)(?:,|$)", re.search(r"Bankrolls: .*", hand)[0])]
        assert banks == [50 + net for net in nets]


# --- what is shown, and what is not ---


def before_reveals(sitting: Sitting) -> Iterator[str]:
    """The lines of every hand up to its end: after that all choices are open."""
    showing = False
    for line in sitting.lines:
        if re.match(r"Hand \d+ is over", line):
            showing = True
        elif line.startswith(("Bankrolls", "Hand ")):
            showing = False
        if not showing:
            yield line


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("own", ["hold", "gamble"])
@pytest.mark.parametrize("against", [["shark"], ["maniac", "maniac", "shark"], ["random", "rock", "maniac"]], ids=" ".join)
def test_choices_of_others_stay_hidden(own, against, seed, sit):
    """PW-8: behind an opponent's name there is no "hold" or "gamble" before the reveal, and it is told that it has decided."""
    sitting = sit(obliging(own, "call", "pass", games=2), against=against, seed=seed, seat=seed % 2)
    opponents = {line.split()[0] for line in sitting.lines if re.match(r"  \w+ ?\d? +(live|folded|sits)", line)}
    assert opponents
    for line in before_reveals(sitting):
        if not line.startswith(("you: ", ASKS)) and ", gamble." not in line:
            assert not re.search(r"\b(hold|gamble)", line), line
    if any("(PW-12)" in line for line in sitting.lines):
        assert any(line.endswith(": has decided") for line in sitting.lines)


def test_history_hides_choices_too(sit):
    """Asked for among the choices, `history` tells no more than the table did."""
    told = 0
    for seed in range(12):
        asked: list[str] = []

        def answer(prompt: str, asked: list[str] = asked) -> str | None:
            if "hold" not in prompt:
                return "call" if "call" in prompt else "pass" if "pass" in prompt else None
            asked.append("history" if not asked or asked[-1] != "history" else "quit")
            return asked[-1]

        sitting = sit(answer, against=["maniac", "shark"], seed=seed)
        _, _, history = sitting.text.partition("You may hold, gamble: history\n")
        told += "has decided" in history
        for line in history.splitlines():
            assert line.startswith(ASKS) or not re.search(r"\b(hold|gamble)", line), line
    assert told > 0


def test_dice_of_others_stay_hidden(sit):
    """PW-14: the only secret die that is shown before a reveal is the person's own."""
    sitting = sit(obliging("hold", "call", "pass", games=2), against=["maniac", "shark"])
    for line in before_reveals(sitting):
        assert "secret" not in line or line.startswith("Your secret die: ")


def test_the_showdown_is_explained(sit):
    """Every cycle is added up on the line that tells it, with the rules' numbers, and the highest one takes the pot."""
    sitting = sit(obliging("gamble", "call", "pass"), against=["maniac", "shark"], seed=2, hands=6)
    told = re.findall(r"^  ([\w ]+): secret \d: ([-+ \d]+) = cycle (-?\d+) \(PW-6, PW-9\)\.$", sitting.text, re.MULTILINE)
    assert len(told) > 4
    for _, terms, cycle in told:
        assert sum(int(term) for term in re.findall(r"-?\d+", terms.replace("- ", "-").replace("+ ", ""))) == int(cycle)
    throws = re.findall(r"gambles for (\d+): .* = (\d+) \(PW-10\)\.\n    \2 is (?:below|(\d+) times) \1: (.*)", sitting.text)
    assert throws
    for target, total, times, rest in throws:
        assert int(total) // int(target) == int(times or 0)
        assert rest.startswith(f"{times} extra" if times else "nothing")
    for hand in sitting.text.split(" is over.\n")[1:]:
        if "(PW-12)" in hand:
            cycles = [int(cycle) for cycle in re.findall(r"= cycle (-?\d+)", hand.split("Bankrolls")[0])]
            assert f"The highest cycle, {max(cycles)}, takes" in hand


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_bankrolls_are_kept(seat, sit):
    """After every hand the bankrolls of all seats, in seat order: they move by what was won and lost, and add up."""
    sitting = sit(obliging("hold", "call", "pass"), against=["maniac", "shark"], seat=seat, seed=6, bankroll=[40, 50, 60])
    expected = {"you": [40, 50, 60][seat], "maniac": [40, 50, 60][(seat + 1) % 3], "shark": [40, 50, 60][(seat + 2) % 3]}
    start = expected["you"]
    kept = re.findall(r"((?:  [\w ]+paid +\d+, took +\d+: [+-]\d+\n)+)Bankrolls: (.*)", sitting.text)
    assert kept
    assert len(kept) == len(re.findall(r"Hand \d+ is over", sitting.text))
    for nets, banks in kept:
        for name, net in re.findall(r"  (\w+) +paid.*: ([+-]\d+)", nets):
            expected[name] += int(net)
        shown = dict(part.rsplit(" ", 1) for part in banks.split(", "))
        assert list(shown) == [["you", "maniac", "shark"][(place - seat) % 3] for place in range(3)]
        assert {name: int(units) for name, units in shown.items()} == expected
        assert sum(expected.values()) == 150
    won = expected["you"] - start
    [end] = sitting.starting("That is the end of it")
    assert f"you {'win' if won >= 0 else 'lose'} {abs(won)} units ({abs(won) * 10:,} credits)" in end


def test_names_at_the_table(sit):
    """Opponents of one name are told apart, the person is "you", and a line begins with who acted."""
    sitting = sit(["pass", "pass"], against=["maniac", "shark", "maniac"], seed=3)
    acted = {line.split(":")[0] for line in sitting.lines if re.match(r"[\w ]+: (pass|fold|call|raise)", line)}
    assert acted <= {"you", "maniac 1", "shark", "maniac 2"}
    assert {"maniac 1", "maniac 2"} & acted


def test_mixtures_and_policies_at_the_table(sit, new_policy):
    """All that `--against` understands can sit down."""
    sitting = sit(["pass"], against=[["rock", "maniac"], str(new_policy(name="mine/policy.npz").parent)])
    assert "rock or maniac" in sitting.text
    assert "mine" in sitting.text


# --- repeatable ---


def test_the_same_seed_and_answers_give_the_same_transcript(sit):
    """To the letter; another seed gives another one."""
    one, two, other = (
        sit(obliging("gamble", "call", "pass", games=2), against=["shark", ["rock", "maniac"]], seed=seed) for seed in (5, 5, 6)
    )
    assert one.text == two.text
    assert one.text != other.text


def test_tables_that_can_not_be(sit):
    """A seat that is not there, too many opponents, one too few."""
    for wrong in ({"seat": 2}, {"seat": -1}, {"num_players": 3}, {"against": ["rock"] * 6}, {"seed": -1}):
        with pytest.raises(backroom.InvalidOption):
            sit([], **wrong)

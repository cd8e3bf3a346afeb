"""A person at the table, in the terminal."""

import re
from collections.abc import Callable, Sequence

from rich.console import Console

from .envs.core.agent import Agent, Mixture
from .envs.core.errors import InvalidOption
from .envs.core.game import Game
from .envs.core.options import GameOptions
from .envs.kit.text import counted
from .envs.views.seated_games import SeatedGames, Seating

NAME_WIDTH = 14  # of a seat's name; those of run folders are longer
HELP = "Type an action or its beginning; 'history' shows what happened, 'quit' or Ctrl-D leaves the table."


class Left(KeyboardInterrupt):
    """The person has left the table: not an error, so nothing that handles errors may catch it."""


class HumanAgent(Agent):
    """Shows what the seat knows and asks for an action until a legal one is given. Raises `Left` when the person leaves."""

    name = "you"

    def __init__(self, game: Game, names: Sequence[str], console: Console, ask: Callable[[str], str], history: list[str]):
        self._game, self._console, self._ask, self._history = game, console, ask, history
        self._names = list(names)  # clockwise from the person

    def act(self, observation, action_mask, u):
        seen = self._game.decode(observation, action_mask)
        self._console.print()
        for line in self._game.text.render(seen, self._names):
            self._console.print(line, soft_wrap=True)
        prompt = f"You may {_ranges(seen['legal'])}: "
        while True:
            answer = self._read(prompt)
            if answer in ("?", "help"):
                self._console.print(HELP)
            elif answer == "history":
                self._console.print("\n".join(self._history) or "Nothing yet.")
            elif answer:
                action = self._understand(answer, seen["legal"])
                if action is not None:
                    return action

    def _read(self, prompt: str) -> str:
        try:
            answer = " ".join(self._ask(prompt).lower().split())
        except EOFError:
            self._console.print()
            raise Left from None
        except UnicodeDecodeError:
            return "?"  # no text: help
        if answer in ("quit", "exit"):
            raise Left
        return answer

    def _understand(self, answer: str, legal: list[str]) -> int | None:
        """The legal action meant by `answer`; None, and a word on what would be right, when there is none."""
        try:
            action = self._game.parse_action(answer, legal)
        except InvalidOption as error:
            self._console.print(f"{error}.", soft_wrap=True)
            return None
        return action


def _ranges(legal: Sequence[str]) -> str:
    """The legal actions in words, amounts drawn together: "fold, call, raise by 1-5"."""
    words: list[str] = []
    for name in legal:
        match = re.fullmatch(r"(.* )(\d+)", name)
        last = re.fullmatch(r"(.* )(\d+)(?:-(\d+))?", words[-1]) if words else None
        if match and last and last[1] == match[1] and int(match[2]) == int(last[3] or last[2]) + 1:
            words[-1] = f"{last[1]}{last[2]}-{match[2]}"
        else:
            words.append(name)
    return ", ".join(words)


class TerminalTable:
    """One table with a person: tells what the others do, explains what ends, keeps the bankrolls."""

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        opponents: Sequence[Agent | Mixture],
        seat: int,
        seed: int,
        console: Console,
        ask: Callable[[str], str],
    ):
        if len(opponents) != options.num_players - 1:
            raise InvalidOption(f"{len(opponents)} opponents given, {options.num_players - 1} needed")
        if not 0 <= seat < options.num_players:
            raise InvalidOption(f"seat: {seat} is not a number from 0 to {options.num_players - 1}")
        self._game, self._options, self._console, self._ask = game, options, console, ask
        self._history: list[str] = []
        clockwise = ["you", *_distinct([_short(agent.name) for agent in opponents])]
        seats = options.num_players
        self._names = [clockwise[(place - seat) % seats] for place in range(seats)]  # in seat order
        person = HumanAgent(game, clockwise, console, ask, self._history)
        company = [person, *opponents]
        around = tuple(company[(place - seat) % seats] for place in range(seats))
        self._person_seat = seat
        self._games = SeatedGames(game, [Seating(options, around, None)], seed, on_decision=self._tell)

    def play(self) -> None:
        """Play episodes until the person has had enough, or leaves in the middle of one."""
        which = self._games.game_numbers()
        self._console.print(f"{self._game.title}. {HELP}")
        try:
            while True:
                self._games.reset(which)
                self._games.run(which)
                won = self._games.returns[0, self._person_seat]
                verb = "win" if won >= 0 else "lose"
                self._console.print(f"\nThat is the end of it: you {verb} {counted(int(abs(won)), 'unit')}{self._money(won)}.")
                if not self._another():
                    break
        except Left:
            pass
        self._console.print("You leave the table.")

    def _money(self, units: float) -> str:
        """Units as money, where the table's options say what one stands for."""
        rate = getattr(self._options, "credits_per_unit", None)
        return "" if rate is None else f" ({abs(units) * rate:,.0f} credits)"

    def _another(self) -> bool:
        try:
            return self._ask("Play another? (y/n) ").strip().lower() in ("y", "yes")
        except EOFError:
            self._console.print()
            return False

    def _tell(self, i: int, seat: int, action: int, results: list[dict]) -> None:
        """What everybody may know of a decision, and of what ended with it."""
        visible = self._game.visible_action(self._games.states, i, seat, self._person_seat, action)
        if visible is not None:
            self._say(f"{self._names[seat]}: {visible}")
        if results:
            self._history.clear()
            for line in self._game.text.explain(results[self._person_seat], self._names):
                self._say(line)
            # not the record's stacks: the next hand's antes may be out of those already
            brought = self._games.states["bankroll"][i]
            stacks = brought + self._games.returns[i].astype(int)
            label = "Bankrolls" if brought.any() else "Units won"
            self._say(f"{label}: " + ", ".join(f"{who} {stacks[place]}" for place, who in enumerate(self._names)))

    def _say(self, line: str) -> None:
        self._history.append(line)
        self._console.print(line, soft_wrap=True)


def _short(name: str) -> str:
    """The end of a long name, where runs differ."""
    return name if len(name) <= NAME_WIDTH else "…" + name[1 - NAME_WIDTH :]


def _distinct(names: Sequence[str]) -> list[str]:
    """Names with a number where they occur more than once."""
    return [f"{name} {names[:k].count(name) + 1}" if names.count(name) > 1 else name for k, name in enumerate(names)]

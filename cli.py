"""The `backroom` command: thin words around what the package does. Mistakes of the user end with one line and exit code 2."""

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from .commands import exit_on_user_error, new_console, run_to_the_end
from .envs.core.errors import InvalidOption
from .envs.core.registry import games as game_names

if TYPE_CHECKING:
    from rich.console import Console

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="Train, measure and play non-player gamblers. Begin with `backroom games`.",
)

Game = Annotated[str, typer.Argument(help="A game, as listed by `backroom games`.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Set an option; the value is YAML. Repeatable.")
]
Seed = Annotated[int, typer.Option(help="Fixes all chance.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"backroom {version('backroom')}")
        raise typer.Exit


@app.callback()
def options_of_all(
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Options before the command."""


@app.command("games")
@exit_on_user_error
def list_games(
    only: Annotated[str | None, typer.Argument(metavar="GAME", help="A game; all of them by default.")] = None,
    as_json: Json = False,
) -> None:
    """List the games, their bettors and their options."""
    from rich.text import Text

    from .agents.specs import bettors
    from .envs.core.game import get_game

    described = []
    for name in game_names() if only is None else [only]:
        game = get_game(name)
        fields = game.options.model_fields.items()
        described.append(
            {
                "name": name,
                "title": game.title,
                "summary": game.summary,
                "max_seats": game.max_seats,
                "seats": game.seats,
                "bettors": list(bettors(name)),
                "options": {field: {"default": info.default, "meaning": info.description} for field, info in fields},
            }
        )
    if as_json:
        print(json.dumps(described, indent=2))
        return
    console = new_console()
    for game in described:
        console.print(Text.assemble((game["name"], "bold"), f" ({game['seats']} seats): {game['summary']}"))
        console.print(f"  bettors: {', '.join(game['bettors'])}")
        for field, info in game["options"].items():
            console.print(f"  {field} = {json.dumps(info['default'])}: {info['meaning']}")


@app.command()
@exit_on_user_error
def play(
    game: Game,
    against: Annotated[
        str,
        typer.Option(help="Opponents, clockwise from you: names, run folders, file.py:Name; with commas. Nobody by default."),
    ] = "",
    seed: Annotated[int | None, typer.Option(help="Fixes all chance; a fresh one each time by default.")] = None,
    seat: Annotated[int, typer.Option(help="Your seat.")] = 0,
    skill: Annotated[str | None, typer.Option(help="Your dice code, as in 5D+1, where seats have skills.")] = None,
    settings: Settings = None,
) -> None:
    """Sit down at a table, against agents.

    For example: backroom play pinwheel --against shark,maniac --seed 7 --skill 5D+1
    """
    from .agents import resolve_all
    from .agents.specs import bettors
    from .envs.core.game import get_game
    from .envs.views.spaces import fresh_seed
    from .terminal import TerminalTable

    described = get_game(game)
    company = resolve_all([name.strip() for name in against.split(",")] if against.strip() else [], game)
    options = _options(settings)
    if not company and described.min_seats > 1:
        names = list(bettors(game))
        example = ",".join((names * 2)[1 : described.min_seats])
        raise InvalidOption(
            f"--against is missing: {game} has {described.seats} seats. Name who sits there too, as in --against {example}; "
            f"bettors: {', '.join(names)}"
        )
    table = described.options_for(len(company) + 1, options, "you and the opponents named", seat)
    if skill is not None:
        options = {"num_players": table.num_players, **options, "skills": _with_skill(table, seat, skill)}
        table = described.parse_options(options)
    chosen = fresh_seed() if seed is None else seed
    try:
        TerminalTable(described, table, company, seat, chosen, new_console(), _ask).play()
    except KeyboardInterrupt:
        print("\nYou leave the table.")
        raise typer.Exit(130) from None


def _ask(prompt: str) -> str:
    return input(prompt)


def _with_skill(table: Any, seat: int, skill: str) -> list[str]:
    """The skills of all seats, the person's replaced."""
    if not hasattr(table, "skills"):
        raise InvalidOption("--skill: seats of this game have no skills")
    if not 0 <= seat < table.num_players:
        raise InvalidOption(f"seat: {seat} is not a number from 0 to {table.num_players - 1}")
    skills = list(table.skills)
    skills[seat] = skill
    return skills


def _options(settings: list[str] | None) -> dict[str, Any]:
    """Options of a table from NAME=VALUE texts."""
    from .train.yaml_text import read_options

    return read_options(settings)


@app.command()
@exit_on_user_error
def train(
    config: Annotated[str | None, typer.Argument(help="A YAML file, or a packaged name such as pinwheel/ppo.")] = None,
    settings: Settings = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with this run folder instead of starting a new run.")] = None,
    runs: Annotated[Path, typer.Option(help="Where run folders are made.")] = Path("runs"),
) -> None:
    """Fit a bettor, keep the best, and measure it on deals that training never saw. Ctrl-C saves.

    For example: backroom train pinwheel/ppo --set train.total_steps=1000000
    """
    from .train.config import ConfigError, load_config

    if (config is None) == (resume is None):
        raise ConfigError("give a configuration, or --resume RUN to go on with a run")
    console = new_console()
    run = _needs_training_extra()
    if resume is not None:
        folder, reports = resume, run.resume(resume, _total_steps(settings), console)
    else:
        assert config is not None
        folder, reports = run.train(load_config(config, settings or []), runs, console)
    if reports is None:
        print("Stopped and saved. Go on with:", _typed("train", "--resume", str(folder)))
        return
    _show_run(folder, reports, console)


def _needs_training_extra() -> Any:
    """The training code, whose libraries come with an extra."""
    try:
        from .train import run
    except ImportError as error:
        raise InvalidOption(f"training needs the extra: pip install 'backroom[train]' ({error})") from error
    return run


def _total_steps(settings: list[str] | None) -> int | None:
    """The only thing that may change when a run goes on."""
    given = _options(settings)
    total = given.pop("train.total_steps", None)
    if given:
        raise InvalidOption(f"--set {', '.join(given)}: only train.total_steps can change when a run goes on")
    return total


def _show_run(folder: Path, reports: list[Any], console: "Console") -> None:
    """The result, what the folder holds, and what to type next: at the smallest table, where it takes every other seat."""
    from .envs.core.game import get_game
    from .evaluate.report import print_summary

    print_summary(reports, console)
    for file in sorted(path.name for path in folder.iterdir() if path.is_file()):
        console.print(f"  {folder / file}", soft_wrap=True)
    console.print("Play against it:")
    opponents = max(1, get_game(reports[0].game).min_seats - 1)
    print(_typed("play", reports[0].game, "--against", ",".join([str(folder)] * opponents)))


def _typed(*arguments: str) -> str:
    """A line to type, whatever blanks are in it."""
    return shlex.join([_command(), *arguments])


def _command() -> str:
    """How this command was called, so that a line printed here can be typed."""
    called = Path(sys.argv[0])
    if called.name != "backroom":
        return "backroom"
    try:
        return str(called.resolve().relative_to(Path.cwd()))
    except ValueError:
        return "backroom"


class By(StrEnum):
    """What the units of an evaluation are told by."""

    PLACE = "place"
    SEAT = "seat"


@app.command()
@exit_on_user_error
def evaluate(
    game: Game,
    agents: Annotated[list[str], typer.Argument(help="One a seat: a name, a run folder, file.py:Class or file.py:function.")],
    deals: Annotated[int, typer.Option(help="Duplicate deals; each is played once per assignment of seats.")] = 2000,
    seed: Seed = 0,
    settings: Settings = None,
    by: Annotated[
        By | None, typer.Option(help="Tell units by the place in a hand (box, captain ...), or by the seat and who begins.")
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="With --by place: the same deals with this option too, and the difference."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure agents against each other: duplicate deals, rotated seats, units a hand with 95% intervals.

    For example: backroom evaluate pinwheel shark maniac maniac --deals 5000
    """
    from .agents import resolve_all

    options, changed = _options(settings), _options(without)
    if without and by is not By.PLACE:
        raise InvalidOption("--without: only with --by place")
    with redirect_stdout(sys.stderr), _progress(deals * (2 if changed else 1)) as advance:  # agents may print
        asked = Asked(game, resolve_all(agents, game), deals, seed, options, advance)
        data, show = _by_place(asked, changed) if by is By.PLACE else _by_seat(asked) if by is By.SEAT else _by_agent(asked)
    if as_json:
        print(json.dumps(data, indent=2))
    else:
        show(new_console())


class Asked(NamedTuple):
    """What an evaluation is asked for, as `measure` takes it; `advance` is called with the number of deals done."""

    game: str
    agents: Any
    deals: int
    seed: int
    options: dict[str, Any]
    advance: Callable[[int], None]


Found = tuple[Any, Callable[["Console"], None]]  # plain data for programs, and what prints it for people


def _by_agent(asked: Asked) -> Found:
    from .evaluate import measure
    from .evaluate.report import print_report

    report = measure(asked.game, asked.agents, asked.deals, asked.seed, asked.options, progress=asked.advance)
    return report.as_json(), lambda console: print_report(report, console)


def _by_place(asked: Asked, changed: dict[str, Any]) -> Found:
    """`evaluate --by place`; with options `changed`, what it is worth that they are not so."""
    from .envs.core.game import get_game
    from .evaluate.arena import options_for_agents
    from .evaluate.breakdown import by_place, estimates
    from .evaluate.report import places_as_json, print_places

    game, others = get_game(asked.game), {**asked.options, **changed}
    options_for_agents(game, len(asked.agents), others)  # refused before anything is played
    samples = by_place(*asked)
    counterpart = None
    if changed:
        counterpart = by_place(*asked._replace(options=others, advance=lambda done: asked.advance(asked.deals + done)))
    found = estimates(samples, counterpart)
    more = ", more than with " + ", ".join(f"{name}={value}" for name, value in changed.items()) if changed else ""

    def show(console: "Console") -> None:
        console.print(f"{asked.game}: {asked.deals:,} duplicate deals{more}", soft_wrap=True)
        print_places(found, game.hand_word, console)

    return places_as_json(found), show


def _by_seat(asked: Asked) -> Found:
    from .envs.core.game import get_game
    from .evaluate.breakdown import by_seat
    from .evaluate.report import print_seats, seats_as_json

    found = by_seat(*asked)

    def show(console: "Console") -> None:
        console.print(f"{asked.game}: {asked.deals:,} duplicate deals, each agent in every seat")
        print_seats(found, get_game(asked.game).hand_word, console)

    return seats_as_json(found), show


@contextmanager
def _progress(deals: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, where a person looks at it; to be called with the number of deals done."""
    from rich.progress import Progress

    with Progress(console=new_console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("deals", total=deals)
        yield lambda done: bar.update(task, completed=done)


@app.command()
@exit_on_user_error
def bench(
    game: Annotated[str | None, typer.Argument(help="A game; all of them by default.")] = None,
    seconds: Annotated[float, typer.Option(help="Measured for so long, each.")] = 2.0,
    training: Annotated[bool, typer.Option(help="Time training too.")] = True,
    as_json: Json = False,
) -> None:
    """Measure decisions a second of every view, and start-up times."""
    from .benchmarks.speed import print_speed, time_game

    with new_console(stderr=True).status("Measuring, about a minute a game ..."):
        results = [time_game(name, seconds, training) for name in ([game] if game else game_names())]
    if as_json:
        print(json.dumps(results, indent=2))
    else:
        print_speed(results, new_console())


def main() -> None:
    """The console script."""
    run_to_the_end(app)

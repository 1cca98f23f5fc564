"""Kinds of files and their readers. Each returns whether everything came to an answer, as it does for a sound file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import isfinite
from pathlib import Path

from click.testing import Result

from referee import hosting
from referee.errors import UsageError
from referee.server.app import open_referee
from referee.server.config import Config
from referee.server.lobby.hosted_match import State
from referee.server.storage.tokens import Role, Tokens
from tests.fuzz.damage import sealed
from tests.support.shell import referee
from tests.support.tournaments import a_plan_text
from tests.tournament.commands.test_commands import tournament
from tests.tournament.plan.test_plan import FULL
from tournament.errors import UserError
from tournament.plan.draw import slots_of, widest_meetings
from tournament.plan.plan import Plan
from tournament.plan.reading import read_plan
from tournament.run.running import duplicates_here
from tournament.schedule.slots import Slot
from tournament.statistics.fit import fit
from tournament.statistics.ladder import Ladder
from tournament.statistics.results import MatchResult

Case = Callable[[Path, bytes], bool]

PLAN = FULL.replace("elo_k = 20", "elo_k = 20\nelo_start = 100000").replace("mine = 1500", "mine = 100000")
"""The rating is at an end of what is allowed, so that one wrong number is far from it."""

PLAN_TO_PLAY = a_plan_text(
    "greedy random first",
    deals=1,
    extra='[time]\nstartup = "10s"\ndecision = "1s"\nbank = "30s"\nmax_strikes = 3\n[options]\nmax_rounds = 3',
    elo_k=20,
    elo_start=1500,
    name="spring",
    seed=42,
)
PLAN_OF_DATABASE = a_plan_text("greedy random first", deals=3)
MOST_RATED = 30
MOST_PLAYED = 12
BOT_NEVER_CAME = 5
"""How `tournament run` ends if a bot did not appear in any of its matches."""


def answered(result: Result, *good: int) -> bool:
    """Whether the command has answered; if not, it has said in a sentence why not."""
    assert "Traceback" not in result.output, result.output
    assert result.exit_code in {0, 1, *good}, result.output
    assert result.exit_code == 0 or result.output.strip()
    return result.exit_code != 1


def a_plan(folder: Path, data: bytes) -> bool:
    """What `tournament check` looks at before it starts a bot, and what becomes of the ratings."""
    path = folder / "plan.toml"
    path.write_bytes(data)
    told = answered(tournament("token", path, "far", code=None))
    try:
        plan = read_plan(path)
        slots = slots_of(plan, duplicate=duplicates_here(plan))
    except (UserError, UsageError):
        return False
    fewest, most = widest_meetings(slots, plan)
    assert 0 <= fewest <= most
    rate(plan, slots)
    return told


def rate(plan: Plan, slots: tuple[Slot, ...]) -> None:
    """Rates the first matches."""
    rating = plan.rating
    ladder = Ladder(slots, start=rating.elo_start, k=rating.elo_k, anchors=rating.anchors)
    results = [_won_by_the_first(slot) for slot in slots[:MOST_RATED]]
    steps = ladder.add(results)
    assert steps
    assert all(isfinite(value) for step in steps for value in step.ratings.values())
    played = {bot for result in results for bot in result.bots}
    fit(results, anchors={bot: value for bot, value in rating.anchors.items() if bot in played})


def _won_by_the_first(slot: Slot) -> MatchResult:
    places = tuple(range(1, len(slot.bots) + 1))
    return MatchResult(match=slot.match, number=slot.number, block=slot.block, bots=slot.bots, places=places)


def a_plan_to_play(folder: Path, data: bytes) -> bool:
    """A plan of built-in bots alone, which is checked and played."""
    path, database = folder / "plan.toml", folder / "t.db"
    path.write_bytes(data)
    if not answered(tournament("check", path, code=None)):
        return False
    plan = read_plan(path)
    if len(slots_of(plan, duplicate=duplicates_here(plan))) > MOST_PLAYED:
        return True
    return answered(tournament("run", path, "--workers", 1, "--db", database, code=None), BOT_NEVER_CAME) and answered(
        tournament("verify", database, code=0)
    )


def a_record(folder: Path, data: bytes) -> bool:
    path = folder / "record.jsonl"
    path.write_bytes(data)
    show = ["show", path]
    commands = [show, [*show, "--json", "--spectator"], [*show, "--html", folder / "page.html"], ["verify", path]]
    told = [answered(referee(*words, code=None)) for words in commands]
    return all(told)


def a_data_folder(folder: Path, data: bytes) -> bool:
    """What `referee serve` finds in its folder: a match that is over, or one that lacks its last line."""
    begun = data[: data.rstrip(b"\n").rfind(b"\n") + 1]
    return [_found(folder / "over", "m-1.jsonl", data), _found(folder / "begun", "m-1.journal", begun)] == [
        [State.FINISHED],
        [State.WAITING],
    ]


def a_sealed_record(folder: Path, data: bytes) -> bool:
    return a_record(folder, sealed(data))


def a_sealed_data_folder(folder: Path, data: bytes) -> bool:
    return a_data_folder(folder, sealed(data))


def _found(folder: Path, name: str, data: bytes) -> list[State]:
    records = folder / "records"
    records.mkdir(parents=True, mode=0o700)
    (records / name).write_bytes(data)
    return hosting.run(partial(_matches_of_a_referee, folder))


async def _matches_of_a_referee(folder: Path) -> list[State]:
    async with open_referee(Config(address=f"unix:{folder / 'socket'}", data=folder)) as opened:
        return [hosted.state for hosted in opened.lobby.matches.values()]


def tokens(folder: Path, data: bytes) -> bool:
    path = folder / "tokens.jsonl"
    path.write_bytes(data)
    token = Tokens(path).issue("new")
    found = Tokens(path)
    assert found.find(token) is not None
    return (found.role_of("a"), found.role_of("b")) == (Role.BOT, Role.ORGANISER)


def a_card_set(folder: Path, data: bytes) -> bool:
    path = folder / "cards.toml"
    path.write_bytes(data)
    words = ["--bot", "first", "--bot", "random", "--in-process", "--seed", 1, "--option", "max_rounds=3"]
    return answered(referee("play", "keepers", *words, "--cards", path, code=None))


def a_database(folder: Path, data: bytes) -> bool:
    """Looks at it, continues with it as it is, and continues with what can be saved of it."""
    path, plan = folder / "t.db", folder / "plan.toml"
    path.write_bytes(data)
    plan.write_text(PLAN_OF_DATABASE)
    report, export = ("report", "--no-replays", "-o", folder / "page"), ("export", "-o", folder / "out", "--records")
    run = ("run", plan, "--db")
    looked = [answered(tournament(*words, path, code=None)) for words in (("show",), ("verify",), report, export)]
    ran = answered(tournament(*run, path, code=None), BOT_NEVER_CAME)
    repaired = answered(tournament("repair", path, code=None))
    if repaired and answered(tournament(*run, path, code=None), BOT_NEVER_CAME):
        tournament("verify", path)
    return ran and repaired and all(looked)

"""`tournament run`: play what is left of a tournament."""

from __future__ import annotations

import sys
from datetime import datetime
from functools import partial
from pathlib import Path

import click

from referee import hosting
from referee.terminal.exits import Exit
from referee.terminal.printing import print_json, say
from tournament.commands.display import open_display
from tournament.commands.plan_argument import plan_argument, plan_to_play
from tournament.commands.times import next_time
from tournament.errors import HaltedError
from tournament.plan.plan import Plan
from tournament.plan.reading import with_workers
from tournament.report.standings import standings_of, standings_text
from tournament.run.runner import Outcome
from tournament.run.running import run_plan
from tournament.storage.archive import open_archive


def _read_time(_context: click.Context, _parameter: click.Parameter, text: str | None) -> float | None:
    """Return the next moment with this time of the day, in seconds since 1970."""
    return None if text is None else next_time(text, datetime.now().astimezone()).timestamp()


@click.command
@plan_argument
@click.option("--db", "database", required=True, type=click.Path(path_type=Path), help="The tournament's database.")
@click.option("--workers", type=click.IntRange(1, 64), help="Number of worker processes. Default: as PLAN says.")
@click.option("--check/--no-check", default=True, show_default=True, help="Start every bot once before the matches.")
@click.option(
    "--until",
    callback=_read_time,
    metavar="HH:MM",
    help="Start no match after this time of the next 24 hours, e.g. 18:00. Running matches are played to the end.",
)
@click.option("--json", "as_json", is_flag=True, help="Print each event as a line of JSON, the standings last.")
def run(plan_file: Path, database: Path, workers: int | None, check: bool, until: float | None, as_json: bool) -> None:
    """Play the tournament of PLAN, or what is left of it, and print the standings.

    Each match is stored as soon as it is finished. You can stop the run at any moment; the same command resumes it.
    Ctrl-C gives running matches 10 seconds to finish.

    PLAN may change between two runs: more deals, bots that enter or are withdrawn, other limits of time, and all that
    concerns only ratings and names. What would change the matches already played is refused.

    Exit codes: 1 a bot does not start, 3 matches are left, 4 the run was halted because two matches in a row were
    void, 5 all matches are played, but at least one bot never took part.
    """
    plan = plan_to_play(plan_file)
    if workers is not None:
        plan = with_workers(plan, workers)
    code = _run(plan, plan_file, database, check=check, until=until, as_json=as_json)
    absent = _print_standings(database, as_json=as_json)
    sys.exit(Exit.ABSENT if absent and code is Exit.DONE else code)


def _run(plan: Plan, plan_file: Path, database: Path, *, check: bool, until: float | None, as_json: bool) -> Exit:
    try:
        with open_display(as_json=as_json) as tell:
            outcome = hosting.run(partial(run_plan, plan, plan_file, database, tell, check=check, until=until))
    except HaltedError as error:
        say(f"Halted: {error}\nRun the same command again once the cause is fixed.", err=True)
        return Exit.OURS
    return Exit.DONE if outcome is Outcome.COMPLETE else Exit.INTERRUPTED


def _print_standings(database: Path, *, as_json: bool) -> bool:
    """Print the standings; return whether at least one bot never took part."""
    with open_archive(database) as archive:
        standings = standings_of(archive)
        if as_json:
            print_json({"event": "standings", "standings": standings}, indent=None)
        else:
            say(standings_text(standings, archive.failures()))
        return bool(standings.absent)

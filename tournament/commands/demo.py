"""`tournament demo`: play sample bots on every game, from plan to report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
from referee_client.bots.greedy import GREEDY

from referee import hosting
from referee.kernel.game import Game, all_games
from referee.terminal.exits import Exit
from referee.terminal.printing import say
from tournament.commands.arguments import output_option
from tournament.commands.display import open_display
from tournament.plan.reading import read_plan
from tournament.report.page import write_report
from tournament.report.standings import standings_of, standings_text
from tournament.run.runner import Outcome, Tell
from tournament.run.running import run_plan
from tournament.storage.archive import open_archive

SEATS = 3
PLAN = """\
plan = 1
[tournament]
name = "demo-{game}"
game = "{game}"
seats = {seats}
[format]
deals = 2
duplicate = true    # these bots do not remember earlier matches
[time]
startup = "30s"
decision = "5s"
"""
BOT = """
[[bots]]
name = "{name}"
command = ["python", "-m", "referee_client.bots", "{kind}"]
"""


@click.command
@output_option
def demo(folder: Path) -> None:
    """Play a small tournament of sample bots on every game, and write plan, database and report to DIR.

    It does not replay matches that are already in DIR.
    """
    for game in all_games().values():
        with open_display(as_json=False) as tell:
            outcome = _play(game, folder, tell)
        if outcome is not Outcome.COMPLETE:
            sys.exit(Exit.INTERRUPTED)


def _play(game: Game[Any], folder: Path, tell: Tell) -> Outcome:
    """Play the round robin of one game; write plan, database and report, and print standings and paths."""
    folder.mkdir(parents=True, exist_ok=True)
    plan, database = folder / f"{game.id}.toml", folder / f"{game.id}.db"
    plan.write_text(_plan_text(game), encoding="utf-8")
    outcome = hosting.run(run_plan, read_plan(plan), plan, database, tell)
    with open_archive(database) as archive:
        say(standings_text(standings_of(archive), archive.failures()))
        page = write_report(archive, folder / game.id, replays=True, prior=None, tell=lambda _: None)
    say(f"\nreport: {page}\n")
    return outcome


def _plan_text(game: Game[Any]) -> str:
    """Build a plan with four bots, each with its own process; the greedy bot does not play every game."""
    best = "greedy" if game.id in GREEDY else "random"
    bots = {"random": "random", "first": "first", f"{best}-one": best, f"{best}-two": best}
    parts = [BOT.format(name=name, kind=kind) for name, kind in bots.items()]
    return PLAN.format(game=game.id, seats=max(SEATS, game.seats[0])) + "".join(parts)

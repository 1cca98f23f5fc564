"""`tournament repair`: restores what follows from sound records, and lets all else be played again."""

from __future__ import annotations

from pathlib import Path

import click

from referee.terminal.printing import print_json, say
from tournament.commands.arguments import database_argument, json_option
from tournament.storage import repairing
from tournament.storage.repairing import Repaired

MOST_NAMED = 100
"""Matches that are named for people; `--json` has all."""


@click.command
@database_argument
@json_option
def repair(database: Path, as_json: bool) -> None:
    """Write DATABASE anew from the plan, the secret and the sound records that can be found in it.

    They are looked for on every page of the file, so it may be cut short, or too damaged for SQLite. A match whose
    record is damaged or lost is forgotten, so that `tournament run` plays it again. The file is copied to
    DATABASE.damaged first. No runner may be using it.
    """
    done = repairing.repair(database)
    if as_json:
        print_json({"repaired": done})
    else:
        say(f"{database}: there is nothing to repair" if done is None else _text(done, database))


def _text(done: Repaired, database: Path) -> str:
    lines = [f"the damaged file: {done.damaged_file}", f"sound matches: {done.kept}"]
    if done.restored:
        lines.append(f"restored from their records: {_named(done.restored)}")
    if done.lost_notes:
        lines.append("some notes about processes, void matches or matches that were begun are lost")
    if done.forgotten:
        again = f"`tournament run PLAN --db {database}` plays them again"
        lines.append(f"forgotten: {_named(done.forgotten)}; {again}")
    if done.forgotten and done.was_complete:
        lines.append(
            "all matches were played, so the secret may be known: who knows it knows the cards of these matches"
        )
    return "\n".join(lines)


def _named(matches: list[str]) -> str:
    more = len(matches) - MOST_NAMED
    return ", ".join(matches[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")

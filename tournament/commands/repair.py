"""`tournament repair`: restore everything that can be derived from intact records, and let the rest be played again."""

from __future__ import annotations

from pathlib import Path

import click

from referee.terminal.printing import print_json, say
from tournament.commands.arguments import database_argument, json_option
from tournament.storage import repairing
from tournament.storage.repairing import Repaired

MOST_NAMED = 100
"""How many matches the output for people names; `--json` lists all."""


@click.command
@database_argument
@json_option
def repair(database: Path, as_json: bool) -> None:
    """Rebuild DATABASE from the plan, the secret and the intact records that can be found in it.

    The command searches every page of the file, so the file may be truncated, or too damaged for SQLite. A match whose
    record is damaged or lost is removed, and `tournament run` plays it again. The file is first copied to
    DATABASE.damaged. Stop any run that uses the database before you repair it.
    """
    done = repairing.repair(database)
    if as_json:
        print_json({"repaired": done})
    else:
        say(f"{database}: nothing to repair" if done is None else _text(done, database))


def _text(done: Repaired, database: Path) -> str:
    lines = [f"the damaged file: {done.damaged_file}", f"sound matches: {done.kept}"]
    if done.restored:
        lines.append(f"restored from their records: {_named(done.restored)}")
    if done.lost_notes:
        lines.append("some entries about processes, void matches or started matches are lost")
    if done.lost_keys:
        lines.append(f"keys of bots cannot be restored: `tournament key {database} BOT` makes a new one for each bot")
    if done.forgotten:
        again = f"`tournament run PLAN --db {database}` plays them again"
        lines.append(f"removed: {_named(done.forgotten)}; {again}")
    if done.forgotten and done.was_complete:
        lines.append(
            "all matches had been played, so the secret may have been published: anyone who has it knows the cards of "
            "these matches"
        )
    return "\n".join(lines)


def _named(matches: list[str]) -> str:
    more = len(matches) - MOST_NAMED
    return ", ".join(matches[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")

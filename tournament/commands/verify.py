"""`tournament verify`: replay every record and recompute every rating."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from referee.counts import counted
from referee.terminal.exits import Exit
from referee.terminal.printing import print_json, say
from tournament.commands.arguments import database_argument, json_option, warn_of_deals
from tournament.report.decisions import decision_lines
from tournament.report.remarks import begun_again_text
from tournament.storage.archive import open_archive
from tournament.storage.faults import REPAIR
from tournament.storage.verifying import Verification, verify_archive


@click.command
@database_argument
@json_option
def verify(database: Path, as_json: bool) -> None:
    """Derive every deal in DATABASE from the secret, replay every record, and recompute every rating.

    The output names every match that is damaged or does not follow the rules. If there is any fault, the exit code is
    1. `tournament repair` restores the matches whose records are intact, and lets the others be played again.

    Compare the printed hash with the one that was published when the tournament began: if they are equal, nobody chose
    the deals afterwards. The output also names the matches that were started more than once, because an organiser could
    watch a match and interrupt it.
    """
    with open_archive(database, REPAIR) as archive:
        warn_of_deals(archive.tournament.plan)
        found = verify_archive(archive)
        anew = archive.tournament.deals_anew(len(archive.tournament.history))
    if as_json:
        print_json(found)
    else:
        say(_text(found, database, anew=anew))
    sys.exit(Exit.USER if found.faults else Exit.DONE)


def _text(found: Verification, database: Path, *, anew: bool) -> str:
    lines = [*found.faults, *_again(found.begun_again, anew=anew), *decision_lines(found.decisions)]
    lines += [f"hash of the secret from which the deals are derived: {found.commitment}"]
    if found.damaged:
        again = f"`tournament repair {database}` restores those with intact records, and `run` plays the others again"
        lines.append(f"damaged: {', '.join(found.damaged)}; {again}")
    elif found.faults:
        lines.append(f"no match is damaged; `tournament repair {database}` fixes the rest")
    if not found.is_over:
        further = ", and further ones to be drawn" if found.drawing else ""
        lines.append(f"unfinished: {counted(found.total - found.matches, 'match', 'matches')} left to play{further}")
    lines.append(
        f"{counted(found.matches, 'match', 'matches')} and {counted(found.ratings, 'rating')}: "
        + (counted(len(found.faults), "fault") if found.faults else "all as it should be")
    )
    return "\n".join(lines)


def _again(begun_again: dict[str, int], *, anew: bool) -> list[str]:
    """Return which matches were started again, and with which cards."""
    if not begun_again:
        return []
    cards = "other cards, which are derived from the same secret" if anew else "the same cards"
    named = ", ".join(f"{match} {times}x" for match, times in begun_again.items())
    return [f"matches that were started again, each time with {cards}: {begun_again_text(begun_again)} ({named})"]

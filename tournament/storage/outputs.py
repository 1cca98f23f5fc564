"""The output of a bot's processes, for the owner of the bot, who must not see a card that can be dealt again.

If each deal is played in rotations of the seats, a bot that prints its cards in one rotation prints cards that another
bot will hold in the next one. For each process, the database contains which matches were started while it ran; it can
have played only these. So its output is shown once the deals of all these matches have been played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from tournament.schedule.slots import Slot
from tournament.storage.archive import Archive
from tournament.storage.faults import whole
from tournament.storage.rows import ProcessRow

FIRST = 0
"""The value for matches whose start was not stored, by an older version of Referee."""


def outputs_of(archive: Archive, bot: str, slots: Iterable[Slot]) -> list[ProcessRow]:
    """Return the processes of a bot whose output its owner may see. `slots` are all matches of the tournament."""
    with whole("an entry about a process"):
        rows = [row for row in archive.rows("processes") if row["bot"] == bot]
        open_starts = _open_starts(archive, bot, slots) if rows else []
        return [
            msgspec.convert(row, ProcessRow, strict=False)
            for row in rows
            if not any(_may_have_played(row, start) for start in open_starts)
        ]


def _may_have_played(process: Mapping[str, object], start: int) -> bool:
    before, until = process.get("begun_before"), process.get("begun_until")
    return not ((isinstance(before, int) and start <= before) or (isinstance(until, int) and start > until))


def _open_starts(archive: Archive, bot: str, slots: Iterable[Slot]) -> list[int]:
    """Return the starts of the bot's matches whose cards can be dealt again."""
    if not archive.tournament.duplicate or archive.published is not None:
        return []
    shown = {*archive.shown()}
    own = {slot.match for slot in slots if bot in slot.bots} - shown
    starts = [(int(str(row["id"])), str(row["match"])) for row in archive.rows("begun")]
    unknown = own.intersection(archive.fixed()) - {match for _, match in starts}
    return [*(start for start, match in starts if match in own), *([FIRST] if unknown else [])]

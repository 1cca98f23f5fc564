"""What the owner of a bot sees on its page: its matches, seat by seat, and the output of its processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote

import msgspec

from referee.kernel.record import SeatEnd
from referee.pages.markup import Markup, join, table, tag
from referee.pages.matches import ON_A_PAGE, pages
from tournament.storage.rows import ProcessRow, failure_text
from tournament.storage.summary import SeatSummary
from tournament.web.match_pages import replay_cell, result_cell
from tournament.web.snapshot import Snapshot

PROCESSES_SHOWN = 20
LINES_SHOWN = 200
HEADS = ("match", "seat", "result (place, score)", "end", "decisions", "late", "strikes", "mean ms", "max ms", "replay")
NUMBERS = (1, 4, 5, 6, 7, 8)
LATER = (
    "The output of a process appears here once no match that it may have played can be dealt again: if each deal is "
    "played "
    "in rotations of the seats, once all of them have been played."
)


def own_parts(now: Snapshot, bot: str, outputs: Sequence[ProcessRow], start: int) -> Markup:
    """Return the matches of a bot, with only what concerns its own seat, and the output of its processes."""
    matches = now.matches_of(bot)[::-1]
    shown = matches[start : start + ON_A_PAGE]
    rows = [
        (match.match, number, result_cell(match), *_numbers(now, match.match, seat), replay_cell(now, match.match))
        for match in shown
        for number, seat in enumerate(match.seats)
        if seat.bot == bot
    ]
    listed = tag("p", "No match has been played yet.", class_="none-yet")
    if rows:
        listed = join([table(HEADS, rows, NUMBERS), pages(len(matches), start, ON_A_PAGE, f"/bots/{quote(bot)}", {})])
    return join(
        [
            tag("h2", "Your matches"),
            tag("p", "A replay shows a match as your bot saw it at its turns, with its options and times."),
            tag("div", listed),
            tag("h2", "Output"),
            tag("p", LATER),
            *_outputs(outputs),
        ]
    )


def _numbers(now: Snapshot, match: str, seat: SeatSummary) -> tuple[object, ...]:
    """Return what only the owner of a seat knows about it, once its cards can no longer be dealt again."""
    end = "" if seat.end is SeatEnd.PLAYED else seat.end
    if match not in now.shown:
        return end, "-", "-", "-", "-", "-"
    mean = seat.total_ms / seat.decisions if seat.decisions else 0.0
    return end, seat.decisions, seat.timeouts, seat.strikes, f"{mean:.1f}", f"{seat.max_ms:.0f}"


def _outputs(outputs: Sequence[ProcessRow]) -> Iterator[Markup]:
    """Yield what the last processes wrote, without the command, which may name files of the organiser."""
    last = [process for process in outputs if process.failed or process.output.strip()][-PROCESSES_SHOWN:][::-1]
    if not last:
        yield tag("p", "No process has failed or written anything yet.", class_="none-yet")
    for process in last:
        own = msgspec.structs.replace(process, command="")
        yield tag("pre", failure_text(own, LINES_SHOWN), tabindex="0")

"""Write the report and the replays beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from referee.counts import counted
from referee.files import private_folder, write_private
from referee.pages.replays import replay_page
from tournament.errors import DamagedError
from tournament.report.choosing import chosen_matches
from tournament.report.findings import NOTHING_MORE, FindingsWanted
from tournament.report.paging import INDEX, no_replay, report_data, report_pages
from tournament.storage.archive import NO_RECORD, Archive

DRAWN_AT_ONCE = 100
"""Up to this many replays are drawn by default: a page takes about half a second and 30 to 500 kB."""


def write_report(
    archive: Archive,
    folder: Path,
    *,
    replays: bool | None,
    prior: float | None,
    tell: Callable[[str], None],
    wanted: FindingsWanted = NOTHING_MORE,
) -> Path:
    """Write the report, and beside it a page for each match to step through. Return the path of the first page.

    If `replays` is None and there are many, only those of chosen matches are drawn. Raises `DamagedError`, after
    writing everything else, if the record of a match cannot be read.
    """
    private_folder(folder)
    shown = archive.shown()
    few = replays is not False and (replays or len(shown) <= DRAWN_AT_ONCE)
    data = report_data(archive, prior, wanted)
    chosen = {} if few or replays is False else chosen_matches(data.played, data.order, shown, DRAWN_AT_ONCE)
    drawn = shown if few else [match for match in shown if match in chosen]
    damaged = write_replays(archive, drawn, folder / "replays", tell) if few or chosen else []
    linked = [match for match in drawn if match not in damaged]
    data = replace(
        data, linked=linked, damaged=damaged, chosen={name: chosen[name] for name in linked if name in chosen}
    )
    for name, text in report_pages(data):
        write_private(folder / name, text.encode())
    page = folder / INDEX
    if damaged:
        raise DamagedError(f"{no_replay(damaged)}; everything else is in {page}")
    return page


def write_replays(archive: Archive, matches: Sequence[str], folder: Path, tell: Callable[[str], None]) -> list[str]:
    """Draw the replays of these matches. Return the matches whose records are damaged."""
    private_folder(folder)
    damaged = []
    for number, match in enumerate(matches, 1):
        try:
            page = replay_page(archive.record(match))
        except NO_RECORD:
            damaged.append(match)
        else:
            write_private(folder / f"{match}.html", page.encode())
        if number % 10 == 0:
            tell(f"{number} of {counted(len(matches), 'replay')}")
    return damaged

"""What people expect to see of a format: as text and as a section of a page."""

from __future__ import annotations

from collections.abc import Sequence

from referee.columns import columns
from referee.pages.markup import Markup, join, table, tag
from tournament.formats.course import shown_by_format
from tournament.formats.showing import FormatTable
from tournament.storage.archive import Archive
from tournament.storage.drawing import contest_of, results_by_block


def format_tables(archive: Archive) -> list[FormatTable]:
    """Return the tables and drawings of the tournament's format; none for a round robin or a gauntlet."""
    tournament = archive.tournament
    if not tournament.drawn:
        return []
    return shown_by_format(contest_of(tournament, results_by_block(archive)))


def format_text(tables: Sequence[FormatTable]) -> str:
    """Return them for the terminal."""
    return "\n\n".join(_text(one) for one in tables)


def _text(one: FormatTable) -> str:
    parts = [f"{one.title}:"]
    parts += [columns([one.heads, *one.rows], right=one.numbers)] if one.heads else []
    return "\n".join([*parts, *one.drawing, *one.notes])


def format_sections(tables: Sequence[FormatTable]) -> Markup:
    """Return them for a page."""
    return join([_section(one) for one in tables])


def _section(one: FormatTable) -> Markup:
    parts = [table(one.heads, one.rows, one.numbers)] if one.heads else []
    parts += [tag("pre", "\n".join(one.drawing), tabindex="0")] if one.drawing else []
    notes = tag("ul", *(tag("li", note) for note in one.notes), class_="notes")
    return tag("section", tag("h2", one.title), *parts, notes)

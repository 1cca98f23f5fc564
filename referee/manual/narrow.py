"""A page as Markdown for a terminal: links name topics, and tables that are too wide become lists."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import groupby

from referee.manual.contents import ManualPage, outside_of_code, pages, text_of

_LINK = re.compile(r"(?P<picture>!?)\[(?P<words>[^\]]+)\]\((?P<target>(?!\w+:)[^)\s]+)\)")
_CELL = re.compile(r"(?<!\\)\|")
_BORDERS = 3
"""The number of columns that a terminal needs in addition to the text of a cell."""


class _Kind(Enum):
    """The kind of element that a line belongs to."""

    TEXT = auto()
    TABLE = auto()
    CODE = auto()


def narrow(page: ManualPage, width: int) -> str:
    """The text of a page for a terminal with the given number of columns."""
    parts: list[str] = []
    for kind, of_kind in groupby(outside_of_code(text_of(page.topic)), key=_kind):
        lines = [line for line, _ in of_kind]
        if kind is not _Kind.CODE:  # a link may continue in the next line
            lines = _LINK.sub(lambda found: _named(found, page), "\n".join(lines)).split("\n")
        parts += _fitted(lines, width) if kind is _Kind.TABLE else lines
    return "\n".join(parts)


def _kind(line: tuple[str, bool]) -> _Kind:
    text, is_text = line
    if not is_text:
        return _Kind.CODE
    return _Kind.TABLE if text.startswith("|") else _Kind.TEXT


def _named(link: re.Match[str], page: ManualPage) -> str:
    words = link["words"]
    if link["picture"]:
        return f"*Picture: {words}*"
    path, _, _ = link["target"].partition("#")
    topic = posixpath.normpath(posixpath.join(posixpath.dirname(page.topic), path)).removesuffix(".md")
    names = [other.name for other in pages() if other.topic == topic]
    return f"{words} (*{names[0]}*)" if names and path else words


def _fitted(table: Sequence[str], width: int) -> Iterator[str]:
    """The table unchanged if every word fits into its column, otherwise a list with an item for each row."""
    rows = [_cells(line) for line in table]
    if sum(_widest_word(column) + _BORDERS for column in zip(*rows, strict=False)) < width:
        yield from table
        return
    heads, _, *body = rows
    for first, *rest in body:
        told = [f"{head}: {cell}" if head else cell for head, cell in zip(heads[1:], rest, strict=False) if cell]
        yield f"- {first or '...'}" + "".join(f"; {one}" for one in told)
    yield ""


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in _CELL.split(line.strip().strip("|"))]


def _widest_word(cells: Sequence[str]) -> int:
    return max((len(word) for cell in cells for word in cell.split()), default=0)

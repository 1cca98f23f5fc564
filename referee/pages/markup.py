"""HTML and SVG. Everything not made by `tag` is text: it is escaped, and hidden characters are made visible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from html import escape

from referee.neutral import neutral

ROOT: ContextVar[str] = ContextVar("ROOT", default="")
"""The path at which a proxy serves the site, e.g. "/cup"; set once, before the site is served. Every link begins so."""

LINKS = frozenset({"href", "src", "action", "data_feed"})


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def tag(name: str, /, *children: object, **attributes: object) -> Markup:
    """An element. Attributes: `class_` is class, `stroke_width` is stroke-width; None leaves the attribute out."""
    words = [name]
    for key, value in attributes.items():
        if value is not None:
            text = rooted(str(value)) if key in LINKS else _text(value)
            words.append(f'{key.rstrip("_").replace("_", "-")}="{escape(text)}"')
    inner = "".join(child if isinstance(child, Markup) else escape(_text(child), quote=False) for child in children)
    return Markup(f"<{' '.join(words)}>{inner}</{name}>")


def rooted(link: str) -> str:
    """A link as the browser has to follow it: paths of the site begin with `ROOT`."""
    return neutral(ROOT.get() + link if link.startswith("/") else link)


def join(parts: Iterable[Markup]) -> Markup:
    """Several elements, one after the other."""
    return Markup("\n".join(parts))


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], numbers: Iterable[int] = ()) -> Markup:
    """A table; the columns in `numbers` are right-aligned. A cell may already be an element `td`.

    A table wider than the screen can be scrolled separately, also with the keyboard.
    """
    right = set(numbers)
    head = tag("tr", *(tag("th", text, class_=_side(column, right)) for column, text in enumerate(heads)))
    body = (tag("tr", *(_cell(cell, _side(column, right)) for column, cell in enumerate(row))) for row in rows)
    whole = tag("table", tag("thead", head), tag("tbody", join(body)))
    return tag("div", whole, class_="wide", tabindex="0", role="group", aria_label="table")


def _cell(cell: object, side: str | None) -> Markup:
    if isinstance(cell, Markup) and cell.startswith("<td"):
        return cell
    return tag("td", cell, class_=side)


def _side(column: int, right: set[int]) -> str | None:
    return "number" if column in right else None


def _text(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else neutral(str(value))

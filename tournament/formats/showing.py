"""How a format is shown to people: tables and drawings, as values."""

from __future__ import annotations

from msgspec import Struct, field


class FormatTable(Struct, frozen=True, kw_only=True):
    """What people expect to see of a format.

    Attributes:
        title: A heading.
        heads: The heads of the columns; empty if there is no table.
        rows: The rows of the table.
        numbers: The columns with numbers.
        drawing: The lines of a drawing in characters of equal width, below the table.
        notes: Sentences that explain it.
    """

    title: str
    heads: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    drawing: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def points_text(points: float) -> str:
    """Return points as people write them: 2, 2.5 or 2.67."""
    return f"{points:.2f}".rstrip("0").rstrip(".")

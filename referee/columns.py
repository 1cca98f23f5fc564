"""Line up text in columns."""

from __future__ import annotations

from collections.abc import Sequence

from referee.neutral import one_line


def columns(rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> str:
    """Align rows in columns; the first row contains the headings.

    Columns whose numbers are in `right` are right-aligned.
    """
    texts = [[one_line(str(cell)) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    lines = []
    for row in texts:
        cells = [
            cell.rjust(width) if number in right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)

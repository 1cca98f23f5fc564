"""Prints answers: JSON for machines, aligned columns for people. What bots wrote is harmless when it comes out here."""

from __future__ import annotations

from collections.abc import Sequence

import click
import msgspec

from referee.neutral import neutral, neutral_json, one_line


def say(text: object, *, err: bool = False, nl: bool = True) -> None:
    """Prints text for people on stdout, or on stderr."""
    click.echo(neutral(str(text)), err=err, nl=nl)


def print_json(value: object, *, indent: int | None = 2) -> None:
    """Prints a value as JSON on stdout; without `indent` on one line."""
    encoded = msgspec.json.encode(value)
    text = encoded if indent is None else msgspec.json.format(encoded, indent=indent)
    click.echo(neutral_json(text.decode()))


def columns(rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> str:
    """Lines up rows, the first of them the headings; the columns of the numbers in `right` to the right."""
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

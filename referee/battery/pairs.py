"""Rows in which any two values of different columns occur together: far fewer than all possible rows.

Most bugs that appear only with certain combinations of options need just two of them. The rows are built one by one,
each around a missing pair, with the values that add most other missing pairs. The result depends only on the given
stream of chance.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations, product
from random import Random
from typing import TypeVar

TRIES = 40
"""The number of rows tried for a pair before it counts as impossible."""

Made = TypeVar("Made")
RowOfPairs = tuple[Hashable, ...]
Cell = tuple[int, Hashable]
"""A column and a value in it."""


def in_pairs(
    columns: Sequence[Sequence[Hashable]], make: Callable[[RowOfPairs], Made | None], randomly: Random
) -> Iterator[Made]:
    """The results of `make` for the rows. If it returns None, the row is impossible and another one is tried."""
    together = min(2, len(columns))
    missing: dict[tuple[Cell, ...], None] = {
        tuple(zip(chosen, values, strict=True)): None
        for chosen in combinations(range(len(columns)), together)
        for values in product(*(columns[column] for column in chosen))
    }
    while missing:
        wanted = next(iter(missing))
        for tried in range(TRIES):
            row = _row_around(wanted, columns, missing if tried < TRIES // 2 else {}, randomly)
            made = make(row)
            if made is not None:
                for pair in combinations(enumerate(row), together):
                    missing.pop(pair, None)
                yield made
                break
        missing.pop(wanted, None)


def _row_around(
    wanted: Sequence[Cell],
    columns: Sequence[Sequence[Hashable]],
    missing: dict[tuple[Cell, ...], None],
    randomly: Random,
) -> RowOfPairs:
    """A row with the wanted cells. Each other cell adds as many missing pairs as it can, or is random."""
    row = dict(wanted)
    rest = [column for column in range(len(columns)) if column not in row]
    for column in randomly.sample(rest, len(rest)):

        def brings(value: Hashable, column: int = column) -> int:
            return sum(tuple(sorted([cell, (column, value)], key=_column)) in missing for cell in row.items())

        row[column] = max(randomly.sample(columns[column], len(columns[column])), key=brings)
    return tuple(row[column] for column in range(len(columns)))


def _column(cell: Cell) -> int:
    return cell[0]

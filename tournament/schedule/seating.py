"""Decides which bot sits where: each bot sits in every seat equally often (give or take one), whatever the tables are.

That is always possible. Divide each bot's tables, in order, into groups of k, where k is the number of seats. The bots'
groups and the tables form a bipartite graph in which no vertex has more than k edges. By König's theorem, the edges of
such a graph can be given k colours such that edges of the same colour never meet. A colour is a seat: then a table has
each seat once, and a bot sits in each seat once in every k of its tables. The colours are found as in the theorem's
proof.
"""

from collections import Counter
from collections.abc import Sequence

Tables = Sequence[Sequence[str]]
_Point = tuple[str | None, int]


def seat_evenly(tables: Tables) -> list[tuple[str, ...]]:
    """Return the same tables in the same order, each with its bots in seat order.

    In any k successive tables of a bot, counted from its first, it sits in each of the k seats once.
    """
    seats = max((len(table) for table in tables), default=0)
    colouring = _Colouring(seats)
    played: Counter[str] = Counter()
    for number, table in enumerate(tables):
        for bot in table:
            colouring.add((bot, played[bot] // seats), (None, number))
            played[bot] += 1
    return [colouring.table(number) for number in range(len(tables))]


class _Colouring:
    """Edges between bots' groups and tables; `at[point][seat]` is the other end of that edge.

    A point is either (bot, number of its group) or (None, number of the table).
    """

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._at: dict[_Point, list[_Point | None]] = {}

    def add(self, bot: _Point, table: _Point) -> None:
        """Add an edge with a seat that is free at both ends; if there is none, free one first."""
        here, there = self._edges(bot), self._edges(table)
        seat = next((seat for seat in range(self._seats) if here[seat] is None and there[seat] is None), None)
        if seat is None:
            seat, other = here.index(None), there.index(None)
            self._swap(table, seat, other)
        here[seat], there[seat] = table, bot

    def table(self, number: int) -> tuple[str, ...]:
        """Return the bots of a table in seat order."""
        return tuple(point[0] for point in self._edges((None, number)) if point is not None and point[0] is not None)

    def _edges(self, point: _Point) -> list[_Point | None]:
        return self._at.setdefault(point, [None] * self._seats)

    def _swap(self, start: _Point, seat: int, other: int) -> None:
        """Exchange two seats along the path from `start` that alternates between them; it cannot end at the bot."""
        path, at, follow = [start], start, seat
        while (following := self._edges(at)[follow]) is not None:
            path.append(following)
            at, follow = following, other if follow == seat else seat
        for point in path:
            edges = self._edges(point)
            edges[seat], edges[other] = edges[other], edges[seat]

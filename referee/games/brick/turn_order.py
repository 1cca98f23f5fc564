"""The chapter "Turn order" of the rulebook; section 3.1 of the game's specification.

Points, and the turn order, which depends on them and changes with them at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.games.brick.events import LastRound, OrderChanged, PointsChanged
from referee.games.brick.state import BrickTable
from referee.kernel.seats import Seat


def change_points(t: BrickTable, seat: Seat, change: int) -> None:
    """Gain or lose points, and update the turn order at once."""
    if change == 0:
        return
    player = t.players[seat]
    player.points += change
    t.tell(PointsChanged(seat, change, player.points))
    order = sorted(t.order, key=lambda seat: -t.players[seat].points)  # stable: a tie changes nothing
    if order != t.order:
        t.order = order
        t.tell(OrderChanged(tuple(order)))
    if player.points >= t.cards.ending[t.seat_count].points and not t.last_round:
        t.last_round = True
        t.tell(LastRound())


def earliest(t: BrickTable, seats: Iterable[Seat]) -> Seat:
    """The seat that stands first in the turn order as it is now."""
    return min(seats, key=t.order.index)


def in_turn_order(t: BrickTable, seats: Iterable[Seat]) -> Iterator[Seat]:
    """Each of the seats once. The next seat is determined each time, because the order may have changed."""
    left = set(seats)
    while left:
        seat = earliest(t, left)
        left.remove(seat)
        yield seat


def latest_first(t: BrickTable, seats: Iterable[Seat]) -> list[Seat]:
    """The seats in reverse turn order, which decides between equal bids."""
    return sorted(seats, key=t.order.index, reverse=True)

"""The demand pile: the seats that see it, and what changes with it."""

from __future__ import annotations

from typing import Any

import referee
from referee.games.brick.zones import lay_demand, owner_or_peeker
from referee.kernel.seats import Seat


def test_demand_cards_change_where_others_have_seen_them() -> None:
    t: Any = referee.start("brick", seats=3, seed=1).table
    first, second, third = t.players
    first.demand, second.demand, first.peeked = ["m01"], ["m02", "m05"], ["m01", "m02"]
    lay_demand(t, Seat(1), ["m03", "m06"])
    assert (second.demand, first.peeked, third.peeked) == (["m03", "m06"], ["m01", "m03"], None)


def test_a_seat_that_has_looked_at_the_pile_sees_it() -> None:
    t: Any = referee.start("brick", seats=3, seed=1).table
    t.players[0].peeked = []
    seeing = [owner_or_peeker(t, Seat(1), seat) for seat in (Seat(0), Seat(1), Seat(2), None)]
    assert seeing == [True, True, False, False]

"""The game's own tests: what holds for every game, and a worked case."""

from __future__ import annotations

from referee.battery import Battery
from referee.kernel.match import Match
from referee.kernel.seats import Seat

from .facts import FACTS
from .game import GAME


class TestBattery(Battery):
    """What holds for every game."""

    game = GAME
    facts = FACTS


def test_who_fills_the_ferry_is_paid_and_who_overloads_it_pays() -> None:
    """Two turns from a laid table."""
    for weight, coins in ((2, 5), (3, -5)):
        table = {"seat_count": 2, "seed": bytes(32), "hands": [[weight], [1]], "ferry": [4, 3], "coins": [0, 0]}
        match = Match.from_table(GAME, table=table, phase="loading")
        match.answer({Seat(0): 1})
        assert match.view(None).seats[0].coins == coins
        assert match.view(None).ferry == ()

"""The rest of a round ("Send Out Adventurers" and "Draw a Card" in the rulebook; section 6 of the specification)."""

from __future__ import annotations

from referee.games.keepers.deck import deal_to_hand
from referee.games.keepers.events import RoundBegins, SentOut, TokenMoved
from referee.games.keepers.state import KeepersTable, add, no_cards
from referee.kernel.seats import Seat, next_seat


def anyone_unserved(t: KeepersTable) -> bool:
    """Whether any seat has not yet won a quest this round."""
    return not all(keeper.served for keeper in t.keepers)


def send_out(t: KeepersTable) -> None:
    """Move all prepared adventurers into their owners' hands."""
    for seat, keeper in enumerate(t.keepers):
        if any(keeper.prepared):
            t.tell(SentOut(Seat(seat), tuple(keeper.prepared)))
            add(keeper.hand, keeper.prepared)
            keeper.prepared = no_cards()


def draw_cards(t: KeepersTable) -> None:
    """Let every seat draw, the current seat first."""
    for seat in t.clockwise(t.current):
        for _ in range(t.cards.draw.cards):
            deal_to_hand(t, seat)


def next_round(t: KeepersTable) -> None:
    """Pass on the token and reset who has won a quest."""
    t.round += 1
    t.current = next_seat(t.seat_count, t.current)
    for keeper in t.keepers:
        keeper.served = False
    t.tell(TokenMoved(t.current))
    t.tell(RoundBegins(t.round, t.current))

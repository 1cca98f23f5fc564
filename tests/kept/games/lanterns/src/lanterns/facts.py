"""What the battery of tests must know about the game; only tests import this."""

from __future__ import annotations

from collections.abc import Hashable

from referee.battery import Facts
from referee.kernel.asking import Option
from referee.kernel.seats import Seat
from referee.kernel.table import Event

from .cards import SEATS
from .choices import Play
from .events import Drew, Looked, Played
from .game import GAME


def public_form(option: Option) -> Hashable:
    """A card is played face down; everything else is seen."""
    return "a card" if isinstance(option, Play) else option


def reveals(event: Event, seat: Seat | None) -> bool:
    """Cards are turned up, and a die is thrown; what is drawn or looked at is shown to one seat."""
    return isinstance(event, Played) or (isinstance(event, Drew | Looked) and event.seat == seat)


FACTS = Facts(
    most_decisions={seats: 2 * seats * GAME.cards.rounds for seats in range(SEATS[0], SEATS[1] + 1)},
    public_form=public_form,
    reveals=reveals,
)

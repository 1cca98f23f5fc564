"""What the battery of tests must know about the game."""

from __future__ import annotations

from collections.abc import Collection, Hashable

from referee.battery import Facts
from referee.kernel.asking import Option
from referee.kernel.seats import Seat
from referee.kernel.table import Event

from .events import Drew
from .game import GAME


def public_form(option: Option) -> Hashable:
    """Every choice is seen."""
    return option


def reveals(event: Event, seat: Seat | None) -> Collection[str]:
    """What is drawn is shown to one seat."""
    return ("weight",) if isinstance(event, Drew) and event.seat == seat else ()


FACTS = Facts(
    most_decisions=dict.fromkeys(range(GAME.seats[0], GAME.seats[1] + 1), GAME.cards.turns),
    public_form=public_form,
    reveals=reveals,
)

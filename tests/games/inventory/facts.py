"""What the battery must know of Adventures in Inventory Management."""

from __future__ import annotations

from collections.abc import Hashable

from referee.battery.facts import Facts
from referee.games.inventory.events import Attacked, Drew, FirstSeat, GameOver, HandDiscarded, MarketDealt
from referee.kernel.asking import Option
from referee.kernel.seats import Seat
from referee.kernel.table import Event


def public_form(option: Option) -> Hashable:
    """Every choice is seen when it is carried out."""
    return option


def reveals(event: Event, seat: Seat | None) -> bool:
    """Market cards are turned up for all, hands are discarded openly and dice rolled; a draw is shown to its owner."""
    if isinstance(event, Drew):
        return event.seat == seat
    return isinstance(event, MarketDealt | HandDiscarded | FirstSeat | Attacked | GameOver)


FACTS = Facts(
    # Half as much again as the most that random play was seen to need.
    most_decisions={2: 400, 3: 550, 4: 700},
    public_form=public_form,
    reveals=reveals,
    # Only what is put from a hand depends on hidden cards; everything else is listed for all to see.
    lists_differ=0.12,
)

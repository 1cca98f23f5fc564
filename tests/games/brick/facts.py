"""What the battery must know of Brick & Mortar."""

from __future__ import annotations

from collections.abc import Hashable

from referee.battery.facts import Facts
from referee.games.brick import choices
from referee.games.brick.events import (
    Gathered,
    MarketDiscarded,
    MarketDrawn,
    PacketTaken,
    PileChosen,
    PileGrew,
    RowChanged,
    StoreBought,
)
from referee.games.brick.item_events import DemandShown, SaleBids, SupplyBids
from referee.kernel.asking import Option
from referee.kernel.seats import Seat
from referee.kernel.table import Event

SECRET = (choices.DraftStore, choices.PlayCard, choices.AddCard, choices.RedrawOne)
OPENLY = (Gathered, DemandShown, MarketDiscarded, PileGrew, RowChanged, StoreBought, SupplyBids, SaleBids)
DIALS = (choices.SupplyBid, choices.SaleQuantity, choices.SalePrice, choices.NoPrice)


def public_form(option: Option) -> Hashable:
    """What is drafted or played is hidden, or laid open a moment later.

    So is a store that is bought from the hand; but whether it must be paid for shows at once.
    """
    if isinstance(option, DIALS):
        return "a dial is set"
    return type(option) if isinstance(option, SECRET) else option


def reveals(event: Event, seat: Seat | None) -> bool:
    """Cards are turned up and discarded openly, and dials shown; draws and packets are shown to their seat."""
    if isinstance(event, MarketDrawn | PacketTaken | PileChosen):
        return event.seat == seat
    return isinstance(event, OPENLY)


FACTS = Facts(
    # Half as much again as the most that random play was seen to need.
    most_decisions={2: 320, 3: 450, 4: 600},
    public_form=public_form,
    reveals=reveals,
)

"""What the battery must know of Brick & Mortar."""

from __future__ import annotations

from collections.abc import Collection, Hashable

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
from tests.games.extreme_cards import extreme_sets

SECRET = (choices.DraftStore, choices.PlayCard, choices.AddCard, choices.RedrawOne)
DIALS = (choices.SupplyBid, choices.SaleQuantity, choices.SalePrice, choices.NoPrice)


def public_form(option: Option) -> Hashable:
    """What is drafted or played is hidden, or laid open a moment later.

    So is a store that is bought from the hand; but whether it must be paid for shows at once.
    """
    if isinstance(option, DIALS):
        return "a dial is set"
    return type(option) if isinstance(option, SECRET) else option


def reveals(event: Event, seat: Seat | None) -> Collection[str]:
    """Cards are turned up and discarded openly, and dials shown; draws and packets are shown to their seat."""
    match event:
        case MarketDiscarded():
            return ("cards",)
        case Gathered():
            return ("supply", "demand")
        case DemandShown():
            return ("cards", "boxes")
        case PileGrew():
            # A card that went into the demand pile is shown only to the seat that chose it.
            return ("added", "card") if event.card or not event.added else ("added",)
        case RowChanged():
            return ("row", "on_deck")
        case StoreBought():
            return ("store", "price")
        case SupplyBids():
            return ("bids.price",)
        case SaleBids():
            return ("bids.quantity", "bids.price")
        case MarketDrawn() if event.seat == seat:
            return ("cards",)
        case PacketTaken() if event.seat == seat:
            return ("stores",)
        case PileChosen() if event.seat == seat:
            return ("demand",)
        case _:
            return ()


FACTS = Facts(
    # Half as much again as the most that random play was seen to need.
    most_decisions={2: 320, 3: 450, 4: 600},
    public_form=public_form,
    reveals=reveals,
    card_sets=extreme_sets("brick"),
    seat_advantage=0.02,  # the turn order begins with a seat that is drawn
)

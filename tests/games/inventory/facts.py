"""What the battery must know of Adventures in Inventory Management."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator

from referee.battery.facts import Facts
from referee.games.inventory.events import Attacked, Drew, FirstSeat, HandDiscarded, MarketDealt
from referee.kernel.asking import Option
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from tests.games.extreme_cards import extreme_sets


def public_form(option: Option) -> Hashable:
    """Every choice is seen when it is carried out."""
    return option


# What the dice and the strength in sight add up to.
ROLLED = ("roll", "target_roll", "total", "target_total", "won")


def reveals(event: Event, seat: Seat | None) -> Collection[str]:
    """Market cards are turned up for all, hands are discarded openly and dice rolled; a draw is shown to its owner."""
    match event:
        case MarketDealt():
            return ("card",)
        case HandDiscarded():
            return ("cards",)
        case FirstSeat():
            return ("throws", "seat")
        case Attacked():
            return ROLLED
        case Drew() if event.seat == seat:
            return ("cards",)
        case _:
            return ()


def throws(event: Event) -> Iterator[tuple[Seat, int]]:
    """The red dice."""
    match event:
        case FirstSeat(throws):
            yield from ((roll.seat, roll.value) for throw in throws for roll in throw.rolls)
        case Attacked(seat, target, roll, target_roll):
            yield seat, roll
            yield target, target_roll


FACTS = Facts(
    # Half as much again as the most that random play was seen to need.
    most_decisions={2: 400, 3: 550, 4: 700},
    public_form=public_form,
    reveals=reveals,
    seat_advantage=0.02,  # dice say who goes first
    throws=throws,
    # Only what is put from a hand depends on hidden cards; everything else is listed for all to see.
    lists_differ=0.12,
    by_chance={FirstSeat: ("throws", "seat"), Attacked: ROLLED},
    card_sets=extreme_sets("inventory"),
)

"""What the battery must know of Keepers."""

from __future__ import annotations

from collections.abc import Collection, Hashable

from referee.battery.facts import Facts
from referee.games.keepers.choices import Add
from referee.games.keepers.events import Drew, Revealed, RumourDealt
from referee.kernel.asking import Option
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from tests.games.extreme_cards import extreme_sets


def public_form(option: Option) -> Hashable:
    """The colour of a laid card is secret; everything else is seen at once."""
    return "a card" if isinstance(option, Add) else option


def reveals(event: Event, seat: Seat | None) -> Collection[str]:
    """Piles and rumours are turned up for all; a drawn card is shown to its owner."""
    match event:
        case Revealed():
            return ("piles.cards",)
        case RumourDealt():
            return ("colour",)
        case Drew() if event.seat == seat:
            return ("colour",)
        case _:
            return ()


FACTS = Facts(
    most_decisions={2: 1500, 3: 1500, 4: 1500},
    public_form=public_form,
    reveals=reveals,
    card_sets=extreme_sets("keepers"),
    seat_advantage=0.02,  # the first Quest Giver is drawn
)

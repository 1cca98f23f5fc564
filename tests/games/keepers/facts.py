"""What the battery must know of Keepers."""

from __future__ import annotations

from collections.abc import Hashable

from referee.battery.facts import Facts
from referee.games.keepers.choices import Add
from referee.games.keepers.events import Drew, QuestWon, Revealed, RumourDealt
from referee.kernel.asking import Option
from referee.kernel.seats import Seat
from referee.kernel.table import Event


def public_form(option: Option) -> Hashable:
    """The colour of a laid card is secret; everything else is seen at once."""
    return "a card" if isinstance(option, Add) else option


def reveals(event: Event, seat: Seat | None) -> bool:
    """Piles and rumours are turned up for all; a drawn card is shown to its owner."""
    if isinstance(event, Drew):
        return event.seat == seat
    return isinstance(event, Revealed | QuestWon | RumourDealt)


FACTS = Facts(
    most_decisions={2: 1500, 3: 1500, 4: 1500},
    public_form=public_form,
    reveals=reveals,
)

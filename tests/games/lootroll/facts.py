"""What the battery must know of Loot Roll."""

from __future__ import annotations

from collections.abc import Hashable

from referee.battery.facts import Facts
from referee.games.lootroll.choices import Deposit, PutInBank, PutOnTop, Take
from referee.games.lootroll.events import (
    DiceRolled,
    DieChanged,
    Discarded,
    Drew,
    FindShown,
    Found,
    GameOver,
    LaidOut,
    LookedInto,
    MonsterRevealed,
    Recovered,
    Scouted,
    Stolen,
    VendorShows,
)
from referee.kernel.asking import Option
from referee.kernel.seats import Seat
from referee.kernel.table import Event


def public_form(option: Option) -> Hashable:
    """What is banked, taken out of a bag or put on top is secret; everything else is seen at once."""
    return type(option) if isinstance(option, Deposit | PutInBank | PutOnTop | Take) else option


# A card that was dropped or paid, like one that was played, is the same in two worlds in which the same was chosen.
BY_CHANCE = ("left", "lost", "forgotten", "destroyed")


def reveals(event: Event, seat: Seat | None) -> bool:
    """Decks are turned up, dice thrown, cards discarded that nobody named; what is drawn or stolen is shown to some."""
    if isinstance(event, Drew | Found | Scouted | LookedInto):
        return event.seat == seat
    if isinstance(event, Stolen):
        return seat in {event.seat, event.target}
    if isinstance(event, Discarded):
        return event.cause in BY_CHANCE
    return isinstance(
        event, DiceRolled | DieChanged | FindShown | GameOver | LaidOut | MonsterRevealed | Recovered | VendorShows
    )


FACTS = Facts(
    most_decisions={2: 1200, 3: 1500, 4: 1800, 5: 2100, 6: 2400},
    public_form=public_form,
    reveals=reveals,
)

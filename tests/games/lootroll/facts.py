"""What the battery must know of Loot Roll."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator

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
from tests.games.extreme_cards import extreme_sets


def public_form(option: Option) -> Hashable:
    """What is banked, taken out of a bag or put on top is secret; everything else is seen at once."""
    return type(option) if isinstance(option, Deposit | PutInBank | PutOnTop | Take) else option


# A card that was dropped or paid, like one that was played, is the same in two worlds in which the same was chosen.
BY_CHANCE = ("left", "lost", "forgotten", "destroyed")


def reveals(event: Event, seat: Seat | None) -> Collection[str]:
    """Decks are turned up, dice thrown, cards discarded that nobody named; what is drawn or stolen is shown to some."""
    match event:
        case LaidOut() | VendorShows():
            return ("cards",)
        case FindShown() | MonsterRevealed() | Recovered():
            return ("card",)
        case Discarded() if event.cause in BY_CHANCE:
            return ("card",)
        case Stolen() if seat in {event.seat, event.target}:
            return ("card",)
        case Drew() | Found() if event.seat == seat:
            return ("card",)
        case Scouted() | LookedInto() if event.seat == seat:
            return ("cards",)
        case DiceRolled():
            return ("dice.die",)
        case DieChanged():
            return ("die",)
        case GameOver():
            return ("scores", "seats.hand", "seats.bag", "seats.bank", "decks.cards")
        case _:
            return ()


def throws(event: Event) -> Iterator[tuple[Seat, int]]:
    """The dice for loot, before a seat turns them."""
    if isinstance(event, DiceRolled):
        yield from ((die.seat, die.die) for die in event.dice)


FACTS = Facts(
    most_decisions={2: 1200, 3: 1500, 4: 1800, 5: 2100, 6: 2400},
    public_form=public_form,
    reveals=reveals,
    seat_advantage=0.02,  # the first active seat is drawn
    throws=throws,
    by_chance={DiceRolled: ("dice.die",), DieChanged: ("die",)},
    card_sets=extreme_sets("lootroll"),
)

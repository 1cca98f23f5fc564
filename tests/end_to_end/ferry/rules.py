"""How it is played: in turn each seat loads a bale or waits, until nobody holds one or the last turn is over."""

from __future__ import annotations

from referee.kernel.asking import ask
from referee.kernel.game import Phase
from referee.kernel.ranking import Result, places
from referee.kernel.seats import Seat, next_seat

from .choices import Load, Wait
from .events import Drew, Loaded, Sailed, Sank, Waited
from .state import FerryTable


def set_up(t: FerryTable) -> None:
    """Shuffles the store and deals the hands."""
    t.store = [weight for weight in range(1, t.cards.heaviest + 1) for _ in range(t.cards.copies)]
    t.chance("store").shuffle(t.store)
    t.hands = [[t.store.pop(0) for _ in range(t.cards.hand)] for _ in t.all_seats()]
    t.coins = [0 for _ in t.all_seats()]


async def loading(t: FerryTable) -> Phase[FerryTable] | None:
    """A turn. A seat without bales is asked as well: it can only wait."""
    seat = t.active
    choice = await ask(seat, [Wait(), *(Load(weight) for weight in sorted(set(t.hands[seat])))])
    if isinstance(choice, Load):
        load(t, seat, choice.weight)
    else:
        t.tell(Waited(seat))
    t.turn += 1
    t.active = next_seat(t.seat_count, seat)
    return loading if t.turn < t.cards.turns and any(t.hands) else None


def load(t: FerryTable, seat: Seat, weight: int) -> None:
    """A bale goes on the ferry, which may sail or sink; then the seat takes another one, if there is any."""
    t.hands[seat].remove(weight)
    t.ferry.append(weight)
    t.tell(Loaded(seat, weight))
    if (carried := sum(t.ferry)) >= t.cards.mark:
        sails = carried == t.cards.mark
        t.coins[seat] += t.cards.fare if sails else -t.cards.fare
        t.tell(Sailed(seat) if sails else Sank(seat))
        t.shipped, t.ferry = [*t.shipped, *t.ferry], []
    if t.store:
        drawn = t.store.pop(0)
        t.hands[seat].append(drawn)
        t.tell(Drew(seat), {seat: Drew(seat, drawn)})


def result(t: FerryTable) -> Result:
    """The most coins win; nobody ends below nothing."""
    lowest = min(0, *t.coins)
    return Result(places(t.coins), [coins - lowest for coins in t.coins], "no more bales, or no more turns")

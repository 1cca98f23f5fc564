"""Zones: where cards lie, and who sees them. A game declares each once, beside its state.

From the zones follow three things: that no card is lost or made, the usual way to deal anew what a seat can not know,
and small changes of it. Cards are compared by what they are; how many lie in a zone is known to everybody, unless the
zone says that it is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic, NamedTuple, TypeVar

from referee.kernel.chance import Chance
from referee.kernel.seats import Seat
from referee.kernel.table import FIRST, Table

__all__ = ["Zone", "all_cards", "any_card", "deal_anew", "everybody", "nobody", "owner"]

T = TypeVar("T", bound=Table[Any])

NO_OWNER = (None,)

Cards = Sequence[Any]
# Whether a seat (None: the spectator) sees the cards of a zone of `owner` (None: of nobody).
Seen = Callable[[T, Seat | None, Seat | None], bool]


def nobody(_t: Table[Any], _owner: Seat | None, _seat: Seat | None) -> bool:
    """Nobody sees the cards."""
    return False


def owner(_t: Table[Any], owner: Seat | None, seat: Seat | None) -> bool:
    """The owner alone sees the cards."""
    return owner is not None and owner == seat


def everybody(_t: Table[Any], _owner: Seat | None, _seat: Seat | None) -> bool:
    """Everybody sees the cards."""
    return True


def any_card(_t: Table[Any], _card: Any) -> bool:
    """Any card can lie there."""
    return True


@dataclass(frozen=True)
class Zone(Generic[T]):
    """A zone of the table, or one that each seat has.

    Attributes:
        name: What the rules call it.
        cards: The cards of the zone, of a seat if each seat has one.
        lay: Lays as many cards there instead; needed where somebody does not see them.
        seen: Who sees the cards.
        in_view: Whether views show them to whoever sees them; if not, it knows them from what it was told or is asked.
        each: Whether each seat has one.
        ordered: Whether their order means something.
        fits: Which cards can lie there.
        pool: Cards are dealt anew among zones of the same pool.
        apart: Whether the cards of each seat stay its own: which these are is known to everybody.
        counted: Whether those who do not see the cards know how many there are.
    """

    name: str
    cards: Callable[[T, Seat], Cards]
    lay: Callable[[T, Seat, list[Any]], None] | None = None
    seen: Seen[T] = everybody
    in_view: bool = True
    each: bool = False
    ordered: bool = False
    fits: Callable[[T, Any], bool] = any_card
    pool: str = ""
    apart: bool = False
    counted: bool = True


class Place(NamedTuple, Generic[T]):
    """A zone of one table, with its owner, if it has one."""

    zone: Zone[T]
    owner: Seat | None

    def cards(self, t: T) -> list[Any]:
        """The cards that lie there."""
        return [*self.zone.cards(t, FIRST if self.owner is None else self.owner)]

    def shown(self, t: T) -> list[Any]:
        """The same; where their order means nothing, alike cards make alike lists."""
        cards = self.cards(t)
        return cards if self.zone.ordered else sorted(cards, key=repr)

    def lay(self, t: T, cards: list[Any]) -> None:
        """Lays cards there instead of those that lie there."""
        assert self.zone.lay is not None, f"zone {self.zone.name!r} is hidden from somebody, but can not be dealt anew"
        self.zone.lay(t, FIRST if self.owner is None else self.owner, cards)

    def is_seen_by(self, t: T, seat: Seat | None) -> bool:
        """Whether a seat (None: the spectator) sees the cards."""
        return self.zone.seen(t, self.owner, seat)

    def differs_for(self, seat: Seat | None, t: T, other: T) -> bool:
        """Whether a seat (None: the spectator) could tell two tables apart by the cards there."""
        ours, theirs = self.cards(t), self.cards(other)
        if self.is_seen_by(t, seat):
            return ours != theirs and self.shown(t) != self.shown(other)
        return self.zone.counted and len(ours) != len(theirs)


def places(zones: Sequence[Zone[T]], t: T) -> Iterator[Place[T]]:
    """Every zone of a table; those that each seat has, for each seat."""
    seats = t.all_seats()
    for zone in zones:
        for owner in seats if zone.each else NO_OWNER:
            yield Place(zone, owner)


def hidden_from(zones: Sequence[Zone[T]], t: T, seat: Seat | None) -> dict[tuple[str, Seat | None], list[Place[T]]]:
    """The zones whose cards a seat (None: the spectator) does not see, by pool."""
    pools: dict[tuple[str, Seat | None], list[Place[T]]] = {}
    for place in places(zones, t):
        if not place.is_seen_by(t, seat):
            pools.setdefault((place.zone.pool, place.owner if place.zone.apart else None), []).append(place)
    return pools


def all_cards(zones: Sequence[Zone[T]], t: T) -> Counter[Any]:
    """How many there are of each card, wherever they lie."""
    return Counter(chain.from_iterable(place.cards(t) for place in places(zones, t)))


def deal_anew(zones: Sequence[Zone[T]], t: T, seat: Seat | None, chance: Chance) -> None:
    """Shuffles the cards that a seat does not see and lays them out again; how many lie where stays the same."""
    for hidden in hidden_from(zones, t, seat).values():
        loose = [card for place in hidden for card in place.cards(t)]
        chance.shuffle(loose)
        for place in sorted(hidden, key=lambda place: place.zone.fits is any_card):
            wanted = len(place.cards(t))
            laid: list[Any] = []
            left: list[Any] = []
            for card in loose:
                take = len(laid) < wanted and place.zone.fits(t, card)
                (laid if take else left).append(card)
            place.lay(t, laid)
            loose = left


def swap_some(zones: Sequence[Zone[T]], t: T, seat: Seat | None, chance: Chance, swaps: int) -> bool:
    """Lets some pairs of cards that a seat does not see change places; whether any did."""
    swapped = False
    pools = [pool for pool in hidden_from(zones, t, seat).values() if any(place.cards(t) for place in pool)]
    for _ in range(swaps if pools else 0):
        filled = [place for place in chance.pick(pools) if place.cards(t)]
        swapped |= _swap(t, chance.pick(filled), chance.pick(filled), chance)
    return swapped


def _swap(t: T, first: Place[T], second: Place[T], chance: Chance) -> bool:
    ours, theirs = first.cards(t), second.cards(t)
    at, to = chance.below(len(ours)), chance.below(len(theirs))
    if ours[at] == theirs[to] or (first == second and not first.zone.ordered):
        return False
    if not (first.zone.fits(t, theirs[to]) and second.zone.fits(t, ours[at])):
        return False
    exchange(t, first, at, second, to)
    return True


def exchange(t: T, first: Place[T], at: int, second: Place[T], to: int) -> None:
    """Lets card number `at` of a zone and card number `to` of another one, or of the same, change places."""
    ours = first.cards(t)
    theirs = ours if first == second else second.cards(t)
    ours[at], theirs[to] = theirs[to], ours[at]
    first.lay(t, ours)
    second.lay(t, theirs)

"""Zones: where cards lie, and who sees them. A game declares each zone once, beside its state.

Zones serve three purposes: to check that no card is lost or created, to deal again what a seat cannot know, and to make
small changes to it. Cards are compared by value. Everyone knows the number of cards in a zone, unless the zone declares
otherwise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic, NamedTuple, TypeVar

from referee.errors import DeclarationError
from referee.kernel.chance import Chance
from referee.kernel.seats import Seat
from referee.kernel.table import FIRST, Table

__all__ = ["Seen", "Zone", "all_cards", "any_card", "deal_anew", "everybody", "nobody", "owner"]  # english: quoted

T = TypeVar("T", bound=Table[Any])

NO_OWNER = (None,)
OF_SEAT = "[seat]"

_FIELD = re.compile(r"\w+(\[seat\])?(\.\w+)*")

Cards = Sequence[Any]

Seen = Callable[[T, Seat | None, Seat | None], bool]
"""A function `seen(t, owner, seat)` that says who sees the cards of a zone.

Returns whether `seat` (None: the spectator) sees the cards of `owner` (None: the zone belongs to no seat). The usual
functions are below; if the answer depends on the table, a game writes its own function.
"""


def nobody(_t: Table[Any], _owner: Seat | None, _seat: Seat | None) -> bool:
    """Nobody sees the cards."""
    return False


def owner(_t: Table[Any], owner: Seat | None, seat: Seat | None) -> bool:
    """Only the owner sees the cards."""
    return owner is not None and owner == seat


def everybody(_t: Table[Any], _owner: Seat | None, _seat: Seat | None) -> bool:
    """Everyone sees the cards."""
    return True


def any_card(_t: Table[Any], _card: Any) -> bool:
    """Any card can lie there."""
    return True


@dataclass(frozen=True)
class Zone(Generic[T]):
    """A zone of the table, or a zone that each seat has.

    Attributes:
        name: Its name in the rules.
        cards: Returns the cards of the zone, or those of a seat if each seat has one.
        lay: Replaces the cards with the same number of others; needed if not everyone sees them.
        seen: Returns who sees the cards.
        in_view: Whether views show the cards to those who see them, and their number if everyone knows it. If not, a
            seat knows the cards from events or options.
        each: Whether each seat has its own.
        ordered: Whether the order of the cards matters.
        fits: Which cards can lie in the zone.
        pool: A redeal mixes the cards of all zones in the same pool.
        apart: Whether redealing keeps the cards of each seat with that seat, as everyone knows which cards it has.
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

    @classmethod
    def in_field(
        cls,
        name: str,
        field: str,
        seen: Seen[T] = everybody,
        *,
        in_view: bool = True,
        ordered: bool = False,
        sort: bool = False,
        fits: Callable[[T, Any], bool] = any_card,
        pool: str = "",
        apart: bool = False,
        counted: bool = True,
    ) -> Zone[T]:
        """A zone whose cards are a list in the table; laying cards assigns the list.

        `field` is the path of the list: `deck`, `market.deck`, or `hands[seat]` and `players[seat].hand` if each seat
        has one. With `sort`, the list is kept in ascending order, as the rules must do, too. The rest is as in `Zone`.
        """
        if not _FIELD.fullmatch(field):
            right = "use e.g. deck, market.deck, hands[seat] or players[seat].hand"
            raise DeclarationError(f"zone {name!r}: {field!r} is not a field of a table; {right}")
        steps = re.findall(r"\[seat\]|\w+", field)
        *way, last = steps

        def cards(t: T, seat: Seat) -> Any:
            return _reached(t, steps, seat)

        def lay(t: T, seat: Seat, laid: list[Any]) -> None:
            listed = sorted(laid) if sort else laid
            holder = _reached(t, way, seat)
            if last == OF_SEAT:
                holder[seat] = listed
            else:
                setattr(holder, last, listed)

        return cls(name, cards, lay, seen, in_view, OF_SEAT in steps, ordered, fits, pool, apart, counted)


def _reached(value: Any, steps: Sequence[str], seat: Seat) -> Any:
    for step in steps:
        value = value[seat] if step == OF_SEAT else getattr(value, step)
    return value


class Place(NamedTuple, Generic[T]):
    """A zone of one table, with its owner if there is one."""

    zone: Zone[T]
    owner: Seat | None

    def cards(self, t: T) -> list[Any]:
        """The cards in the zone."""
        return [*self.zone.cards(t, FIRST if self.owner is None else self.owner)]

    def shown(self, t: T) -> list[Any]:
        """The given cards, sorted if their order does not matter, so that equal cards give equal lists."""
        cards = self.cards(t)
        return cards if self.zone.ordered else sorted(cards, key=repr)

    def lay(self, t: T, cards: list[Any]) -> None:
        """Replace the cards in the zone."""
        assert self.zone.lay is not None, f"zone {self.zone.name!r} is hidden from someone, but has no `lay`"
        self.zone.lay(t, FIRST if self.owner is None else self.owner, cards)

    def is_seen_by(self, t: T, seat: Seat | None) -> bool:
        """Whether a seat (None: the spectator) sees the cards."""
        return self.zone.seen(t, self.owner, seat)

    def differs_for(self, seat: Seat | None, t: T, other: T) -> bool:
        """Whether a seat (None: the spectator) could tell two tables apart by the cards in this zone."""
        ours, theirs = self.cards(t), self.cards(other)
        if self.is_seen_by(t, seat):
            return ours != theirs and self.shown(t) != self.shown(other)
        return self.zone.counted and len(ours) != len(theirs)


def places(zones: Sequence[Zone[T]], t: T) -> Iterator[Place[T]]:
    """Every zone of a table; a zone that each seat has appears once per seat."""
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
    """The number of copies of each card, in all zones together."""
    return Counter(chain.from_iterable(place.cards(t) for place in places(zones, t)))


def deal_anew(zones: Sequence[Zone[T]], t: T, seat: Seat | None, chance: Chance) -> None:
    """Shuffle the cards that a seat does not see and lay them out again; the number in each zone stays the same."""
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
    """Swap some pairs of cards that a seat does not see. Returns whether any were swapped."""
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
    """Swap card number `at` of one zone with card number `to` of another one, or of the same one."""
    ours = first.cards(t)
    theirs = ours if first == second else second.cards(t)
    ours[at], theirs[to] = theirs[to], ours[at]
    first.lay(t, ours)
    second.lay(t, theirs)

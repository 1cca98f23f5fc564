"""The chapters "Range" and "Matching & Unique" of the rulebook; sections 4.1 and 4.2 of the game's specification."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache
from typing import assert_never

from referee.games.inns.effects import (
    BlockedCards,
    Count,
    FaceDownCards,
    MatchingCards,
    Trait,
    TraitCards,
    TraitValue,
    TransmutedLoot,
    UniqueCards,
)
from referee.games.inns.state import InnsTable
from referee.kernel.seats import Seat, clockwise, next_seat

REACH = 2


@cache
def others_reached(seats: int, seat: Seat, ranged: bool) -> tuple[Seat, ...]:
    """The other seats, clockwise, that a card at this seat reaches: two to each side if it has Range, otherwise all."""
    others = clockwise(seats, next_seat(seats, seat))[:-1]
    near = [other for steps, other in enumerate(others, 1) if min(steps, seats - steps) <= REACH]
    return tuple(near if ranged else others)


def reached_in_table_order(t: InnsTable, seat: Seat, ranged: bool) -> list[Seat]:
    """The other seats that a card reaches, in table order."""
    reached = others_reached(t.seat_count, seat, ranged)
    return [other for other in t.table_order() if other in reached]


def pool(t: InnsTable, seat: Seat, ranged: bool) -> list[Seat]:
    """The seats whose cards are counted by an ability of this seat's card."""
    others = [*others_reached(t.seat_count, seat, ranged)]
    return [*others, seat] if t.options.own_card_in_range or not ranged else others


def face_up_pool(t: InnsTable, seat: Seat, ranged: bool) -> list[Seat]:
    """The seats of the pool whose cards lie face up."""
    return [other for other in pool(t, seat, ranged) if t.players[other].face_up]


def trait_of(t: InnsTable, seat: Seat, trait: Trait) -> TraitValue:
    """The trait of a current card; a morality may have changed."""
    changed = t.players[seat].morality
    if trait == "morality" and changed is not None:
        return changed
    value: TraitValue = getattr(t.card(seat), trait)
    return value


def matching(values: Sequence[Hashable]) -> int:
    """How many values are not unique; every occurrence of a repeated value counts."""
    return sum([values.count(value) > 1 for value in values])


def unique(values: Sequence[Hashable]) -> int:
    """How many of the values occur exactly once."""
    return sum([values.count(value) == 1 for value in values])


def count(t: InnsTable, seat: Seat, what: Count) -> int:
    """The number of things that a card at this seat currently counts."""
    match what:
        case FaceDownCards(ranged):
            return sum([t.players[other].face_down for other in pool(t, seat, ranged)])
        case BlockedCards(ranged):
            return sum([t.players[other].blocked for other in pool(t, seat, ranged)])
        case TraitCards(trait, value, ranged):
            return [trait_of(t, other, trait) for other in face_up_pool(t, seat, ranged)].count(value)
        case MatchingCards(trait, ranged):
            return matching([trait_of(t, other, trait) for other in face_up_pool(t, seat, ranged)])
        case UniqueCards(trait, ranged):
            return unique([trait_of(t, other, trait) for other in face_up_pool(t, seat, ranged)])
        case TransmutedLoot():
            return t.players[seat].transmuted
        case _:
            assert_never(what)

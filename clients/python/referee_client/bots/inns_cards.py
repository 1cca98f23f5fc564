"""What the Inns & Outcasts bot knows about the cards, and how it guesses which ones the others have."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from referee_client.games.inns.v1.inns_pb2 import Character, Morality

if TYPE_CHECKING:
    from referee_client.games.inns.v1.inns_pb2 import SeatView

INITIATIVES = range(1, 7)

# The cards that a seat may have, each with its probability.
Odds = Mapping[Character, float]


@dataclass(frozen=True)
class Card:
    """The traits of a character that the bot uses."""

    initiative: int
    dragon_inn: bool
    race: str
    morality: Morality
    start: int
    blocks: bool


def _card(initiative: int, race: str, morality: Morality, start: int, *, inn: str, blocks: bool = False) -> Card:
    return Card(initiative, inn == "dragon", race, morality, start, blocks)


HERO, MERCENARY, VILLAIN = Morality.MORALITY_HERO, Morality.MORALITY_MERCENARY, Morality.MORALITY_VILLAIN
CARDS: dict[Character, Card] = {
    Character.CHARACTER_THIEF: _card(1, "halfling", VILLAIN, 2, inn="wagon"),
    Character.CHARACTER_GUARD: _card(2, "human", HERO, 3, inn="wagon", blocks=True),
    Character.CHARACTER_BARD: _card(3, "human", HERO, 2, inn="wagon"),
    Character.CHARACTER_MAGE: _card(4, "elf", MERCENARY, 2, inn="wagon", blocks=True),
    Character.CHARACTER_THANE: _card(5, "dwarf", HERO, 3, inn="wagon", blocks=True),
    Character.CHARACTER_GOBLINS: _card(6, "goblin", VILLAIN, 1, inn="wagon"),
    Character.CHARACTER_BOUNTY_HUNTER: _card(1, "elf", MERCENARY, 3, inn="dragon"),
    Character.CHARACTER_MONK: _card(2, "dwarf", HERO, 3, inn="dragon"),
    Character.CHARACTER_CULTISTS: _card(3, "human", VILLAIN, 2, inn="dragon", blocks=True),
    Character.CHARACTER_ALCHEMIST: _card(4, "goblin", MERCENARY, 4, inn="dragon"),
    Character.CHARACTER_LORD: _card(5, "halfling", MERCENARY, 4, inn="dragon"),
    Character.CHARACTER_DRAGON: _card(6, "dragon", VILLAIN, 2, inn="dragon", blocks=True),
}
BY_INITIATIVE = {i: [name for name, card in CARDS.items() if card.initiative == i] for i in INITIATIVES}


def guess(seat: SeatView, called: int, lowest_habit: float) -> Odds:
    """Guess a seat's card: certain if it is face up; otherwise, its habit shows how likely it is the lowest."""
    if seat.card:
        return {seat.card: 1.0}
    lowest, *others = seat.unplayed
    shares = dict.fromkeys(others, (1 - lowest_habit) / len(others)) | {lowest: lowest_habit} if others else {lowest: 1}
    possible = {initiative: share for initiative, share in shares.items() if initiative > called}
    total = sum(possible.values())
    odds: dict[Character, float] = {}
    for initiative, share in possible.items():
        known = seat.ledger[initiative - 1]
        characters = [known] if known else BY_INITIATIVE[initiative]
        odds |= dict.fromkeys(characters, share / total / len(characters))
    return odds


def lowest_plays(discard: Iterable[Character]) -> int:
    """Count how often in the current round a seat played the lowest card that it had left."""
    left, times = [*INITIATIVES], 0
    for card in discard:
        initiative = CARDS[card].initiative
        times += initiative == left[0]
        left.remove(initiative)
    return times


def chance(odds: Odds, test: Callable[[Card], bool]) -> float:
    """Return how likely a card passes the test."""
    return sum(share for name, share in odds.items() if test(CARDS[name]))


def expected(pool: Iterable[Odds], test: Callable[[Card], bool]) -> float:
    """Return how many cards of the pool pass the test, on average."""
    return sum(chance(odds, test) for odds in pool)


def likeliest(pool: Iterable[Odds], test: Callable[[Card], bool]) -> float:
    """Return how likely the best target passes the test."""
    return max((chance(odds, test) for odds in pool), default=0.0)


def expected_unique(pool: list[Odds], trait: Callable[[Card], Hashable]) -> float:
    """Return how many cards of the pool have a trait that no other one has, on average."""
    shares = [_by_value(odds, trait) for odds in pool]
    return sum(
        share * prod(1 - other.get(value, 0.0) for other in shares[:at] + shares[at + 1 :])
        for at, own in enumerate(shares)
        for value, share in own.items()
    )


def _by_value(odds: Odds, trait: Callable[[Card], Hashable]) -> dict[Hashable, float]:
    shares: dict[Hashable, float] = {}
    for name, share in odds.items():
        value = trait(CARDS[name])
        shares[value] = shares.get(value, 0.0) + share
    return shares

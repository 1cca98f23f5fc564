"""Whether chance deals all seats alike: each seat must get each hand equally often.

Half of the deals show which cards each seat seems to get more often than the others; the test fails if the other half
confirms it. In this way hands are compared as a whole, for any number of different cards, without knowing their worth.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import sqrt
from operator import add
from typing import Any

from referee.battery.facts import Facts
from referee.battery.odds import UNLIKELY, odds_of
from referee.kernel.match import Match
from referee.kernel.seats import Seat

A_CARD = object()
"""A placeholder for any card, so that the size of a hand is compared, too."""

Hands = Sequence[Counter[Any]]
"""The cards that each seat is dealt in a zone, in one deal."""


def dealt_unevenly(matches: Sequence[Match], facts: Facts) -> Iterator[str]:
    """Zones in which a seat is dealt more or less than chance explains, so that the rules must give a reason."""
    zones = {zone.name: zone for zone in matches[0].game.zones if zone.each}
    for name in facts.dealt_by_rule.keys() - zones:
        yield f"Facts.dealt_by_rule names the zone {name!r}; the zones that each seat has are {', '.join(zones)}"
    for zone in (zone for name, zone in zones.items() if name not in facts.dealt_by_rule):
        deals = [[_hand(zone.cards(match.table, seat)) for seat in match.table.all_seats()] for match in matches]
        liked = _excess(deals[::2])
        for seat in matches[0].table.all_seats():
            worth = [[sum([liked[what][seat] * hand[what] for what in hand]) for hand in deal] for deal in deals[1::2]]
            if _odds(worth, seat) * len(deals[0]) * len(zones) < UNLIKELY:
                yield _complaint(zone.name, deals, seat)


def _hand(cards: Sequence[Any]) -> Counter[Any]:
    """The number of copies of each card, and the number of all cards."""
    hand: Counter[Any] = Counter(cards)
    hand[A_CARD] = len(cards)
    return hand


def _excess(deals: Sequence[Hands]) -> Mapping[Any, Sequence[float]]:
    """How many more copies of each card each seat gets than the others, in standard deviations."""
    surplus: defaultdict[Any, list[float]] = defaultdict(lambda: [0.0] * len(deals[0]))
    variance: defaultdict[Any, float] = defaultdict(float)
    for deal in deals:
        for what in dict.fromkeys(chain.from_iterable(deal)):
            deviations = _deviations([hand[what] for hand in deal])
            variance[what] += sum([one * one for one in deviations]) / len(deal)
            surplus[what] = [*map(add, surplus[what], deviations)]
    excess: defaultdict[Any, list[float]] = defaultdict(lambda: [0.0] * len(deals[0]))
    excess.update({what: [one / sqrt(variance[what]) for one in surplus[what]] for what in surplus if variance[what]})
    return excess


def _odds(worth: Sequence[Sequence[float]], seat: Seat) -> float:
    """The probability that chance alone gives a seat at least as much more than the others."""
    deviations = [*map(_deviations, worth)]
    variance = sum([sum([one * one for one in deal]) / len(deal) for deal in deviations])
    most = max([abs(one) for deal in deviations for one in deal])
    return odds_of(sum([deal[seat] for deal in deviations]), variance, most)


def _deviations(numbers: Sequence[float]) -> list[float]:
    mean = sum(numbers) / len(numbers)
    return [one - mean for one in numbers]


def _complaint(zone: str, deals: Sequence[Hands], seat: Seat) -> str:
    excess = _excess(deals)
    what = max(sorted(excess, key=repr), key=lambda what: abs(excess[what][seat]))
    own = sum(deal[seat][what] for deal in deals)
    mean = sum(hand[what] for deal in deals for hand in deal) / len(deals[0])
    cards = "cards" if what is A_CARD else f"times {what!r}"
    return (
        f"seat {seat} is not dealt the same as the others: in {len(deals)} deals it had {own} {cards} in zone "
        f"{zone!r}, and the seats on average {mean:.0f}; if the rules cause that, give the reason in "
        "Facts.dealt_by_rule"
    )

"""Which cards a game has lost or created, and where they lay before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import chain
from typing import Any

from referee.battery.differing import short
from referee.counts import counted
from referee.kernel.table import Table
from referee.kernel.zones import Place, Zone, places

MOST_CARDS = 3
"""The number of cards that are named; the rest are counted."""

Lying = list[tuple[Place[Any], list[Any]]]


def where_cards_lie(zones: Sequence[Zone[Any]], t: Table[Any]) -> Lying:
    """The cards of every zone of a table."""
    return [(place, place.cards(t)) for place in places(zones, t)]


def number_of_each(lying: Lying) -> Counter[Any]:
    """The number of copies of each card, in all zones together."""
    return Counter(chain.from_iterable(cards for _, cards in lying))


def lost_or_made(before: Lying, after: Lying) -> str:
    """Every card whose number changed, with its zones; empty if there is none."""
    had, has = number_of_each(before), number_of_each(after)
    if had == has:
        return ""
    changed = [card for card in had | has if had[card] != has[card]]
    said = [_said(card, before, after) for card in changed[:MOST_CARDS]]
    if len(changed) > MOST_CARDS:
        said.append(f"and {counted(len(changed) - MOST_CARDS, 'other card')}")
    return "; ".join(said)


def _said(card: Any, before: Lying, after: Lying) -> str:
    lay, lies = _zones_of(card, before), _zones_of(card, after)
    return f"card {short(card)}: {lay.total()} before ({_listed(lay)}), {lies.total()} after ({_listed(lies)})"


def _zones_of(card: Any, lying: Lying) -> Counter[str]:
    return Counter({_name(place): cards.count(card) for place, cards in lying if card in cards})


def _name(place: Place[Any]) -> str:
    return place.zone.name if place.owner is None else f"{place.zone.name} of seat {place.owner}"


def _listed(zones: Counter[str]) -> str:
    return ", ".join(f"{count} in {name}" for name, count in zones.items()) or "in no zone"


def twice(listed: Iterable[Hashable]) -> list[Hashable]:
    """The items that are in a list more than once."""
    return [one for one, times in Counter(listed).items() if times > 1]

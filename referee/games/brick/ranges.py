"""The numbers that options can contain with a given card set, as annotations for the fields of `choices`."""

from __future__ import annotations

from collections.abc import Iterable

from referee.games.brick.cards import Cards
from referee.games.brick.debt import tokens_for
from referee.kernel.ranges import Among

MOST_SOLD = 200
"""The maximum number of points that a seat can sell at once; it is lower if a card set lets a seat buy very many.

The limit only keeps the list of options short (ruling R45).
"""


def _debt_tokens(cards: Cards, _seats: int) -> Iterable[int]:
    dearest = max(cards.dial.highest_store_bid, *(card.cost for card in cards.stores.values()))
    return range(tokens_for(dearest) + 1)


def _prices(cards: Cards, _seats: int) -> Iterable[int]:
    return range(cards.dial.lowest_price, cards.dial.highest_price + 1)


def _capacity(cards: Cards) -> int:
    return max(shelving.capacity for card in cards.by_store.values() for shelving in card.shelves.values())


def _items_of_store(cards: Cards, _seats: int) -> Iterable[int]:
    return range(_capacity(cards) + 1)


def _items_of_seat(cards: Cards, _seats: int) -> Iterable[int]:
    return range(cards.building.slots * _capacity(cards) + 1)


SLOT = Among(lambda cards, _seats: range(1, cards.building.slots + 1))
STORE_BID = Among(lambda cards, _seats: range(cards.dial.highest_store_bid + 1))
DEBT_TOKENS = Among(_debt_tokens)
PRICE = Among(_prices)
ITEMS_OF_STORE = Among(_items_of_store)
ITEMS_OF_SEAT = Among(_items_of_seat)
POINTS_BOUGHT = Among(lambda cards, _seats: range(1, cards.investment.max_points_per_phase + 1))
POINTS_SOLD = Among(lambda _cards, _seats: range(1, MOST_SOLD + 1))

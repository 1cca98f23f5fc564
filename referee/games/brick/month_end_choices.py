"""The options of a seat at the end of a month, in Inventory and Investment. `choices` re-exports them for bots."""

from __future__ import annotations

from typing import Annotated

from referee.games.brick.ranges import ITEMS_OF_STORE, POINTS_BOUGHT, POINTS_SOLD, SLOT
from referee.games.brick.words import Item
from referee.kernel.asking import Option


class ReturnItems(Option, frozen=True):
    """`return_expired`: give expired items to the market, for points."""

    text = "give {count} expired {item} of slot {slot} to the market"
    slot: Annotated[int, "The slot of the store from which the items fell.", SLOT]
    item: Annotated[Item, "The type of the items."]
    count: Annotated[int, "The number of items.", ITEMS_OF_STORE]


class InvestNothing(Option, frozen=True):
    """`invest` and `invest_again`: neither buy nor sell points."""

    text = "neither buy nor sell points"


class BuyPoints(Option, frozen=True):
    """`invest` and `invest_again`: buy points."""

    text = "buy {points:point}"
    points: Annotated[int, "The number of points.", POINTS_BOUGHT]


class SellPoints(Option, frozen=True):
    """`invest`: sell points."""

    text = "sell {points:point}"
    points: Annotated[int, "The number of points.", POINTS_SOLD]

"""Reads the view that the bot for Brick & Mortar receives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee_client.bots.brick_cards import TYPES, cards, store
from referee_client.bots.brick_table import OpenStore, Player, Table
from referee_client.games.brick.v1.brick_pb2 import PART_SALE, SIDE_DEMAND, SIDE_SUPPLY, Item

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee_client.games.brick.v1.brick_pb2 import Crates, SeatView, StoreView, View

ITEMS: Mapping[int, str] = {Item.Value(f"ITEM_{kind.upper()}"): kind for kind in TYPES}
"""The types by their numbers on the wire."""
SIDES: Mapping[int, str] = {SIDE_SUPPLY: "supply", SIDE_DEMAND: "demand"}
"""The sides of a market card by their numbers on the wire."""


def read(view: View) -> Table:
    """Return the table in the form that the strategy needs."""
    own = view.own
    kind = ITEMS.get(view.item, "")
    return Table(
        seat=view.seat,
        players=[_player(seat) for seat in view.seats],
        cash=own.cash,
        month=view.month,
        last_round=view.last_round,
        hand=own.hand,
        own_stores=own.stores,
        market=_numbers(view.market),
        boxes=_numbers(view.boxes),
        demand_cards=view.demand,
        played=_known(view),
        kind=kind,
        price=_price(view, kind),
        for_sale=store(view.auction.store) if view.HasField("auction") else None,
        bought=store(view.seats[view.seat].bought) if view.seats[view.seat].bought else None,
        pile="demand" if own.peeked else "supply",
    )


def _player(seat: SeatView) -> Player:
    return Player(seat.points, seat.debt, [_store(each) for each in seat.building])


def _store(each: StoreView) -> OpenStore:
    return OpenStore(store(each.store), {ITEMS[row.item]: row.counts for row in each.shelves}, each.boxes)


def _numbers(crates: Crates) -> dict[str, int]:
    return {kind: getattr(crates, kind) for kind in TYPES}


def _known(view: View) -> list[tuple[str, str]]:
    """Return the market cards of this month that the seat knows, and whether they count as supply or demand."""
    own = view.own
    played = [(each.card, SIDES[each.side]) for each in own.played]
    gathered = [(card, "supply") for card in view.supply_pile]
    return played + gathered + [(card, "demand") for card in own.peeked or own.demand]


def _price(view: View, kind: str) -> int:
    """Return the price on the seat's dial; without competition there is a fixed price."""
    for dial in view.dials:
        if dial.seat == view.seat and dial.HasField("price"):
            return dial.price
    if not kind:
        return 0
    return cards.now.highest[kind] if view.part == PART_SALE else cards.now.lowest[kind]

"""Invariants that hold at every question (section 11 of the game's specification)."""

from __future__ import annotations

from collections import Counter

from referee.games.brick.advertisement import gathered_demand
from referee.games.brick.kinds import TYPES
from referee.games.brick.market_cards import crates
from referee.games.brick.state import BrickTable, Player
from referee.games.brick.zones import ZONES
from referee.kernel.zones import all_cards


def invariants(t: BrickTable) -> None:
    """Assert the invariants."""
    assert all_cards(ZONES, t) == Counter([*t.cards.by_store, *t.cards.market_cards()]), "not the cards of a match"
    for player in t.players:
        check_building(t, player)
        assert player.cash >= 0, "negative cash"
        assert player.points >= 0, "negative points"
        assert player.debt >= 0, "negative debt"
    points = [t.players[seat].points for seat in t.order]
    gathered = Counter(gathered_demand(t))
    assert not any(Counter(player.peeked or []) - gathered for player in t.players), (
        "the demand pile lacks a card that was seen in it"
    )
    assert sorted(t.order) == t.all_seats(), "the turn order is not all seats"
    assert points == sorted(points, reverse=True), "the turn order does not follow the points"
    for item, printed in zip(TYPES, crates(t, t.demand_pile), strict=True):
        assert 0 <= t.boxes[item] <= printed, "more boxes used than there are"
        assert t.market[item] >= 0, "a negative number of items on the market"


def check_building(t: BrickTable, player: Player) -> None:
    """There are no more stores than slots, no more items than fit, and no more used boxes than there are boxes."""
    assert len(player.building) <= t.cards.building.slots, "more stores than slots"
    for store in player.building:
        card = t.card(store)
        assert store.shelves.keys() == card.shelves.keys(), "not the shelves of the store"
        for item, shelving in card.shelves.items():
            assert len(store.shelves[item]) == shelving.shelves, "not the shelves of the store"
            assert min(store.shelves[item]) >= 0, "a negative number of items on a shelf"
            assert store.items(item) <= shelving.capacity, "more items than fit"
        for free, boxes in zip(store.boxes, card.boxes, strict=True):
            assert 0 <= free <= boxes.count, "more own boxes used than there are"

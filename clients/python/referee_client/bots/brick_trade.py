"""How the bot for Brick & Mortar advertises, stocks and sells."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from referee_client.bots.brick_cards import TYPES, cards, crates
from referee_client.bots.brick_stores import POINT
from referee_client.bots.brick_table import once_for_a_table

if TYPE_CHECKING:
    from referee_client.bots.brick_cards import Card
    from referee_client.bots.brick_table import OpenStore, Table

# What an item usually sells for, as a part of the highest price.
USUAL = 0.75
# The worth of an item that will probably not be sold this month, as a part of what it usually sells for.
LATER = 0.5
# How much a gain of the others counts, compared with a gain of the bot itself.
AGAINST_RIVALS = 0.25
# The worth of a second card on the same side, as a part of the first.
BOTH_SIDES = 0.6
# How many market cards each rival is assumed to have played on each side, as long as they are hidden.
FORESEEN = 0.6


# ---- market cards


@once_for_a_table
def worth_of_playing(table: Table, card: str, side: str) -> float:
    """Return how much more a market card brings to the bot's seat than to the others."""
    worth = sum(_supplied(table, card, kind) if side == "supply" else _demanded(table, card, kind) for kind in TYPES)
    # Supplied items must be sold, and items to sell must be supplied.
    return worth * (BOTH_SIDES if side in {other for _, other in table.played} else 1.0)


def _supplied(table: Table, card: str, kind: str) -> float:
    """Rate additional items on the market: those that fit nowhere help no one, and all seats share the rest."""
    room = table.me.free(kind)
    others = sum(player.free(kind) for player in table.rivals)
    if not room:
        return -AGAINST_RIVALS * min(others, crates(card, kind))
    there = table.market[kind] + table.own_crates(kind, "supply") + _from_rivals(table, kind)
    new = max(0.0, min(room + others, there + crates(card, kind)) - there)
    margin = USUAL * cards.now.highest[kind] - cards.now.lowest[kind]
    share = room / (room + others)
    return margin * new * (share - AGAINST_RIVALS * (1 - share))


def _demanded(table: Table, card: str, kind: str) -> float:
    """Rate additional boxes: those beyond the number of items help no one; if there are fewer, all seats compete."""
    mine = expected_items(table, kind)
    others = 0.7 * sum(player.items(kind) for player in table.rivals)
    if not mine:
        return -AGAINST_RIVALS * min(others, crates(card, kind))
    there = table.own_crates(kind, "demand") + _from_rivals(table, kind)
    new = max(0.0, min(mine + others, there + crates(card, kind)) - there)
    share = mine / (mine + others)
    return USUAL * cards.now.highest[kind] * new * (share - AGAINST_RIVALS * (1 - share))


def _from_rivals(table: Table, kind: str) -> float:
    """Return how many crates of a type the others will probably play on one side."""
    return FORESEEN * len(table.rivals) * cards.now.average_crates[kind]


@once_for_a_table
def expected_items(table: Table, kind: str) -> float:
    """Return how many items of a type the seat will have when the sale begins."""
    coming = table.market[kind] + table.own_crates(kind, "supply") + _from_rivals(table, kind)
    room = table.me.free(kind)
    others = sum(player.free(kind) for player in table.rivals)
    return table.me.items(kind) + min(room, coming * room / max(1, room + others))


# ---- stocking


@once_for_a_table
def resale(table: Table, kind: str) -> float:
    """Return what an item of a type should sell for."""
    rivals = sum(player.items(kind) for player in table.rivals)
    part = 0.95 if not rivals else USUAL
    return part * cards.now.highest[kind]


@once_for_a_table
def expected_boxes(table: Table, kind: str) -> float:
    """Return how many items of a type the seat can probably sell: hidden demand cards are taken as average."""
    own = [card for card, side in table.played if side == "demand"]
    hidden = max(0, table.demand_cards - len(own))
    boxes = sum(crates(card, kind) for card in own) + 0.9 * hidden * cards.now.average_crates[kind]
    rivals = sum(player.items(kind) for player in table.rivals)
    return max(boxes - 0.6 * rivals, 0.3 * boxes) + table.me.own_boxes(kind)


def supply_bid(table: Table, price: int) -> float:
    """Rate a bid: a part of the profit, to be served early; but only the lowest if there is enough for everyone."""
    kind = table.kind
    sure = expected_boxes(table, kind) - table.me.items(kind)
    worth = resale(table, kind) * (1.0 if sure >= 1 else LATER) + best_edge(table, kind)
    profit = max(0.0, worth - cards.now.lowest[kind])
    rivals = sum(player.free(kind) for player in table.rivals)
    scarce = min(1.0, rivals / max(1, table.market[kind]))
    return -abs(
        price - max(cards.now.lowest[kind], min(cards.now.lowest[kind] + 0.4 * scarce * profit, table.cash + 2))
    )


@once_for_a_table
def best_edge(table: Table, kind: str) -> float:
    """Return the highest extra worth that an item of a type has in one of the bot's stores with room."""
    return max((edge(store.card, kind) for store in table.me.stores if store.free(kind)), default=0.0)


def edge(card: Card, kind: str) -> float:
    """Return the extra worth of an item that is stocked into this store and sold from it."""
    return max(0, card.amount("stock_discount", kind)) + selling_edge(card, kind)


def selling_edge(card: Card, kind: str) -> float:
    """Return the extra worth of an item that is sold from this store."""
    more = card.amount("sell_bonus", kind) + 0.5 * card.amount("sell_bonus_first", kind)
    for effect in card.of("points_per_sold"):
        more += POINT * effect.points / effect.every
    for effect in card.of("points_instead"):
        if kind in effect.points_of:
            more += POINT * effect.points_of[kind] - USUAL * cards.now.highest[kind]
    for effect in card.of("points_choice"):
        more += max(0.0, POINT * effect.points - USUAL * cards.now.highest[kind]) / effect.per
    return more


def stock_amount(table: Table, count: int) -> float:
    """Rate an amount by what the items should bring and what they cost; debt costs extra."""
    kind = table.kind
    room = sorted(
        ((store.card.amount("stock_discount", kind), selling_edge(store.card, kind), store.free(kind)))
        for store in table.me.stores
        if store.free(kind)
    )
    off = bulk(table, count)
    cost, edges, left = 0.0, 0.0, count
    for less, more, free in reversed(room):
        taken = min(left, free)
        cost += taken * max(0, table.price - less - off)
        edges += taken * more
        left -= taken
    # Two dollars of debt cost a point; rounding up allows for the risk.
    debt = ceil(max(0.0, cost - table.cash) / 2) * POINT
    sure = max(0.0, expected_boxes(table, kind) - table.me.items(kind))
    soon = min(float(count), sure)
    later = LATER if not table.ends_now else 0.0
    points = sum(
        POINT * effect.points
        for store in table.me.stores
        for effect in store.card.of("points_if_stocked")
        if kind in effect.types and min(count, store.free(kind)) >= effect.count
    )
    return resale(table, kind) * (soon + later * (count - soon)) + edges * USUAL + points - cost - debt


def bulk(table: Table, count: int) -> int:
    """Return the discount on each item if `count` are bought."""
    return sum(
        effect.amount
        for store in table.me.stores
        for effect in store.card.of("bulk_discount")
        if count >= effect.threshold
    )


def filling(table: Table, slot: int, count: int) -> float:
    """Rate a part of a stocking: put as much as possible into the store that adds most."""
    kind = table.kind
    here = edge(table.me.stores[slot - 1].card, kind)
    right = [edge(store.card, kind) for store in table.me.stores[slot:] if store.free(kind)]
    return count * (here - max(right, default=0.0)) + 0.01 * count


# ---- selling


def keeps(table: Table, kind: str) -> int:
    """Return how many items should stay, because a store without any is closed."""
    wanted = [
        store for store in table.me.stores if any(kind in effect.types for effect in store.card.of("hold_or_close"))
    ]
    if table.ends_now and cards.now.highest[kind] > POINT * 3:
        return 0
    return sum(1 for store in wanted if store.items(kind) > store.expiring(kind))


def sale_amount(table: Table, count: int) -> float:
    """Rate how many items to sell at the highest price: all except those that should stay."""
    most = table.me.items(table.kind) - keeps(table, table.kind)
    return count if count <= most else -count


def guaranteed(table: Table) -> int:
    """Return how many items the seat sells at any price, whatever the others do."""
    rivals = sum(player.items(table.kind) for player in table.rivals)
    return max(0, table.boxes[table.kind] - rivals) + table.me.own_boxes(table.kind)


def sale_quantity(table: Table, count: int) -> float:
    """Rate an offer: offer items for which there should be boxes, and items that would be lost anyway."""
    kind = table.kind
    lost = sum(store.expiring(kind) for store in table.me.stores)
    mine = table.me.items(kind) - keeps(table, kind)
    boxes = table.boxes[kind] + table.me.own_boxes(kind)
    wanted = boxes if table.ends_now else max(guaranteed(table), ceil(0.7 * boxes), min(lost, boxes))
    return -abs(count - min(wanted, mine))


def sale_price(table: Table, price: int) -> float:
    """Rate a price: ask the highest if the items sell anyway; otherwise less, the more items compete for each box."""
    kind = table.kind
    mine = table.me.items(kind)
    rivals = sum(player.items(kind) for player in table.rivals)
    boxes = table.boxes[kind]
    if mine <= guaranteed(table):
        return price
    crowd = (mine + rivals - boxes) / (mine + rivals)
    wanted = cards.now.highest[kind] * (0.95 - 0.55 * crowd)
    # Do not ask the same price every month, because others undercut a predictable seller.
    wanted -= (table.month + table.seat + len(kind)) % 3
    return -abs(price - max(1.0, wanted))


def delivering(table: Table, slot: int, count: int) -> float:
    """Rate a part of a delivery.

    Deliver from the store where an item brings most, and first the items that would otherwise be lost.
    """
    kind = table.kind
    store = table.me.stores[slot - 1]
    right = [_eagerness(table, other) for other in table.me.stores[slot:] if other.items(kind)]
    return count * (_eagerness(table, store) - max(right, default=0.0)) + 0.01 * min(count, store.expiring(kind))


def _eagerness(table: Table, store: OpenStore) -> float:
    kind = table.kind
    stays = 6.0 if any(kind in effect.types for effect in store.card.of("hold_or_close")) else 0.0
    closes = 4.0 if any(kind in effect.types for effect in store.card.of("close_if_sold")) else 0.0
    aging = 2.0 * store.expiring(kind) / max(1, store.items(kind))
    return selling_edge(store.card, kind) + aging - stays - closes


def transferring(source: OpenStore, target: OpenStore, kind: str, count: int, *, before: bool) -> float:
    """Rate moving items: move them to a store where they bring more or are not lost."""
    if before:
        return count * (selling_edge(target.card, kind) - selling_edge(source.card, kind) - 0.5)
    return min(count, source.expiring(kind)) - 0.1 * count

"""The plain rules: which items can be sold, and how they are delivered."""

from __future__ import annotations

from tests.games.brick.plain_supply import splits
from tests.games.brick.plain_table import Asking, Card, Store, Table, ask, numbers


def sellable(table: Table, store: Store, kind: str) -> int:
    for effect in store.effects("sale_needs_market"):
        if effect["type"] == kind and not table.market[kind]:
            return 0
    return store.items(kind)


def own_boxes(table: Table, seat: int, kind: str) -> list[tuple[Store, int]]:
    """The own boxes that take the type and are still free: first those that take the fewest types."""
    found = [
        (len(box["types"]), store, at)
        for store in table.players[seat].building
        for at, box in enumerate(store.card.get("boxes", []))
        if kind in box["types"]
    ]
    found.sort(key=lambda each: each[0])
    return [(store, at) for _, store, at in found for _ in range(store.boxes[at])]


def other_boxes(store: Store, kind: str) -> str | None:
    """The type whose boxes this store's items may use as well."""
    for effect in store.effects("sell_into"):
        if effect["type"] == kind:
            return str(effect["boxes"])
    return None


def able_boxes(table: Table, seat: int, kind: str) -> tuple[int, int]:
    """How many items that may use other boxes a seat has, and how many of those boxes are left."""
    items, left = 0, 0
    for store in table.players[seat].building:
        other = other_boxes(store, kind)
        if other:
            items += sellable(table, store, kind)
            left = table.boxes[other]
    return items, left


def most_to_sell(table: Table, seat: int, kind: str) -> int:
    items = sum(sellable(table, store, kind) for store in table.players[seat].building)
    return min(items, table.boxes[kind] + len(own_boxes(table, seat, kind)) + min(able_boxes(table, seat, kind)))


def deliver(table: Table, seat: int, kind: str, count: int, price: int, *, competed: bool) -> Asking:
    player = table.players[seat]
    stores = [store for store in player.building if sellable(table, store, kind)]
    own = own_boxes(table, seat, kind)
    plain_room = table.boxes[kind] + len(own)
    split = yield from choose_split(table, seat, kind, count, stores, plain_room)

    art = sum(items for store, items in zip(stores, split, strict=True) if other_boxes(store, kind))
    other = next((name for store in stores if (name := other_boxes(store, kind))), None)
    most_art = min(art, table.boxes[other]) if other else 0
    to_demand = yield from choose(
        seat, "sale_to_demand", max(0, count - len(own) - most_art), min(count, table.boxes[kind]), last=True
    )
    rest = count - to_demand
    to_other = 0
    if most_art:
        to_other = yield from choose(seat, "sale_to_jewelry", max(0, rest - len(own)), min(rest, most_art))
    to_own = rest - to_other

    money, gains = yield from worth_of(table, seat, kind, price, stores, split)
    table.boxes[kind] -= to_demand
    if other:
        table.boxes[other] -= to_other
    for store, at in own[:to_own]:
        store.boxes[at] -= 1
    for store, items in zip(stores, split, strict=True):
        gains[store.card["id"]] += per_sold(store, items, store.take(kind, items))
        store.delivered += items
    player.cash += money
    if count:
        player.sold.add(kind)
    portions = table.portions(seat, stores, split)
    if count or not competed:
        table.tell("sold", seat, kind, price, portions, to_demand, to_other, to_own, money)
    for store in stores:
        table.gain(seat, gains[store.card["id"]])


def choose(seat: int, word: str, low: int, high: int, *, last: bool = False) -> Asking:
    if low == high:
        return low
    listed = numbers(range(low, high + 1), word)
    chosen = yield from ask(seat, listed, len(listed) - 1 if last else 0)
    return chosen[-1]


def choose_split(table: Table, seat: int, kind: str, count: int, stores: list[Store], plain_room: int) -> Asking:
    def fits(way: tuple[int, ...]) -> bool:
        plain = sum(items for store, items in zip(stores, way, strict=True) if not other_boxes(store, kind))
        return plain <= plain_room

    ways = [way for way in splits(count, [sellable(table, store, kind) for store in stores]) if fits(way)]
    split: tuple[int, ...] = ()
    for at in range(len(stores)):
        listed = sorted({way[at] for way in ways if way[:at] == split})
        here = listed[0]
        if len(listed) > 1:
            chosen = yield from ask(seat, numbers(listed, "sale_split", table.slot(seat, stores[at])))
            here = chosen[-1]
        split = (*split, here)
    return split


def worth_of(table: Table, seat: int, kind: str, price: int, stores: list[Store], split: tuple[int, ...]) -> Asking:
    """The money, and the points by store, that the items bring themselves."""
    others = any(kind in player.sold for other, player in enumerate(table.players) if other != seat)
    money = 0
    gains: dict[str, int] = {}
    for store, items in zip(stores, split, strict=True):
        each = price + bonus(store, "sell_bonus", kind) + (0 if others else bonus(store, "sell_bonus_first", kind))
        paid, points = items, 0
        for effect in store.effects("points_instead"):
            if kind in effect["points"]:
                points += items * effect["points"][kind]
                paid = 0
        for effect in store.effects("points_choice"):
            most = items // effect["per"]
            if most:
                chosen = yield from ask(seat, numbers(range(most + 1), "for_points", table.slot(seat, store)))
                points += chosen[-1] * effect["points"]
                paid -= chosen[-1]
        money += paid * max(0, each)
        gains[store.card["id"]] = points
    return money, gains


def bonus(store: Store, name: str, kind: str) -> int:
    return sum(effect["amount"] for effect in store.effects(name) if kind in effect["types"])


def per_sold(store: Store, items: int, from_bottom: int) -> int:
    def counted(effect: Card) -> int:
        return from_bottom if effect["bottom_only"] else items

    return sum(e["points"] * (counted(e) // e["every"]) for e in store.effects("points_per_sold"))

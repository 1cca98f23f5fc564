"""The stats of a layout and the room in it, a second time, as plainly as the rules are written.

A layout is a list of (card, where); a card is its table of the card file. Nothing here knows the real rules.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from math import ceil
from typing import Any

Card = dict[str, Any]
Layout = list[tuple[Card, str]]

FILE = tomllib.loads(files("referee.games.inventory").joinpath("cards.toml").read_text())
CARDS: dict[str, Card] = {card["id"]: card for card in FILE["card"]}
ORDER = list(CARDS)
CAPACITY: dict[str, int] = FILE["mat"]["capacity"]
WHERE = [*CAPACITY, *(f"ally_{slot}" for slot in CAPACITY), "nested", "stored", "follow"]


def effect(card: Card, kind: str) -> dict[str, Any] | None:
    for each in card.get("effects", []):
        if each["kind"] == kind:
            return dict(each)
    return None


def is_equipped(where: str) -> bool:
    return where not in {"stored", "follow"}


def stored(layout: Layout) -> list[Card]:
    return [card for card, where in layout if where == "stored"]


def followers(layout: Layout) -> list[Card]:
    return [card for card, where in layout if where == "follow"]


def equipped(layout: Layout) -> list[Card]:
    return [card for card, where in layout if is_equipped(where)]


def lying_at(layout: Layout, place: str) -> list[Card]:
    return [card for card, where in layout if where == place]


def stores_subtype(layout: Layout, subtype: str) -> bool:
    return any(card["subtype"] == subtype for card in stored(layout))


def count_of(layout: Layout, what: str) -> int:
    if what == "companion":
        return len(followers(layout))
    if what == "clothing":
        return sum(card["subtype"] == "clothing" for card in equipped(layout))
    return sum(card["subtype"] == what for card in stored(layout))


def own_stat(layout: Layout, card: Card, stat: str) -> int:
    amount: int = card.get(stat, 0)
    for each in card.get("effects", []):
        if each["kind"] == "stat_per" and each["stat"] == stat:
            amount += each["amount"] * count_of(layout, each["what"])
        if each["kind"] == "stat_if" and each["stat"] == stat and stores_subtype(layout, each["has"]):
            amount += each["amount"]
    return amount


def stat(layout: Layout, name: str) -> int:
    factor = 1
    for card in equipped(layout):
        multiply = effect(card, "multiply")
        if multiply:
            factor = max(factor, multiply["factor"])
    worn = sum(own_stat(layout, card, name) for card in equipped(layout))
    return worn * factor + sum(own_stat(layout, card, name) for card in followers(layout))


def goods_gold(layout: Layout) -> int:
    return sum(card.get("store_gold", 0) for card in stored(layout))


def pockets(layout: Layout) -> int:
    return sum(int((effect(card, "die_pocket") or {"dice": 0})["dice"]) for card in equipped(layout))


def carry(layout: Layout) -> int:
    back, hands = 1, 2
    for card, where in layout:
        if effect(card, "nest") or effect(card, "no_occupy"):
            continue
        if where == "back":
            back = 0
        if where == "hand":
            hands -= 2 if effect(card, "two_hands") else 1
    more: int = sum(card.get("carry", 0) for card in equipped(layout) + followers(layout))
    return back + hands + more


def dice(gold: int) -> int:
    return ceil(gold / 6)


def stored_weight(layout: Layout) -> int:
    return sum(card.get("weight", 0) for card in stored(layout))


def weight(layout: Layout, carried: int) -> int:
    return stored_weight(layout) + max(0, dice(carried) - pockets(layout))


def fees(layout: Layout, carried: int, attacked: bool) -> int:
    total: int = 0
    porters = [card for card in followers(layout) if effect(card, "fee_by_load")]
    porters.sort(key=lambda card: (-(effect(card, "fee_by_load") or {})["per_weight"], -card.get("carry", 0)))
    load = max(0, weight(layout, carried) - (carry(layout) - sum(card.get("carry", 0) for card in porters)))
    for card in porters:
        his = min(load, card.get("carry", 0))
        load -= his
        by_load = effect(card, "fee_by_load")
        assert by_load
        total += max(by_load["minimum"], ceil(his / by_load["per_weight"]))
    for card in followers(layout):
        fee = effect(card, "fee")
        if fee:
            has = fee["unless_has"]
            met = attacked if has == "attacked" else stores_subtype(layout, has)
            total += fee["reduced"] if met else fee["amount"]
    return total


def is_legal(layout: Layout, carried: int, card: Card, where: str) -> bool:
    after = [*layout, (card, where)]
    return has_room(layout, card, where) and weight(after, carried) <= carry(after)


def has_room(layout: Layout, card: Card, where: str) -> bool:
    if card["type"] == "companion":
        return where == "follow"
    if where == "follow":
        return False
    if where == "stored":
        return True
    if card["type"] != "equipment":
        return False
    if where == "nested":
        return bool(effect(card, "nest")) and any(other.get("carry", 0) >= 1 for other in equipped(layout))
    slot = where.removeprefix("ally_")
    if slot not in card["slots"]:
        return False
    lying = lying_at(layout, where)
    extras = sum(1 for other in lying if effect(other, "no_occupy"))
    two_handers = sum(1 for other in lying if effect(other, "two_hands"))
    ordinary = len(lying) - extras - two_handers
    allies = sum(1 for other in followers(layout) if effect(other, "slots"))
    if not where.startswith("ally_"):
        taken = ordinary + 2 * two_handers
        if effect(card, "no_occupy"):
            return extras < CAPACITY[slot]
        if effect(card, "two_hands"):
            return taken == 0
        return taken < CAPACITY[slot]
    if effect(card, "nest"):
        return False
    if effect(card, "no_occupy"):
        return extras < CAPACITY[slot] * allies
    if effect(card, "two_hands"):
        return two_handers + 1 + ceil(ordinary / 2) <= allies
    if slot == "hand":
        return two_handers + ceil((ordinary + 1) / 2) <= allies
    return ordinary < allies

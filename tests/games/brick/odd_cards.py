"""Card sets that a game never comes with: cheap stores, and stores with any effects at all, so that rules meet."""

from __future__ import annotations

import tomllib
from functools import cache
from random import Random
from typing import Any

from tests.games.brick.plain_table import own_cards

Entry = dict[str, Any]

# Two of the first in one building, or of the last in one store, mean nothing that the description would say; the
# others matter so seldom that they are dealt more often.
ALONE = {"split_purchase"}
RARE = {"buy_surplus", "sell_into", "return_expired", "transfer_in", "sale_needs_market", "hold_or_close"}
APART = {"points_instead", "points_choice"}


def house() -> str:
    return own_cards()


@cache
def cheap() -> str:
    """The card set of the game, but stores cost next to nothing: all buildings are full soon."""
    entries = tomllib.loads(own_cards())
    for store in entries["store"]:
        store["cost"] = len(store["id"]) % 3
    return written(entries)


@cache
def mixed(seed: int) -> str:
    """Other numbers on the board; shelves, own boxes and effects of stores at random, with parameters of some card."""
    randomly, entries = Random(seed), tomllib.loads(own_cards())
    pool = [effect for store in entries["store"] for effect in store["effects"] if effect["kind"] not in ALONE]
    pool += 3 * [effect for effect in pool if effect["kind"] in RARE]
    boxes = [store["boxes"] for store in entries["store"] if "boxes" in store]
    for store in entries["store"]:
        store["cost"], store["utilities"] = randomly.randrange(9), randomly.randrange(4)
        drawn = randomly.sample(pool, randomly.choice([1, 2, 2, 3]))
        drawn += [effect for effect in store["effects"] if effect["kind"] in ALONE]
        store["effects"] = fitting(drawn)
        store["shelves"] = shelves(randomly, entries["types"], needed(store["effects"]))
        store.pop("boxes", None)
        if "sell_into" in {effect["kind"] for effect in store["effects"]} or randomly.random() < 0.2:
            store["boxes"] = randomly.choice(boxes)
        store["fixed"] = []
    other_board(randomly, entries)
    return written(entries)


def other_board(randomly: Random, entries: Entry) -> None:
    """Other numbers on the board."""
    entries["setup"] |= {"cash": randomly.randint(5, 25), "voluntary_debt_limit": randomly.randint(2, 20)}
    entries["investment"] |= {"start_points": randomly.randint(5, 12), "sell_value": randomly.randint(2, 4)}
    entries["building"]["slot_utilities"] = [randomly.randrange(4) for _ in range(4)]
    entries["building"]["empty_slot_penalty"] = [randomly.randrange(6) for _ in range(4)]
    entries["dial"]["highest_store_bid"] = randomly.randint(20, 60)
    for kind in entries["types"]:
        entries["prices"]["minimum"][kind] = randomly.randint(1, 10)
        entries["prices"]["maximum"][kind] = randomly.randint(6, 20)
    for ending in entries["ending"].values():
        ending["points"] = randomly.randint(20, 45)


def fitting(effects: list[Entry]) -> list[Entry]:
    """Those that can stand in one store: each kind once, and what takes the place of money once."""
    kept: dict[str, Entry] = {}
    for effect in effects:
        kept.setdefault("instead of money" if effect["kind"] in APART else effect["kind"], effect)
    return list(kept.values())


def needed(effects: list[Entry]) -> set[str]:
    """The types that the effects speak of."""
    named: set[str] = set()
    for effect in effects:
        named |= {*tuple_of(effect.get("types")), *tuple_of(effect.get("prices"))}
        if "type" in effect:
            named.add(effect["type"])
        named |= set(tuple_of(effect["points"] if effect["kind"] == "points_instead" else None))
    return named


def tuple_of(value: Any) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, list | dict) else ()


def shelves(randomly: Random, types: list[str], at_least: set[str]) -> Entry:
    held = at_least | {kind for kind in types if randomly.random() < 0.35}
    return {
        kind: {"capacity": randomly.randint(1, 6), "shelves": randomly.randint(1, 3)} for kind in types if kind in held
    }


def written(entries: Entry) -> str:
    """The entries as TOML: plain values first, then tables and lists of tables."""
    plain = {key: value for key, value in entries.items() if not is_table(value)}
    lines = [f"{key} = {value_text(value)}" for key, value in plain.items()]
    for key, value in entries.items():
        if isinstance(value, list) and is_table(value):
            for entry in value:
                lines += [f"[[{key}]]", *(f"{name} = {value_text(inner)}" for name, inner in entry.items())]
        elif isinstance(value, dict):
            lines += [f"[{key}]", *(f"{name} = {value_text(inner)}" for name, inner in value.items())]
    return "\n".join(lines) + "\n"


def is_table(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def value_text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {value_text(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(value_text, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)

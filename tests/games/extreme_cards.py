"""Card sets at the ends of what loaders allow: numbers of a game's own set are made as small or large as may be."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from referee.errors import CardSetError
from referee.kernel.card_set import CardSet
from referee.kernel.game import Game

Raw = dict[str, Any]
Path = tuple[str | int, ...]

ENDS = (0, 1, 2, 5, 10, 12, 20, 100, 1000)
"""The ends of the ranges that are declared; what a field does not allow is tried smaller or larger."""


def extreme_set(game: Game[Any], randomly: Random, changes: int) -> Raw:
    """A set of a game that loads, in which so many numbers, or as many as could be, are at an end of their range."""
    raw: Raw = copy.deepcopy(dict(game.card_data))
    paths = [*_numbers(raw)]
    for path in randomly.sample(paths, min(changes, len(paths))):
        up = randomly.random() < 0.7
        for number in sorted(ENDS, reverse=up):
            changed = copy.deepcopy(raw)
            _put(changed, path, number)
            REPAIRS.get(game.id, _leave)(changed)
            if _loads(game, changed):
                raw = changed
                break
    return raw


def _numbers(value: Any, path: Path = ()) -> Iterator[Path]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _numbers(inner, (*path, name))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _numbers(inner, (*path, at))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path


def _put(raw: Any, path: Path, number: int) -> None:
    for step in path[:-1]:
        raw = raw[step]
    raw[path[-1]] = number


def _loads(game: Game[Any], raw: Raw) -> bool:
    try:
        CardSet.of(game, raw)
    except CardSetError:
        return False
    return True


def _leave(raw: Raw) -> None:
    """Nothing follows from anything else."""


def _brick(raw: Raw) -> None:
    raw["counts"]["market_cards"] = sum(card["copies"] for card in raw["market"])
    points = raw["investment"]["max_points_per_phase"]
    costs = raw["investment"]["buy_cost"]
    raw["investment"]["buy_cost"] = costs if len(costs) == points else [*range(1, points + 1)]


def _inventory(raw: Raw) -> None:
    starter = raw["starter_deck"]
    for card in raw["card"]:
        if card["id"] in starter:
            card["count"] = 2 * starter[card["id"]]
    counts = raw["counts"]
    for deck in counts:
        counts[deck] = sum(card["count"] for card in raw["card"] if card["deck"] == deck)
    raw["set"]["copies_total"] = sum(counts.values())
    for seats, extra in raw["extra"].items():
        extra["starter"] = (int(seats) - 2) * sum(starter.values())


def _keepers(raw: Raw) -> None:
    adventurers = sum(colour["adventurer"] for colour in raw["colour"])
    raw["total_cards"] = adventurers + sum(colour["quest"] for colour in raw["colour"])
    raw["board"]["rumour_spaces"] = raw["board"]["quest_spaces"]
    for seats, each in raw["setup"]["adventurers_each"].items():
        raw["setup"]["adventurers_removed"][seats] = adventurers - int(seats) * each


def _lootroll(raw: Raw) -> None:
    for pile in raw["counts"]:
        cards = raw.get(pile) or [card for card in raw["loot"] if card["rarity"] == pile]
        raw["counts"][pile] = sum(card["copies"] for card in cards)


REPAIRS: dict[str, Callable[[Raw], None]] = {
    "brick": _brick,
    "inventory": _inventory,
    "keepers": _keepers,
    "lootroll": _lootroll,
}

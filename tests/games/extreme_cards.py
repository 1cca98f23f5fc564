"""Card sets of our games at the ends of what their loaders allow: what follows from a changed number is put right."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from referee.battery.changed_cards import Raw, changed_cards
from referee.kernel.cards import CardData
from referee.kernel.game import Game, find_game


def extreme_set(game: Game[Any], randomly: Random, changes: int | None = None) -> Raw:
    """A set of a game that loads, in which this many numbers (None: any) are at an end of their range."""
    return changed_cards(game, randomly, changes, REPAIRS.get(game.id))


def extreme_sets(game_id: str) -> Callable[[Random], CardData]:
    """What makes such sets, for the facts of a game."""
    return lambda randomly: extreme_set(find_game(game_id), randomly)


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
    raw["rules"]["dungeons"] = min(raw["rules"]["dungeons"], 20)  # a thousand would be played for minutes
    for pile in raw["counts"]:
        cards = raw.get(pile) or [card for card in raw["loot"] if card["rarity"] == pile]
        raw["counts"][pile] = sum(card["copies"] for card in cards)


REPAIRS: dict[str, Callable[[Raw], None]] = {
    "brick": _brick,
    "inventory": _inventory,
    "keepers": _keepers,
    "lootroll": _lootroll,
}

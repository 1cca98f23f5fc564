"""A match in each of the windows in which cards can be played."""

from __future__ import annotations

from typing import Any

from referee.kernel.match import Match
from referee.kernel.seats import Seat
from tests.games.lootroll.tables import begin, table

ME, NEXT, LAST = Seat(0), Seat(1), Seat(2)
DECKS = {
    "ability": ["jinx", "enrage", "sunder"],
    "common": ["caltrops", "gold_pouch"],
    "rare": ["ruby"],
    "epic": ["aegis"],
    "monster": ["cave_rat", "troll", "lich", "hydra"],
}
FIGHT = {"monster": "ghoul", "mode": "normal", "shown": True, "fighters": [0, 1]}
ROLL = {"fighters": [0, 1], "loot": ["ruby"], "dice": {0: 10, 1: 11}, "modifiers": {0: 0, 1: 0}}
SHARED = {"passing": {"order": [0, 1, 2]}}
WINDOWS: dict[str, tuple[str, dict[str, Any]]] = {
    "turn": ("turn", {"window": "turn"}),
    "prep": ("preparing", {"window": "prep", "fight": {**FIGHT, "shown": False, "fighters": []}, **SHARED}),
    "fight": ("fighting", {"window": "fight", "fight": FIGHT, **SHARED}),
    "roll": ("rolling", {"window": "roll", "spoils": ROLL, **SHARED}),
    "town": ("in_town", {"window": "town", "town": {"order": [0, 1, 2], "vendor": ["vote_kick"]}}),
}


def in_window(window: str, **zones: Any) -> Match:
    phase, rest = WINDOWS[window]
    return begin(table(3, **{"decks": DECKS, **rest, **zones}), phase)

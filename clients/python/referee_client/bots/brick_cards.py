"""What the bot for Brick & Mortar knows of the cards and the board.

The card set is read from the file that the game comes with; over the wire, GameService gives the same text.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_FILE = tomllib.loads((resources.files("referee_client") / "games/brick/cards.toml").read_text(encoding="utf-8"))

TYPES: tuple[str, ...] = tuple(_FILE["types"])
LOWEST: Mapping[str, int] = _FILE["prices"]["minimum"]
HIGHEST: Mapping[str, int] = _FILE["prices"]["maximum"]
SLOTS: int = _FILE["building"]["slots"]
SLOT_UTILITIES: Sequence[int] = _FILE["building"]["slot_utilities"]
EMPTY_SLOT_PENALTY: Sequence[int] = _FILE["building"]["empty_slot_penalty"]
POINT_COSTS: Sequence[int] = _FILE["investment"]["buy_cost"]
SELL_VALUE: int = _FILE["investment"]["sell_value"]
END_POINTS: Mapping[int, int] = {int(seats): row["points"] for seats, row in _FILE["ending"].items()}
LAST_MONTH: Mapping[int, int] = {int(seats): row["last_month"] for seats, row in _FILE["ending"].items()}
CRATES: Mapping[str, Mapping[str, int]] = {row["id"]: row["crates"] for row in _FILE["market"]}
AVERAGE_CRATES: Mapping[str, float] = {
    kind: sum(row["copies"] * row["crates"].get(kind, 0) for row in _FILE["market"]) / _FILE["counts"]["market_cards"]
    for kind in TYPES
}


@dataclass(frozen=True)
class Effect:
    """An effect of a store, with the names of the card set. `types` are all types of items that it speaks of."""

    kind: str
    phase: str
    types: Sequence[str] = ()
    amount: int = 0
    points: int = 0
    points_of: Mapping[str, int] = field(default_factory=dict)
    every: int = 1
    per: int = 1
    count: int = 0
    threshold: int = 1
    types_sold: int = 0
    bottom_only: bool = False


@dataclass(frozen=True)
class Boxes:
    """Own boxes of a store that take the same types."""

    types: Sequence[str]
    count: int


@dataclass(frozen=True)
class Card:
    """A store as the card set describes it."""

    cost: int = 0
    utilities: int = 0
    points: int = 0
    capacity: Mapping[str, int] = field(default_factory=dict)
    boxes: Sequence[Boxes] = ()
    effects: Sequence[Effect] = ()

    def of(self, kind: str) -> list[Effect]:
        """Returns the effects of a kind."""
        return [effect for effect in self.effects if effect.kind == kind]

    def amount(self, kind: str, item: str) -> int:
        """Returns what all effects of a kind add up to for a type of items."""
        return sum(effect.amount for effect in self.of(kind) if item in effect.types)


def _effect(row: Mapping[str, Any]) -> Effect:
    """Reads an effect: some kinds name one type, others several, and one counts types."""
    named = row.get("types", [row["type"]] if "type" in row else ())
    points = row.get("points", 0)
    facts = {name: row[name] for name in ("amount", "every", "count", "threshold", "bottom_only") if name in row}
    return Effect(
        kind=row["kind"],
        phase=row["phase"],
        types=() if isinstance(named, int) else named,
        types_sold=named if isinstance(named, int) else 0,
        points=points if isinstance(points, int) else 0,
        points_of=points if isinstance(points, dict) else {},
        per=row["per"] if isinstance(row.get("per"), int) else 1,
        **facts,
    )


def _card(row: Mapping[str, Any]) -> Card:
    return Card(
        cost=row["cost"],
        utilities=row["utilities"],
        points=row["points"],
        capacity={kind: sign["capacity"] for kind, sign in row["shelves"].items()},
        boxes=[Boxes(each["types"], each["count"]) for each in row.get("boxes", ())],
        effects=[_effect(each) for each in row["effects"]],
    )


STORES = {row["id"]: _card(row) for name in ("store", "starting_store") for row in _FILE[name]}
UNKNOWN = Card()


def store(name: str) -> Card:
    """Returns the facts of a store; nothing is known of a store of another set."""
    return STORES.get(name, UNKNOWN)


def crates(card: str, kind: str) -> int:
    """Returns how many crates of a type are on a market card."""
    return CRATES.get(card, {}).get(kind, 0)

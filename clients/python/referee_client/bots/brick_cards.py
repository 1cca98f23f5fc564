"""What the bot for Brick & Mortar knows about the cards and the board."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from referee_client.bots.cards_in_play import CardsInPlay

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TYPES = ("food", "clothing", "electronics", "jewelry", "art")


@dataclass(frozen=True)
class Effect:
    """An effect of a store, with the names of the card set. `types` are all types of items that the effect mentions."""

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
    """Boxes of a store that accept the same types."""

    types: Sequence[str]
    count: int


@dataclass(frozen=True, eq=False)
class Card:
    """A store as the card set describes it. There is one of each."""

    cost: int = 0
    utilities: int = 0
    points: int = 0
    capacity: Mapping[str, int] = field(default_factory=dict)
    boxes: Sequence[Boxes] = ()
    effects: Sequence[Effect] = ()

    def of(self, kind: str) -> list[Effect]:
        """Return the effects of a kind."""
        return [effect for effect in self.effects if effect.kind == kind]

    def amount(self, kind: str, item: str) -> int:
        """Return the sum of all effects of a kind for a type of items."""
        return sum(effect.amount for effect in self.of(kind) if item in effect.types)


def _effect(row: Mapping[str, Any]) -> Effect:
    """Read an effect: some kinds name one type, others several, and one counts types."""
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


@dataclass(frozen=True)
class Facts:
    """The card set as the bot uses it; when the game ends depends on the number of players."""

    stores: Mapping[str, Card]
    crates: Mapping[str, Mapping[str, int]]
    average_crates: Mapping[str, float]
    lowest: Mapping[str, int]
    highest: Mapping[str, int]
    slots: int
    slot_utilities: Sequence[int]
    empty_slot_penalty: Sequence[int]
    point_costs: Sequence[int]
    sell_value: int
    end_points: Mapping[int, int]
    last_month: Mapping[int, int]


def _read(card_set: Mapping[str, Any]) -> Facts:
    market, building, investment = card_set["market"], card_set["building"], card_set["investment"]
    copies = sum(row["copies"] for row in market)
    return Facts(
        stores={row["id"]: _card(row) for name in ("store", "starting_store") for row in card_set[name]},
        crates={row["id"]: row["crates"] for row in market},
        average_crates={
            kind: sum(row["copies"] * row["crates"].get(kind, 0) for row in market) / copies for kind in TYPES
        },
        lowest=card_set["prices"]["minimum"],
        highest=card_set["prices"]["maximum"],
        slots=building["slots"],
        slot_utilities=building["slot_utilities"],
        empty_slot_penalty=building["empty_slot_penalty"],
        point_costs=investment["buy_cost"],
        sell_value=investment["sell_value"],
        end_points={int(seats): row["points"] for seats, row in card_set["ending"].items()},
        last_month={int(seats): row["last_month"] for seats, row in card_set["ending"].items()},
    )


cards = CardsInPlay("brick", _read)
UNKNOWN = Card()


def store(name: str) -> Card:
    """Return what is known about a store; for a store that is not in the card set, nothing."""
    return cards.now.stores.get(name, UNKNOWN)


def crates(card: str, kind: str) -> int:
    """Return how many crates of a type are on a market card."""
    return cards.now.crates.get(card, {}).get(kind, 0)

"""What the bot for Adventures in Inventory Management knows about the cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee_client.bots.cards_in_play import CardsInPlay

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee_client.games.inventory.v1.inventory_pb2 import SeatView

DIE = 6


@dataclass(frozen=True)
class Card:
    """The facts about a card that the bot uses, with the names of the card set."""

    type: str
    price: int = 0
    power: int = 0
    defense: int = 0
    gold: int = 0
    carry: int = 0
    weight: int = 0
    store_gold: int = 0
    points: int = 0
    draw: int = 0
    fee: int = 0
    trash_cost: int = 0
    pocket: int = 0
    blocks: bool = False

    @property
    def loot(self) -> bool:
        """Whether the card only brings points."""
        return self.points > 0


def _read(card_set: Mapping[str, Any]) -> dict[str, Card]:
    return {row["id"]: _card(row) for row in card_set["card"]}


def _card(row: Mapping[str, Any]) -> Card:
    effects = {effect["kind"]: effect for effect in row.get("effects", ())}
    numbers = ("price", "power", "defense", "gold", "carry", "weight", "store_gold", "points")
    bonus = effects.get("stat_per") or effects.get("stat_if") or {"stat": "", "amount": 0}
    facts = {name: row.get(name, 0) + (bonus["amount"] if bonus["stat"] == name else 0) for name in numbers}
    return Card(
        type=row["type"],
        draw=effects.get("draw", {}).get("amount", 0),
        fee=effects.get("fee", {}).get("amount", 0) + effects.get("fee_by_load", {}).get("minimum", 0),
        trash_cost=effects.get("trash_cost", {}).get("amount", 0),
        pocket=effects.get("die_pocket", {}).get("dice", 0),
        blocks="nest" not in effects and "no_occupy" not in effects,
        **facts,
    )


cards = CardsInPlay("inventory", _read)
"""The cards by id. A bonus that depends on other cards is counted once."""


UNKNOWN = Card("unknown")


def card_of(name: str) -> Card:
    """Return what is known about a card; for a card that is not in the card set, nothing."""
    return cards.now.get(name, UNKNOWN)


def free_carry(seat: SeatView) -> int:
    """Return how much more a seat can carry."""
    return seat.totals.carry - seat.totals.weight


def dice(gold: int) -> int:
    """Return how many dice are needed to show `gold`."""
    return -(-gold // DIE)


def chance_to_win(ahead: int) -> float:
    """Return the probability that an attack wins if it is `ahead` points ahead of the defender before both roll."""
    throws = [(first, second) for first in range(1, DIE + 1) for second in range(1, DIE + 1)]
    return sum(first + ahead >= second for first, second in throws) / len(throws)

"""What the Loot Roll bot knows about the cards, and how it rates a fight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee_client.bots.cards_in_play import CardsInPlay
from referee_client.games.lootroll.v1.lootroll_pb2 import MODE_BOSS, Card

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from referee_client.games.lootroll.v1.lootroll_pb2 import Mode, SeatView, View

SLOTS = ("head", "body", "legs", "feet", "main", "off")
# The average worth of a card that is drawn from a deck.
AVERAGE = {"common": 1.7, "rare": 5.3, "epic": 10.7}
# How often another seat fights.
FIGHTS = 0.5


@dataclass(frozen=True)
class Facts:
    """The rows of a card set, by the number of the card, and values derived from them."""

    rows: Mapping[int, Mapping[str, Any]]
    monsters: Sequence[int]
    effects: Mapping[int, Mapping[str, int]]
    symbols: Mapping[int, str | None]
    treasures: Mapping[int, int]
    strengths: Mapping[int, float]
    bag: int
    die: int


def _read(card_set: Mapping[str, Any]) -> Facts:
    rows = {
        Card.Value(f"CARD_{row['id'].upper()}"): row
        for kind in ("ability", "loot", "monster")
        for row in card_set[kind]
    }
    return Facts(
        rows=rows,
        monsters=[number for number, row in rows.items() if "slash" in row],
        effects={number: _monster_effects(row) for number, row in rows.items() if "slash" in row},
        symbols={number: row.get("slot") for number, row in rows.items()},
        treasures={number: row.get("treasure", 0) for number, row in rows.items()},
        strengths={number: _strength(row) for number, row in rows.items()},
        bag=card_set["rules"]["bag_limit"],
        die=card_set["rules"]["die"],
    )


def _monster_effects(row: Mapping[str, Any]) -> dict[str, int]:
    return {effect["kind"]: effect.get("amount", 1) for effect in row["effects"]}


def _strength(row: Mapping[str, Any]) -> float:
    """Rate gear: its survivability, and a little for its other effects."""
    passive = row.get("passive")
    extra = 0.0 if passive is None else passive["amount"] * (1.0 if passive["kind"] == "roll" else 0.5)
    return float(row.get("surv", 0)) + extra * 0.6 + (1.0 if "use" in row else 0.0)


cards = CardsInPlay("lootroll", _read)


def treasure(card: int) -> int:
    """Return what a loot card is worth."""
    return cards.now.treasures[card]


def symbol(card: int) -> str | None:
    """Return the symbol of gear: a slot, or "two"."""
    return cards.now.symbols[card]


def fills(card: int) -> set[str]:
    """Return the slots that gear fills."""
    kind = symbol(card)
    return {"main", "off"} if kind == "two" else {kind} if kind else set()


def effect_of(card: int) -> Mapping[str, Any]:
    """Return what a card does when it is played; empty if it cannot be played."""
    row = cards.now.rows[card]
    effect: Mapping[str, Any] = row.get("effect") or row.get("use", {}).get("effect", {})
    return effect


def strength(card: int) -> float:
    """Return how good gear is."""
    return cards.now.strengths[card]


def worn(seat: SeatView) -> list[int]:
    """Return what a seat has equipped; a two-handed card appears once."""
    return list(dict.fromkeys(card for slot in SLOTS if (card := getattr(seat, slot))))


def score(stored: Sequence[int], gear: Iterable[int]) -> int:
    """Return the score of a seat with these cards: gear counts only if it can be exchanged for a stored card."""
    treasures, symbols = cards.now.treasures, cards.now.symbols
    total, lowest = 0, dict[str | None, int]()
    for card in stored:
        worth, kind = treasures[card], symbols[card]
        total += worth
        lowest[kind] = min(worth, lowest.get(kind, worth))
    for card in gear:
        worth = treasures[card]
        total += max(0, worth - lowest.get(symbols[card], worth))
    return total


def cost(seat: SeatView, card: int) -> int:
    """Return how much a seat's score drops without a card of its bag."""
    stored = [*seat.bag_cards, *seat.bank_cards]
    gear = worn(seat)
    without: list[int] = [*stored]
    without.remove(card)
    return score(stored, gear) - score(without, gear)


@dataclass(frozen=True)
class Company:
    """One way in which the other seats may choose: its probability, their strength, how many fight."""

    chance: float
    strength: int
    fighters: int


def companies(view: View) -> list[Company]:
    """Return every way in which the other seats may choose."""
    ways = [Company(1.0, 0, 0)]
    for number, seat in enumerate(view.seats):
        if number != view.seat:
            ways = [
                way
                for one in ways
                for way in (
                    Company(one.chance * (1 - FIGHTS), one.strength, one.fighters),
                    Company(one.chance * FIGHTS, one.strength + seat.survivability, one.fighters + 1),
                )
            ]
    return ways


def effects(monster: int) -> Mapping[str, int]:
    """Return a monster's effects with their amounts."""
    return cards.now.effects[monster]


def mode_row(monster: int, mode: Mode) -> Mapping[str, Any]:
    """Return a monster's figures in one mode."""
    row: Mapping[str, Any] = cards.now.rows[monster]["boss" if mode == MODE_BOSS else "normal"]
    return row


class Outlook:
    """The gain that a seat can expect from fights in the present position.

    Attributes:
        room: How many cards still fit into the bag.
    """

    def __init__(self, view: View) -> None:
        self._me = view.seats[view.seat]
        self._companies = companies(view)
        self._losses = sorted(cost(self._me, card) for card in self._me.bag_cards)
        self.room = cards.now.bag - self._me.bag

    def loss(self, count: int) -> int:
        """Return how much the score drops without the `count` least valuable cards of the bag."""
        return sum(self._losses[:count])

    def of_fight(self, monster: int, mode: Mode, boost: int = 0) -> float:
        """Return what fighting a monster should bring, with `boost` from cards."""
        row, kinds = mode_row(monster, mode), effects(monster)
        per_fighter = kinds.get("per_fighter", 0)
        lost = self.loss(row["loot"] + kinds.get("extra_loss", 0))
        total = 0.0
        for way in self._companies:
            wins = self._me.survivability + boost + way.strength > row["surv"] + per_fighter * (way.fighters + 1)
            share = min(self.room, row["loot"] / (way.fighters + 1)) * AVERAGE[row["rarity"]]
            total += way.chance * (share if wins else -lost)
        return total

    def of_unknown(self, view: View, mode: Mode) -> float:
        """Return what the top monster should bring on average over all monsters that are not in the discard pile."""
        every = cards.now.monsters
        unseen = [monster for monster in every if monster not in view.monster.discard] or every
        return sum(max(0.0, self.of_fight(monster, mode)) for monster in unseen) / len(unseen)

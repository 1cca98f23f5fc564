"""What lies on the table when the rules are played a second time: the players' cards, the decks, and the deals."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.chance import Chance, seed_from
from tests.games.inventory.plain_layout import (
    CARDS,
    FILE,
    ORDER,
    Layout,
)

Option = tuple[Any, ...]
Told = tuple[Any, ...]


@dataclass
class Ask:
    options: list[Option]
    default: int


Asking = Generator[dict[int, Ask], dict[int, int], Any]

LOOT = {"uncommon": "uncommon_loot", "rare": "rare_loot", "epic": "epic_loot"}


@dataclass
class Player:
    deck: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    layout: Layout = field(default_factory=list)
    purse: int = 0
    carried: int = 0
    attacked: bool = False

    def owned(self) -> list[str]:
        return self.deck + self.hand + self.discard + [card["id"] for card, _ in self.layout]


def in_order(ids: list[str]) -> list[str]:
    return sorted(ids, key=ORDER.index)


def copy_of(deck: str) -> list[str]:
    return [card["id"] for card in CARDS.values() if card["deck"] == deck for _ in range(card["count"])]


class PlainTable:
    def __init__(self, seats: int, seed: int) -> None:
        self.seats = range(seats)
        self.seed = seed_from(seed)
        self.drawn: dict[str, int] = {}
        self.told: list[tuple[Told, dict[int, Told]]] = []
        self.players = [Player() for _ in self.seats]
        self.row: dict[int, str | None] = dict.fromkeys([1, 2, 3, 4])
        self.common: str | None = None
        self.rebate = 0
        self.trash: list[str] = []
        self.triggered = False
        self.premium_bought = False
        self.scores: list[int] = []
        self.places: list[int] = []

    def chance(self, name: str) -> Chance:
        return Chance(self.seed, name, self.drawn)

    def tell(self, *public: Any, private: dict[int, Told] | None = None) -> None:
        self.told.append((public, private or {}))

    def roll(self, seat: int) -> int:
        return 1 + self.chance(f"die of seat {seat}").below(6)

    def set_up(self) -> None:
        for seat, player in enumerate(self.players):
            player.deck = [card for card in ORDER for _ in range(FILE["starter_deck"].get(card, 0))]
            self.chance(f"deck of seat {seat}").shuffle(player.deck)
        self.common_deck, self.premium_deck = copy_of("common"), copy_of("premium")
        self.piles = {rarity: CARDS[card]["count"] for rarity, card in LOOT.items()}
        self.pesky = CARDS["pesky_quest_item"]["count"]
        extra = FILE["extra"].get(str(len(self.seats)))
        if extra:
            second_common, second_premium = copy_of("common"), copy_of("premium")
            if len(self.seats) == 3:
                self.chance("second copy").shuffle(second_common)
                self.chance("second copy").shuffle(second_premium)
            self.common_deck += second_common[: extra["common"]]
            self.premium_deck += second_premium[: extra["premium"]]
            for rarity in LOOT:
                self.piles[rarity] += extra[rarity]
            self.pesky += extra["pesky"]
        self.common_deck, self.premium_deck = in_order(self.common_deck), in_order(self.premium_deck)
        self.chance("common deck").shuffle(self.common_deck)
        self.chance("premium deck").shuffle(self.premium_deck)
        for place in [4, 3, 2, 1]:
            self.deal_premium(place)
        self.deal_common()
        for seat in self.seats:
            self.draw(seat, 5)

    def draw(self, seat: int, count: int) -> None:
        player = self.players[seat]
        fresh: list[str] = []

        def tell() -> None:
            if fresh:
                self.tell("drew", seat, len(fresh), [], private={seat: ("drew", seat, len(fresh), [*fresh])})
                fresh.clear()

        for _ in range(count):
            if not player.deck and player.discard:
                tell()
                player.deck, player.discard = in_order(player.discard), []
                self.chance(f"deck of seat {seat}").shuffle(player.deck)
                self.tell("reshuffled", seat, len(player.deck))
            if player.deck:
                card = player.deck.pop(0)
                player.hand.append(card)
                fresh.append(card)
        tell()

    def deal_premium(self, place: int) -> None:
        if not self.premium_deck:
            self.trigger("premium")
            return
        card = self.premium_deck.pop(0)
        self.row[place] = card
        self.tell("market_dealt", place, card)

    def deal_common(self) -> None:
        if not self.common_deck:
            self.trigger("common")
            return
        self.common = self.common_deck.pop(0)
        self.rebate = 0
        self.tell("market_dealt", "common", self.common)

    def trigger(self, why: str) -> None:
        if not self.triggered:
            self.triggered = True
            self.tell("end_triggered", why)

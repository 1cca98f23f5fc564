"""What the plain rules of Brick & Mortar play with: cards, players, shelves, points, and how they ask and tell."""

from __future__ import annotations

import tomllib
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from referee.kernel.chance import Chance, seed_from

Card = dict[str, Any]
Option = tuple[Any, ...]
Told = tuple[Any, ...]


@dataclass
class Ask:
    options: list[Option]
    default: int = 0


Asking = Generator[dict[int, Ask], dict[int, int], Any]


class CardSet:
    """A card set file, with its entries by id."""

    def __init__(self, text: str) -> None:
        self.file: dict[str, Any] = tomllib.loads(text)
        self.stores: dict[str, Card] = {card["id"]: card for card in self.file["store"]}
        self.starting: dict[str, Card] = {card["id"]: card for card in self.file["starting_store"]}
        self.market: dict[str, Card] = {card["id"]: card for card in self.file["market"]}
        self.types: list[str] = self.file["types"]

    def store(self, name: str) -> Card:
        return self.stores.get(name) or self.starting[name]


@cache
def card_set(text: str) -> CardSet:
    return CardSet(text)


def own_cards() -> str:
    """The card set that the game comes with."""
    return (resources.files("referee.games.brick") / "cards.toml").read_text(encoding="utf-8")


class Store:
    """An open store. `shelves[t]` are the items on each shelf of type t, top first; `boxes` the own boxes left."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.shelves = {kind: [0] * sign["shelves"] for kind, sign in card["shelves"].items()}
        self.boxes = [0 for _ in card.get("boxes", [])]
        self.delivered = 0

    def items(self, kind: str) -> int:
        return sum(self.shelves.get(kind, []))

    def free(self, kind: str) -> int:
        return self.card["shelves"][kind]["capacity"] - self.items(kind) if kind in self.shelves else 0

    def add(self, kind: str, count: int) -> None:
        if count:
            self.shelves[kind][0] += count

    def take(self, kind: str, count: int) -> int:
        """Takes items out, the lowest shelf first; returns how many came from the bottom shelf."""
        left, from_bottom = count, 0
        for at in reversed(range(len(self.shelves.get(kind, [])))):
            taken = min(left, self.shelves[kind][at])
            self.shelves[kind][at] -= taken
            left -= taken
            if at == len(self.shelves[kind]) - 1:
                from_bottom = taken
        assert not left
        return from_bottom

    def effects(self, kind: str, phase: str | None = None) -> list[Card]:
        return [e for e in self.card["effects"] if e["kind"] == kind and phase in {None, e["phase"]}]


@dataclass
class Player:
    cash: int = 15
    points: int = 10
    debt: int = 0
    hand: list[str] = field(default_factory=list)
    stores: list[str] = field(default_factory=list)
    packet: list[str] = field(default_factory=list)
    building: list[Store] = field(default_factory=list)
    redrawn: bool = False
    in_debt: bool = False
    sold: set[str] = field(default_factory=set)

    def free(self, kind: str) -> int:
        return sum(store.free(kind) for store in self.building)


class Table:
    def __init__(self, seats: int, seed: int, options: Mapping[str, Any], cards: str) -> None:
        self.seats = range(seats)
        self.options = {"preset_hands": False, "start_seat": "random", **options}
        self.set = card_set(cards)
        self.types = self.set.types
        self.seed = seed_from(seed)
        self.drawn: dict[str, int] = {}
        self.told: list[tuple[Told, dict[int, Told]]] = []
        setup = self.set.file["setup"]
        points = self.set.file["investment"]["start_points"]
        self.players = [Player(cash=setup["cash"], points=points) for _ in self.seats]
        self.order: list[int] = []
        self.month = 1
        self.last_round = False
        self.store_deck: list[str] = []
        self.row: list[str] = []
        self.on_deck: str | None = None
        self.market_deck: list[str] = []
        self.discard: list[str] = []
        self.box: list[str] = []
        self.supply_pile: list[str] = []
        self.demand_pile: list[str] = []
        self.market = dict.fromkeys(self.types, 0)
        self.boxes = dict.fromkeys(self.types, 0)
        self.scores: list[int] = []
        self.places: list[int] = []

    def chance(self, name: str) -> Chance:
        return Chance(self.seed, name, self.drawn)

    def begin(self, part: str) -> None:
        self.tell("part_begins", self.month, part)

    def tell_row(self) -> None:
        self.tell("row_changed", [*self.row], self.on_deck or "")

    def close(self, seat: int, store: Store) -> None:
        """The store goes to the box and its items to the general supply; the others move to the left."""
        self.tell("store_closed", seat, self.slot(seat, store), store.card["id"])
        self.players[seat].building = [own for own in self.players[seat].building if own is not store]
        self.box.append(store.card["id"])

    def portions(self, seat: int, stores: list[Store], split: tuple[int, ...]) -> list[tuple[int, int]]:
        """The slots to which, or from which, items go, and how many."""
        return [(self.slot(seat, store), items) for store, items in zip(stores, split, strict=True) if items]

    def crates(self, cards: list[str]) -> list[int]:
        """What is on the market cards, by type."""
        return [sum(self.set.market[card]["crates"].get(kind, 0) for card in cards) for kind in self.types]

    def tell(self, *public: Any, private: dict[int, Told] | None = None) -> None:
        self.told.append((public, private or {}))

    # ---- words used in the rules

    def in_turn_order(self, seats: Iterable[int] | None = None) -> Iterator[int]:
        """The earliest in the turn order as it is now goes next, and so on."""
        left = set(self.seats if seats is None else seats)
        while left:
            seat = next(seat for seat in self.order if seat in left)
            left.remove(seat)
            yield seat

    def windows(self, kind: str, phase: str | None = None) -> Iterator[tuple[int, Store, Card]]:
        """All effects of a kind: seats in turn order, each seat's stores from left to right."""
        for seat in self.in_turn_order():
            for store in list(self.players[seat].building):
                for effect in store.effects(kind, phase):
                    yield seat, store, effect

    def slot(self, seat: int, store: Store) -> int:
        return 1 + [own is store for own in self.players[seat].building].index(True)

    def gain(self, seat: int, points: int) -> None:
        """Points come and go; the turn order follows at once."""
        player = self.players[seat]
        if not points:
            return
        player.points += points
        assert player.points >= 0
        self.tell("points_changed", seat, points, player.points)
        order = sorted(self.order, key=lambda other: -self.players[other].points)
        if order != self.order:
            self.order = order
            self.tell("order_changed", order)
        if player.points >= self.ending["points"] and not self.last_round:
            self.last_round = True
            self.tell("last_round")

    @property
    def ending(self) -> dict[str, int]:
        ending: dict[str, int] = self.set.file["ending"][str(len(self.seats))]
        return ending

    # ---- market cards

    def tell_drawn(self, seat: int, cards: list[str]) -> None:
        whole = ("market_drawn", seat, len(cards), [*cards])
        self.tell("market_drawn", seat, len(cards), [], private={seat: whole})

    def draw(self, seat: int, count: int) -> None:
        fresh: list[str] = []

        def tell() -> None:
            if fresh:
                self.tell_drawn(seat, fresh)
                fresh.clear()

        for _ in range(count):
            if not self.market_deck and self.discard:
                tell()
                self.market_deck, self.discard = sorted(self.discard), []
                self.chance("market deck").shuffle(self.market_deck)
                self.tell("reshuffled", len(self.market_deck))
            if self.market_deck:
                card = self.market_deck.pop(0)
                self.players[seat].hand.append(card)
                fresh.append(card)
        tell()


def distinct(cards: list[str]) -> list[str]:
    return sorted(set(cards))


def half_up(dollars: int) -> int:
    """How many debt tokens bring at least this number of dollars."""
    return (dollars + 1) // 2


def ask(seat: int, options: list[Option], default: int = 0) -> Asking:
    answers = yield {seat: Ask(options, default)}
    return options[answers[seat]]


def ask_all(asks: dict[int, Ask]) -> Asking:
    if not asks:
        return {}
    answers = yield asks
    return {seat: asked.options[answers[seat]] for seat, asked in asks.items()}


def numbers(listed: Iterable[int], *words: Any) -> list[Option]:
    """An option for each number, which comes after the words."""
    return [(*words, number) for number in listed]

"""The card set: typed cards, the mat, and how many of each card a match has."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from referee.games.inventory.kinds import (
    DiePocket,
    Draw,
    Effect,
    K,
    KindOf,
    Nest,
    NoOccupy,
    NotNegative,
    Slots,
    TwoHands,
)
from referee.kernel.ranges import Among
from referee.kernel.texts import ShownAs


def card_name(card: str) -> str:
    """The name of a card."""
    return card.replace("_", " ") or "nothing"


CardId = Annotated[str, ShownAs(card_name), Among(lambda cards, _seats: cards.by_id)]
Deck = Literal["starter", "common", "premium", "loot", "pesky"]
Type = Literal["equipment", "goods", "companion", "loot", "quest"]
Subtype = Literal[
    "weapon", "armor", "clothing", "storage", "food", "alcohol", "treasure", "junk", "person", "animal",
    "uncommon", "rare", "epic", "pesky",
]  # fmt: skip
Slot = Literal["head", "back", "body", "hand"]

DECKS: tuple[Deck, ...] = ("starter", "common", "premium", "loot", "pesky")
SLOTS: tuple[Slot, ...] = ("head", "back", "body", "hand")
RARITIES = ("uncommon", "rare", "epic")
SUBTYPES: dict[Type, tuple[str, ...]] = {
    "equipment": ("weapon", "armor", "clothing", "storage"),
    "goods": ("food", "alcohol", "treasure", "junk"),
    "companion": ("person", "animal"),
    "loot": RARITIES,
    "quest": ("pesky",),
}
TYPES_OF_DECK: dict[Deck, tuple[Type, ...]] = {
    "starter": ("equipment", "goods", "companion"),
    "common": ("equipment", "goods", "companion"),
    "premium": ("equipment", "goods", "companion"),
    "loot": ("loot",),
    "pesky": ("quest",),
}
EXTRA_SEATS = (3, 4)
HANDS = 2


class Card(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A card.

    `power`, `defense`, `gold` and `carry` count while the card is equipped or following, `store_gold` while it is
    stored.
    """

    id: CardId
    name: str
    deck: Deck
    count: Annotated[int, Meta(ge=1, le=100)]
    type: Type
    subtype: Subtype
    price: NotNegative
    source: Literal["rulebook", "house"]
    fact: str = ""
    slots: tuple[Slot, ...] = ()
    power: NotNegative = 0
    defense: NotNegative = 0
    gold: NotNegative = 0
    carry: NotNegative = 0
    weight: NotNegative = 0
    store_gold: NotNegative = 0
    points: Annotated[int, Meta(ge=-100, le=100)] = 0
    effects: tuple[Effect, ...] = ()

    def effect(self, kind: KindOf[K]) -> K | None:
        """The effect of that kind, if the card has one."""
        found: K | None = self._by_kind.get(kind)
        return found

    @cached_property
    def _by_kind(self) -> dict[KindOf[Any], Any]:
        return {type(effect): effect for effect in self.effects}

    @cached_property
    def nests(self) -> bool:
        """Whether it is a Sack, which leaves the printed Carry usable and may lie inside other storage."""
        return self.effect(Nest) is not None

    @cached_property
    def extra(self) -> bool:
        """Whether it takes no place."""
        return self.effect(NoOccupy) is not None

    @cached_property
    def two_handed(self) -> bool:
        """Whether the card takes two hand places."""
        return self.effect(TwoHands) is not None

    @cached_property
    def blocks(self) -> bool:
        """Whether the card makes the printed Carry of its place unusable."""
        return not (self.nests or self.extra)

    @cached_property
    def hosts(self) -> bool:
        """Whether the card is a companion that has its own places."""
        return self.effect(Slots) is not None

    @cached_property
    def pocket_dice(self) -> int:
        """How many gold dice the card holds when it is equipped."""
        effect = self.effect(DiePocket)
        return 0 if effect is None else effect.dice

    @cached_property
    def draws(self) -> int:
        """How many cards the owner may draw when the card is placed."""
        effect = self.effect(Draw)
        return 0 if effect is None else effect.amount


class Mat(Struct, frozen=True, forbid_unknown_fields=True):
    """The places of a player, and the Carry printed on each of them."""

    capacity: dict[Slot, NotNegative]
    carry: dict[Slot, NotNegative]


class Extra(Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards of a second copy are added to the first."""

    starter: NotNegative
    common: NotNegative
    premium: NotNegative
    uncommon: NotNegative
    rare: NotNegative
    epic: NotNegative
    pesky: NotNegative


NO_EXTRA = Extra(starter=0, common=0, premium=0, uncommon=0, rare=0, epic=0, pesky=0)


class Cards(Struct, frozen=True, dict=True, eq=False):
    """The whole card set.

    `by_id` is in the order of the file, which is also the order in which lists of cards are shown.
    """

    by_id: dict[CardId, Card]
    starter_deck: dict[CardId, int]
    mat: Mat
    extra: dict[int, Extra]

    def __getitem__(self, card: CardId) -> Card:
        return self.by_id[card]

    @cached_property
    def rank(self) -> dict[CardId, int]:
        """The place of each card in the order of the file."""
        return {card: number for number, card in enumerate(self.by_id)}

    def in_order(self, cards: Sequence[CardId]) -> list[CardId]:
        """The cards in the order of the file."""
        return sorted(cards, key=self.rank.__getitem__)

    def deck(self, name: Deck) -> list[CardId]:
        """The cards of one deck in one copy of the game, in the order of the file."""
        return [card.id for card in self.by_id.values() if card.deck == name for _ in range(card.count)]

    @cached_property
    def loot(self) -> tuple[CardId, ...]:
        """The Loot Point cards: uncommon, rare, epic."""
        found: dict[str, CardId] = {card.subtype: card.id for card in self.by_id.values() if card.type == "loot"}
        return tuple(found[rarity] for rarity in RARITIES)

    @cached_property
    def epic(self) -> CardId:
        """The loot whose last card ends the game."""
        return self.loot[-1]

    @cached_property
    def pesky(self) -> CardId:
        """The cards that a beaten attacker takes."""
        return next(card.id for card in self.by_id.values() if card.type == "quest")

    @cached_property
    def first_goods(self) -> frozenset[CardId]:
        """The goods of the starting deck (the Potatoes), which decide between equal scores."""
        return frozenset(card for card in self.starter_deck if self.by_id[card].type == "goods")

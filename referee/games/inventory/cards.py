"""The card set: typed cards, the mat, and how many of each card a match has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from referee.errors import CardSetError
from referee.games.inventory.kinds import (
    CARRIERS,
    DiePocket,
    Draw,
    Effect,
    K,
    KindOf,
    Multiply,
    Nest,
    NoOccupy,
    NotNegative,
    Slots,
    TwoHands,
)
from referee.kernel import cards as reading

CardId = str
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
    """A card. `power`, `defense`, `gold` and `carry` count when it is equipped or follows, `store_gold` when stored."""

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
        """Whether it is a Sack: it leaves the printed Carry usable, and may lie inside other storage."""
        return self.effect(Nest) is not None

    @cached_property
    def extra(self) -> bool:
        """Whether it takes no place."""
        return self.effect(NoOccupy) is not None

    @cached_property
    def two_handed(self) -> bool:
        """Whether it takes two hand places."""
        return self.effect(TwoHands) is not None

    @cached_property
    def blocks(self) -> bool:
        """Whether the printed Carry of its place can not be used."""
        return not (self.nests or self.extra)

    @cached_property
    def hosts(self) -> bool:
        """Whether it is a companion with places of its own."""
        return self.effect(Slots) is not None

    @cached_property
    def pocket_dice(self) -> int:
        """How many gold dice it holds when it is equipped."""
        effect = self.effect(DiePocket)
        return 0 if effect is None else effect.dice

    @cached_property
    def draws(self) -> int:
        """How many cards its owner may draw when it is placed."""
        effect = self.effect(Draw)
        return 0 if effect is None else effect.amount


class Mat(Struct, frozen=True, forbid_unknown_fields=True):
    """The places of a player, and the Carry printed on each of them."""

    capacity: dict[Slot, NotNegative]
    carry: dict[Slot, NotNegative]


class Extra(Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards of a second copy join the first."""

    starter: NotNegative
    common: NotNegative
    premium: NotNegative
    uncommon: NotNegative
    rare: NotNegative
    epic: NotNegative
    pesky: NotNegative


NO_EXTRA = Extra(starter=0, common=0, premium=0, uncommon=0, rare=0, epic=0, pesky=0)


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """What the set says of itself."""

    id: str
    game: str
    copies_total: int


class Cards(Struct, frozen=True, dict=True, eq=False):
    """The whole card set. The order of `by_id` is that of the file; lists of cards are shown in it."""

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
        """What a beaten attacker takes."""
        return next(card.id for card in self.by_id.values() if card.type == "quest")

    @cached_property
    def first_goods(self) -> frozenset[CardId]:
        """The goods of the starting deck (the Potatoes), which decide between equal scores."""
        return frozenset(card for card in self.starter_deck if self.by_id[card].type == "goods")


def load_cards(raw: reading.CardData) -> Cards:
    """Reads and checks a card set."""
    reading.check_parts(raw, {"set", "counts", "starter_deck", "mat", "extra", "card"})
    about = reading.section(raw, "set", About)
    reading.check_game(about.game, "inventory")
    rows = reading.rows(raw, "card", Card)
    reading.check_unique("card", (row.id for row in rows))
    cards = Cards(
        by_id={row.id: row for row in rows},
        starter_deck=reading.section(raw, "starter_deck", dict[CardId, NotNegative]),
        mat=reading.section(raw, "mat", Mat),
        extra=_extra(raw),
    )
    for row in rows:
        _check_card(row)
    _check_mat(cards.mat)
    _check_counts(cards, reading.section(raw, "counts", dict[Deck, int]), about.copies_total)
    _check_starter_deck(cards)
    return cards


def _extra(raw: Mapping[str, Any]) -> dict[int, Extra]:
    given = raw.get("extra")
    if not isinstance(given, dict) or set(given) != {str(seats) for seats in EXTRA_SEATS}:
        raise CardSetError("the card set must have [extra.3] and [extra.4], and no other [extra]")
    return {seats: reading.typed(given[str(seats)], Extra, f"[extra.{seats}]") for seats in EXTRA_SEATS}


def _check_card(card: Card) -> None:
    where = f"card {card.id!r}"
    if card.type not in TYPES_OF_DECK[card.deck]:
        allowed = ", ".join(TYPES_OF_DECK[card.deck])
        raise CardSetError(f"{where}: type is {card.type!r}; deck {card.deck!r} allows {allowed}")
    if card.subtype not in SUBTYPES[card.type]:
        allowed = ", ".join(SUBTYPES[card.type])
        raise CardSetError(f"{where}: subtype is {card.subtype!r}; type {card.type!r} allows {allowed}")
    if bool(card.slots) != (card.type == "equipment"):
        raise CardSetError(f"{where}: slots is {list(card.slots)}; equipment must have some, other cards none")
    worn = card.type in {"equipment", "companion"}
    for name, allowed_here in {
        **dict.fromkeys(("power", "defense", "gold", "carry"), worn),
        "store_gold": card.type == "goods",
        "weight": card.type != "companion",
    }.items():
        if getattr(card, name) and not allowed_here:
            raise CardSetError(f"{where}: {name} is {getattr(card, name)}; a card of type {card.type!r} has none")
    _check_effects(card, where)


def _check_effects(card: Card, where: str) -> None:
    kinds = [type(effect) for effect in card.effects]
    for effect in card.effects:
        if card.type not in CARRIERS[type(effect)]:
            allowed = ", ".join(CARRIERS[type(effect)])
            tag = effect.__struct_config__.tag
            raise CardSetError(f"{where}: the effect {tag!r} is for cards of type {allowed}, not {card.type!r}")
        if kinds.count(type(effect)) > 1:
            raise CardSetError(f"{where}: effects has {effect.__struct_config__.tag!r} twice")
    if card.two_handed and card.slots != ("hand",):
        raise CardSetError(f"{where}: slots is {list(card.slots)}; the effect 'two_hands' needs just 'hand'")
    if card.nests and not set(card.slots) <= {"back", "hand"}:
        raise CardSetError(f"{where}: slots is {list(card.slots)}; the effect 'nest' allows back, hand")
    if sum([card.nests, card.extra, card.two_handed]) > 1:
        raise CardSetError(f"{where}: only one of the effects 'nest', 'no_occupy' and 'two_hands' can be on a card")
    if card.effect(Multiply) is not None and (card.power or card.defense or card.gold):
        raise CardSetError(f"{where}: a card with the effect 'multiply' has no power, defense or gold of its own")


def _check_mat(mat: Mat) -> None:
    for name, given in {"capacity": mat.capacity, "carry": mat.carry}.items():
        if tuple(given) != SLOTS:
            raise CardSetError(f"[mat]: {name} must name {', '.join(SLOTS)}, in this order")
    reading.check_count("capacity of hand in [mat]", mat.capacity["hand"], HANDS)


def _check_counts(cards: Cards, counts: Mapping[Deck, int], total: int) -> None:
    if counts.keys() != set(DECKS):
        raise CardSetError(f"[counts] must name {', '.join(DECKS)}")
    for deck in DECKS:
        reading.check_count(
            f"count of all [[card]] with deck = {deck!r} ([counts] {deck})", len(cards.deck(deck)), counts[deck]
        )
    reading.check_count("all [counts] together ([set] copies_total)", sum(counts.values()), total)
    for rarity in RARITIES:
        kinds = sum(card.subtype == rarity for card in cards.by_id.values())
        reading.check_count(f"number of [[card]] with subtype = {rarity!r}", kinds, 1)
    quests = sum(card.type == "quest" for card in cards.by_id.values())
    reading.check_count("number of [[card]] with type = 'quest'", quests, 1)
    in_copy = dict(counts) | {rarity: cards[card].count for rarity, card in zip(RARITIES, cards.loot, strict=True)}
    for seats, extra in cards.extra.items():
        for name in extra.__struct_fields__:
            if getattr(extra, name) > in_copy[name]:
                raise CardSetError(
                    f"[extra.{seats}]: {name} is {getattr(extra, name)}; a copy of the game has {in_copy[name]}"
                )


def _check_starter_deck(cards: Cards) -> None:
    size = sum(cards.starter_deck.values())
    for card, count in cards.starter_deck.items():
        if card not in cards.by_id or cards[card].deck != "starter":
            raise CardSetError(f"[starter_deck]: {card!r} is no card of the starter deck")
        if cards[card].draws:
            raise CardSetError(f"[starter_deck]: {card!r} has the effect 'draw', which set-up does not carry out")
        what = f"[starter_deck]: {card}, for two players (the count of this [[card]])"
        reading.check_count(what, 2 * count, cards[card].count)
    for seats, extra in cards.extra.items():
        reading.check_count(
            f"starter in [extra.{seats}] ([starter_deck] for {seats - 2} more)", extra.starter, (seats - 2) * size
        )

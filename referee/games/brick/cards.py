"""The card set: typed store and market cards, and the tables of the board."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.games.brick.kinds import TYPES, Effect, ItemType, K, Positive
from referee.kernel.ranges import Among
from referee.kernel.texts import ShownAs


def card_name(card: str) -> str:
    """The text for a card: its id."""
    return card.replace("_", " ") or "nothing"


CardId = Annotated[str, ShownAs(card_name)]
MARKET_CARDS = Among(lambda cards, _seats: cards.market)
StoreId = Annotated[CardId, Among(lambda cards, _seats: cards.by_store)]
MarketId = Annotated[CardId, MARKET_CARDS]
Symbol = Literal["star", "diamond", "circle", "triangle"]

NotNegative = Annotated[int, Meta(ge=0, le=100)]
Source = Literal["rulebook", "house"]


class Shelving(Struct, frozen=True, forbid_unknown_fields=True):
    """The room for one type of items: how many items fit, and on how many shelves."""

    capacity: Annotated[int, Meta(ge=1, le=20)]
    shelves: Annotated[int, Meta(ge=1, le=5)]


class OwnBoxes(Struct, frozen=True, forbid_unknown_fields=True):
    """Boxes of a store into which only its owner may sell."""

    types: Annotated[tuple[ItemType, ...], Meta(min_length=1)]
    count: Annotated[int, Meta(ge=1, le=20)]


class StoreCard(Struct, frozen=True, forbid_unknown_fields=True, dict=True, kw_only=True):
    """A store. `fixed` lists the values that someone who rebalances the game must not change; the rules ignore it."""

    id: StoreId
    name: str
    cost: NotNegative
    utilities: NotNegative
    points: Annotated[int, Meta(ge=-100, le=100)]
    shelves: dict[ItemType, Shelving]
    effects: tuple[Effect, ...]
    source: Source
    fixed: tuple[str, ...]
    boxes: tuple[OwnBoxes, ...] = ()

    @cached_property
    def types(self) -> tuple[ItemType, ...]:
        """The types that the store has shelves for, in board order."""
        return tuple(item for item in TYPES if item in self.shelves)

    def effect(self, kind: type[K], phase: str | None = None) -> K | None:
        """The effect of that kind, if the card has one; with `phase`, only if it applies in that phase."""
        found = self.by_kind.get(kind)
        if isinstance(found, kind) and phase in {None, found.phase}:
            return found
        return None

    @cached_property
    def by_kind(self) -> dict[type, Effect]:
        """The effects by their kinds."""
        return {type(effect): effect for effect in self.effects}


class StartingStoreCard(StoreCard, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A starting store; `players` is the smallest number of players that uses it."""

    players: Annotated[int, Meta(ge=2, le=4)]


class MarketCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A market card: its crates go to the market, or are boxes into which items are sold.

    One copy of the card has the symbol.
    """

    id: MarketId
    copies: Positive
    crates: Annotated[dict[ItemType, Positive], Meta(min_length=1)]
    source: Source
    symbol: Symbol | None = None


class Prices(Struct, frozen=True, forbid_unknown_fields=True):
    """The minimum price of an item when seats buy it, and the maximum price when they sell it."""

    minimum: dict[ItemType, NotNegative]
    maximum: dict[ItemType, NotNegative]


class DialRange(Struct, frozen=True, forbid_unknown_fields=True):
    """The range of bids."""

    lowest_price: NotNegative
    highest_price: NotNegative
    highest_store_bid: NotNegative


class BuildingBoard(Struct, frozen=True, forbid_unknown_fields=True):
    """The slots of a building, left to right."""

    slots: int
    slot_utilities: tuple[NotNegative, ...]
    empty_slot_penalty: tuple[NotNegative, ...]


class Investment(Struct, frozen=True, forbid_unknown_fields=True):
    """What points cost, and how much money they bring when sold."""

    start_points: NotNegative
    max_points_per_phase: Positive
    sell_value: Positive
    buy_cost: tuple[Annotated[int, Meta(ge=1, le=1000)], ...]


class SetUp(Struct, frozen=True, forbid_unknown_fields=True):
    """What each seat begins with, and how many cards are laid out or played."""

    cash: NotNegative
    market_hand: Positive
    store_hand_dealt: Positive
    store_hand_drafted: Positive
    row: Positive
    cards_to_play: Positive
    voluntary_debt_limit: NotNegative


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """What ends a match: a number of points, or the end of a month."""

    points: Annotated[int, Meta(ge=1, le=1000)]
    last_month: Annotated[int, Meta(ge=1, le=12)]


class FirstHand(Struct, frozen=True, forbid_unknown_fields=True):
    """What the owner of a symbol begins with in the First Game. The market cards are those with the symbol."""

    hand: tuple[StoreId, ...]
    starting_store: StoreId


class Cards(Struct, frozen=True, dict=True, eq=False):
    """The whole card set."""

    stores: dict[StoreId, StoreCard]
    starting_stores: dict[StoreId, StartingStoreCard]
    market: dict[MarketId, MarketCard]
    prices: Prices
    dial: DialRange
    building: BuildingBoard
    investment: Investment
    setup: SetUp
    ending: dict[int, Ending]
    first_order: dict[int, tuple[Symbol, ...]]
    first_hands: dict[Symbol, FirstHand]

    @cached_property
    def by_store(self) -> dict[StoreId, StoreCard]:
        """All store cards, including starting stores."""
        return {**self.stores, **self.starting_stores}

    def market_cards(self) -> list[MarketId]:
        """All market cards of a match, by id."""
        return sorted(card.id for card in self.market.values() for _ in range(card.copies))

    def with_symbol(self, symbol: Symbol) -> list[MarketId]:
        """The market cards that have a symbol, one copy of each, by id."""
        return sorted(card.id for card in self.market.values() if card.symbol == symbol)

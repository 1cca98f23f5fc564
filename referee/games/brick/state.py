"""The whole state of a match. Cards are ids. Decks are listed top first, the row oldest first."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from msgspec import Struct, field

from referee.games.brick.cards import Cards, MarketId, StoreCard, StoreId
from referee.games.brick.kinds import TYPES, ItemType
from referee.kernel.options import CUSTOM, Flag, GameOptions, OneOf, Whole, not_allowed
from referee.kernel.seats import Seat
from referee.kernel.table import Table

Side = Literal["supply", "demand"]
Part = Literal["draft", "building", "advertisement", "supply", "sale", "inventory", "utilities", "investment"]


class Options(GameOptions, frozen=True):
    """The options of a match."""

    preset_hands: Annotated[
        bool, Flag("hands and starting stores are those of the rulebook's First Game, instead of a draft")
    ] = False
    start_seat: Annotated[int | str, Whole(0, 3, "the seat that starts", words=("random",))] = "random"
    card_set: Annotated[str, OneOf(("house-1", CUSTOM), "the card data")] = "house-1"

    def check(self, seats: int) -> None:
        """Refuse a start seat that does not exist in the match."""
        if isinstance(self.start_seat, int) and self.start_seat >= seats:
            raise not_allowed("start_seat", self.start_seat, f"the seats are 0 to {seats - 1}")


class Store(Struct):
    """An open store.

    `shelves` has the numbers of items by type, top shelf first; `boxes` the free own boxes, in the card's order. `sold`
    is the number of items of the current type that were delivered from this store.
    """

    card: StoreId
    shelves: dict[ItemType, list[int]] = field(default_factory=dict)
    boxes: list[int] = field(default_factory=list)
    sold: int = 0

    def items(self, item: ItemType) -> int:
        """The number of items of a type in the store."""
        return sum(self.shelves.get(item, ()))


class Played(Struct, frozen=True, order=True):
    """A market card that a seat has played, before the piles are gathered."""

    card: MarketId
    side: Side


class Dial(Struct, frozen=True):
    """What a seat has set on its dial. There is no quantity in Supply, and no price while prices are being set."""

    price: int | None = None
    quantity: int | None = None


class Player(Struct):
    """The state of one seat.

    `demand` holds the seat's own cards in the demand pile until Sale; `peeked` is the demand pile as the seat saw it
    through an effect. `borrowed` says whether the seat took debt in this Supply Phase. `surplus` holds items waiting
    for buyers.
    """

    cash: int
    points: int
    debt: int = 0
    building: list[Store] = field(default_factory=list)
    hand: list[MarketId] = field(default_factory=list)
    stores: list[StoreId] = field(default_factory=list)
    packet: list[StoreId] = field(default_factory=list)
    bought: StoreId | None = None
    played: list[Played] = field(default_factory=list)
    demand: list[MarketId] = field(default_factory=list)
    peeked: list[MarketId] | None = None
    redrawn: bool = False
    borrowed: bool = False
    sold_types: list[ItemType] = field(default_factory=list)
    surplus: int = 0


class Auction(Struct):
    """The running auction: `bidders` are the seats that have not dropped out, the next one first."""

    store: StoreId
    bidders: list[Seat]
    bid: int
    leader: Seat


class Place(NamedTuple):
    """A store of a seat and its slot, 1 to 4."""

    slot: int
    store: Store


class BrickTable(Table[Cards]):
    """The table.

    `waiting` holds the seats that still have to act in the current part; `active` is the seat that is managing its
    building. `plays` counts the market cards that each seat has played this month. `dials` are those for the current
    type (`item`); in Sale they are `revealed` when all prices are set. `boxes` holds the free boxes of the demand
    cards. `box` holds the cards out of play that all seats have seen, `face_down` those that nobody sees.
    """

    options: Options = field(default_factory=Options)
    order: list[Seat] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    month: int = 1
    part: Part = "draft"
    last_round: bool = False
    store_deck: list[StoreId] = field(default_factory=list)
    row: list[StoreId] = field(default_factory=list)
    on_deck: StoreId | None = None
    box: list[StoreId] = field(default_factory=list)
    face_down: list[StoreId] = field(default_factory=list)
    starting_stores: list[StoreId] = field(default_factory=list)
    market_deck: list[MarketId] = field(default_factory=list)
    discard: list[MarketId] = field(default_factory=list)
    supply_pile: list[MarketId] = field(default_factory=list)
    demand_pile: list[MarketId] = field(default_factory=list)
    market: dict[ItemType, int] = field(default_factory=lambda: dict.fromkeys(TYPES, 0))
    boxes: dict[ItemType, int] = field(default_factory=lambda: dict.fromkeys(TYPES, 0))
    item: ItemType | None = None
    waiting: list[Seat] = field(default_factory=list)
    active: Seat | None = None
    plays: int = 0
    auction: Auction | None = None
    bought_from_row: bool = False
    dials: dict[Seat, Dial] = field(default_factory=dict)
    revealed: bool = False

    def places(self, seat: Seat) -> list[Place]:
        """The open stores of a seat, left to right."""
        return [Place(slot, store) for slot, store in enumerate(self.players[seat].building, 1)]

    def card(self, store: Store) -> StoreCard:
        """The card of a store."""
        return self.cards.by_store[store.card]

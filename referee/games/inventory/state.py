"""The whole state of a match. Cards are ids. Decks are listed top first."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct, field

from referee.games.inventory.cards import CardId, Cards
from referee.kernel.options import CUSTOM, GameOptions, OneOf
from referee.kernel.seats import Seat
from referee.kernel.table import Table

Where = Literal[
    "head", "back", "body", "hand", "ally_head", "ally_back", "ally_body", "ally_hand", "nested", "stored", "follow"
]
PLACES: tuple[Where, ...] = (
    "head", "back", "body", "hand", "ally_head", "ally_back", "ally_body", "ally_hand", "nested", "stored", "follow",
)  # fmt: skip
Ending = Literal["premium", "common", "epic"]
Part = Literal["equipping", "market", "equip", "attack"]

ROW = 4
HAND = 5
DIE = 6


class Options(GameOptions, frozen=True):
    """The options of a match."""

    card_set: Annotated[str, OneOf(("inv-house-1", CUSTOM), "the card data")] = "inv-house-1"


class Placed(Struct, frozen=True):
    """A card of a layout and where it lies."""

    card: CardId
    where: Where


class Adventurer(Struct):
    """The state of one seat.

    `known` holds the cards in hand that everyone can deduce (section 11 of the game's specification).

    When a discard pile becomes the draw deck, anyone who has counted the cards of the seat knows which cards are in its
    hand.
    """

    deck: list[CardId] = field(default_factory=list)
    hand: list[CardId] = field(default_factory=list)
    known: list[CardId] = field(default_factory=list)
    discard: list[CardId] = field(default_factory=list)
    layout: list[Placed] = field(default_factory=list)
    carried: int = 0
    purse: int = 0
    attacked: bool = False


class Market(Struct):
    """Both markets. Place 1 of the row is the newest and stands first; an empty place is None."""

    common_deck: list[CardId] = field(default_factory=list)
    premium_deck: list[CardId] = field(default_factory=list)
    row: list[CardId | None] = field(default_factory=lambda: [None] * ROW)
    common: CardId | None = None
    rebate: int = 0
    premium_sold: bool = False


class InventoryTable(Table[Cards]):
    """The table.

    `equipping` holds the seats that are still equipping at set-up; `active` is the seat whose turn it is, or None
    before the first turn. `draws` is the number of cards that the active seat may still draw for the card it has
    placed; `unused` is the half of a second copy that is not in the match.
    """

    options: Options = field(default_factory=Options)
    adventurers: list[Adventurer] = field(default_factory=list)
    market: Market = field(default_factory=Market)
    piles: dict[CardId, int] = field(default_factory=dict)
    trash: list[CardId] = field(default_factory=list)
    unused: list[CardId] = field(default_factory=list)
    round: int = 0
    first: Seat = Seat(0)
    active: Seat | None = None
    part: Part = "equipping"
    equipping: list[Seat] = field(default_factory=list)
    draws: int = 0
    end: Ending | None = None

    @property
    def turn(self) -> Adventurer:
        """The state of the active seat."""
        return self.adventurers[self.seat]

    @property
    def seat(self) -> Seat:
        """The active seat. There must be one."""
        assert self.active is not None, "nobody has a turn yet"
        return self.active


def owned(adventurer: Adventurer) -> list[CardId]:
    """All cards of a seat, wherever they are."""
    laid_out = [placed.card for placed in adventurer.layout]
    return [*adventurer.deck, *adventurer.hand, *adventurer.discard, *laid_out]

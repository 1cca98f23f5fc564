"""What the bot for Brick & Mortar sees, in the form that its strategy needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

from referee_client.bots.brick_cards import Card, cards, crates

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

What = TypeVarTuple("What")
Found = TypeVar("Found")


@dataclass
class OpenStore:
    """An open store: `shelves` are the items of each type, top shelf first; `boxes` the store's boxes still free."""

    card: Card
    shelves: Mapping[str, Sequence[int]]
    boxes: Sequence[int] = ()

    def items(self, kind: str) -> int:
        """Return how many items of a type are in here."""
        return sum(self.shelves.get(kind, ()))

    def free(self, kind: str) -> int:
        """Return how many more items of a type fit."""
        return self.card.capacity.get(kind, 0) - self.items(kind)

    def expiring(self, kind: str) -> int:
        """Return how many items of a type will be lost if they are not sold this month."""
        shelves = self.shelves.get(kind, ())
        return shelves[-1] if shelves else 0


@dataclass
class Player:
    """A seat, as everyone sees it."""

    points: int
    debt: int
    stores: Sequence[OpenStore]

    def items(self, kind: str) -> int:
        """Return how many items of a type it has."""
        return sum(store.items(kind) for store in self.stores)

    def free(self, kind: str) -> int:
        """Return how many more items of a type it has room for."""
        return sum(store.free(kind) for store in self.stores)

    def own_boxes(self, kind: str) -> int:
        """Return how many of its own boxes accept a type and are free."""
        return sum(
            left
            for store in self.stores
            for box, left in zip(store.card.boxes, store.boxes, strict=False)
            if kind in box.types
        )


@dataclass
class Table:
    """The table, as the bot's seat sees it.

    `kind` is the type of items in question, `price` what the seat pays or asks for it, `pile` the pile that an agency
    adds to, and `played` the market cards of this month that the seat knows. `found` holds the results of functions
    that are `once_for_a_table`.
    """

    seat: int
    players: Sequence[Player]
    cash: int
    month: int
    last_round: bool
    hand: Sequence[str]
    own_stores: Sequence[str]
    market: Mapping[str, int]
    boxes: Mapping[str, int]
    demand_cards: int
    played: Sequence[tuple[str, str]]
    kind: str = ""
    price: int = 0
    bid: int = 0
    for_sale: Card | None = None
    bought: Card | None = None
    pile: str = "supply"
    found: dict[Any, Any] = field(default_factory=dict)

    @property
    def me(self) -> Player:
        """The bot's own seat."""
        return self.players[self.seat]

    @property
    def rivals(self) -> list[Player]:
        """The other seats."""
        return [player for seat, player in enumerate(self.players) if seat != self.seat]

    @property
    def full(self) -> bool:
        """Whether no slot is left."""
        return len(self.me.stores) >= cards.now.slots

    @property
    def last_month(self) -> int:
        """The month after which the match ends at the latest."""
        return cards.now.last_month[len(self.players)]

    @property
    def end_points(self) -> int:
        """The number of points that ends the match."""
        return cards.now.end_points[len(self.players)]

    @property
    def ends_now(self) -> bool:
        """Whether this month is the last one."""
        return self.last_round or self.month == self.last_month

    def own_crates(self, kind: str, side: str) -> int:
        """Return what the bot's seat has played for a type."""
        return sum(crates(card, kind) for card, other in self.played if other == side)


def once_for_a_table(function: Callable[[Table, *What], Found]) -> Callable[[Table, *What], Found]:
    """Compute the results of a function once for each table. Many options are rated by the same facts."""

    @wraps(function)
    def found(table: Table, *what: *What) -> Found:
        key = (function, *what)
        if key not in table.found:
            table.found[key] = function(table, *what)
        known: Found = table.found[key]
        return known

    return found

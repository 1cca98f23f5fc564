"""The whole state of a match. A card has no other property than its colour, so most zones are counts per colour."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct, field

from referee.games.keepers.cards import COLOURS, Cards
from referee.games.keepers.words import Colour
from referee.kernel.options import GameOptions, OneOf, Whole, not_allowed
from referee.kernel.seats import Seat
from referee.kernel.table import Table

# Cards of one kind: the number of cards of each colour, in the colour order.
Counts = list[int]


def no_cards() -> Counts:
    """No card of any colour."""
    return [0] * len(COLOURS)


def add(to: Counts, cards: Counts) -> None:
    """Add counts of cards to others, colour by colour."""
    for colour, count in enumerate(cards):
        to[colour] += count


class Options(GameOptions, frozen=True):
    """The options of a match."""

    first_seat: Annotated[
        int | str, Whole(0, 3, "the seat that holds the Quest Giver token first", words=("random",))
    ] = "random"
    max_rounds: Annotated[int, Whole(1, 200, "the maximum number of rounds")] = 30
    tie_break: Annotated[
        str,
        OneOf(
            ("shared", "hand"), "whether equal scores share a place, or the seat with more cards in hand ranks first"
        ),
    ] = "shared"

    def check(self, seats: int) -> None:
        """Refuse a first seat that does not exist in the match."""
        if isinstance(self.first_seat, int) and self.first_seat >= seats:
            raise not_allowed("first_seat", self.first_seat, f"the seats are 0 to {seats - 1}")


class Keeper(Struct):
    """The state of one seat."""

    hand: Counts = field(default_factory=no_cards)
    pile: Counts = field(default_factory=no_cards)
    unprepared: Counts = field(default_factory=no_cards)
    prepared: Counts = field(default_factory=no_cards)
    dealt: int = 0
    served: bool = False


class Space(Struct):
    """A quest space and the Rumor Mill space above it; the quest's last card is its focus."""

    quest: list[Colour] = field(default_factory=list)
    rumour: Colour | None = None


class Auction(Struct):
    """The running auction. Spaces are counted from 0; `order` holds the seats that take part, in bidding order."""

    starter: Seat
    order: list[Seat]
    space: int | None = None
    passed: list[Seat] = field(default_factory=list)
    laid: list[Seat] = field(default_factory=list)

    @property
    def alone(self) -> bool:
        """Whether the starter is the only unserved seat."""
        return len(self.order) == 1


class LastAuction(Struct, frozen=True, cache_hash=True):
    """The last revealed auction."""

    space: int
    focus: Colour
    piles: tuple[tuple[Seat, tuple[int, ...]], ...]
    winner: Seat
    prepared: tuple[int, ...]


class KeepersTable(Table[Cards]):
    """The table. The deck is listed top first."""

    options: Options = field(default_factory=Options)
    round: int = 1
    current: Seat = Seat(0)
    keepers: list[Keeper] = field(default_factory=list)
    spaces: list[Space] = field(default_factory=list)
    deck: list[Colour] = field(default_factory=list)
    discard: Counts = field(default_factory=no_cards)
    removed: Counts = field(default_factory=no_cards)
    auction: Auction | None = None
    last_auction: LastAuction | None = None
    end_reason: str = ""


def invariants(t: KeepersTable) -> None:
    """Assert the facts that hold after every step (section 13 of the game's specification)."""
    held = [zone for k in t.keepers for zone in (k.hand, k.pile, k.unprepared, k.prepared)]
    assert all(count >= 0 for zone in (*held, t.discard, t.removed) for count in zone), (
        "a zone has a negative number of cards"
    )
    assert t.auction is not None or not any(sum(keeper.pile) for keeper in t.keepers), "a bid pile outside an auction"
    taverns = [sum(k.unprepared[c] + k.prepared[c] for k in t.keepers) for c in range(len(COLOURS))]
    assert all(held <= made for held, made in zip(taverns, t.cards.adventurers, strict=True)), "too many adventurers"

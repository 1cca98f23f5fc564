"""What happens, in the words of the spec. All of it is public, but each seat is also told its own cards.

`Loot` names no zone: outside of `Collected`, Loot always goes to a Table Setting.
"""

from __future__ import annotations

from enum import Enum

from referee.games.inns.cards import Character
from referee.games.inns.choices import Block, TakeGift, Unblock
from referee.kernel.seats import Seat
from referee.kernel.table import Event


class Reason(Enum):
    """Why Loot moved, or a card was blocked or unblocked."""

    STARTING_LOOT = "starting_loot"
    STEAL = "steal"
    BOUNTY = "bounty"
    ARREST = "arrest"
    TOAST = "toast"
    RECRUIT = "recruit"
    GAIN = "gain"
    MATCHING = "matching"
    TRANSMUTE = "transmute"
    EXTORT = "extort"
    TOLL = "toll"
    AUCTION = "auction"
    BLOCK_ABILITY = "block_ability"


class HandsBuilt(Event, frozen=True):
    """All hands were built; a seat is told its own."""

    own: tuple[Character, ...] = ()


class TurnStarted(Event, frozen=True):
    """A Turn begins."""

    turn: int
    head: Seat


class CardsPlaced(Event, frozen=True):
    """Everybody placed a card face down; a seat is told its own."""

    own: Character | None = None


class Called(Event, frozen=True):
    """An initiative was called, whether somebody reveals a card or not."""

    initiative: int


class Revealed(Event, frozen=True):
    """A card was turned face up."""

    seat: Seat
    card: Character


class TokenPlaced(Event, frozen=True):
    """A Target Token was placed; `kind` is the reason that its effects will have."""

    owner: Seat
    target: Seat
    kind: Reason
    named: int


class TokenResolved(Event, frozen=True):
    """A Target Token was resolved; `hit`: the target was what the token is for."""

    owner: Seat
    target: Seat
    kind: Reason
    hit: bool


class Loot(Event, frozen=True):
    """A seat gained Loot from the Treasure Pile onto its Table Setting."""

    seat: Seat
    amount: int
    reason: Reason


class Moved(Event, frozen=True):
    """Loot went from one Table Setting to another, or (None) to the Treasure Pile."""

    giver: Seat
    taker: Seat | None
    amount: int
    reason: Reason


class Blocked(Event, frozen=True):
    """A card was blocked, through the card, token or bid of the seat `by`."""

    seat: Seat
    by: Seat
    reason: Reason


class Unblocked(Event, frozen=True):
    """A card was unblocked, through the token or bid of the seat `by`."""

    seat: Seat
    by: Seat


class AuctionStarted(Event, frozen=True):
    """An auction for what that seat's card does began."""

    seat: Seat


class BidMade(Event, frozen=True):
    """A bid, or one laid open in a Quick Auction."""

    seat: Seat
    amount: int


class Passed(Event, frozen=True):
    """A seat bids no more in this auction, asked or not."""

    seat: Seat


class AuctionWon(Event, frozen=True):
    """The highest bidder won and paid."""

    seat: Seat
    amount: int


class AuctionEffect(Event, frozen=True):
    """What the winner of the auction chose."""

    chosen: TakeGift | Block | Unblock


class Collected(Event, frozen=True):
    """A seat moved its Loot into its Hoard."""

    seat: Seat
    table: int
    ability: int


class RoundEnded(Event, frozen=True):
    """Everybody took the Discard back into the hand."""


class HeadPassed(Event, frozen=True):
    """The Head of the Table token was passed on."""

    seat: Seat


class Ended(Event, frozen=True):
    """The match ended."""

    reason: str
    places: list[int]
    hoards: list[int]


InnsEvent = (
    HandsBuilt
    | TurnStarted
    | CardsPlaced
    | Called
    | Revealed
    | TokenPlaced
    | TokenResolved
    | Loot
    | Moved
    | Blocked
    | Unblocked
    | AuctionStarted
    | BidMade
    | Passed
    | AuctionWon
    | AuctionEffect
    | Collected
    | RoundEnded
    | HeadPassed
    | Ended
)

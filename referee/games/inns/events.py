"""What happens, in the words of the spec. All of it is public, but each seat is also told its own cards.

`Loot` names no zone: outside of `Collected`, Loot always goes to a Table Setting.

In Python a character is 0 to 11 (on the wire an enum from 1), and None is 0 there. Seats count from 0, initiatives and
Turns from 1 in both.
"""

from __future__ import annotations

from typing import Annotated

from referee.games.inns.choices import Block, TakeGift, Unblock
from referee.games.inns.words import Character, EndReason, Reason
from referee.kernel.seats import Seat
from referee.kernel.table import Event

__all__ = [
    "AuctionEffect",
    "AuctionStarted",
    "AuctionWon",
    "BidMade",
    "Blocked",
    "Called",
    "CardsPlaced",
    "Collected",
    "GameOver",
    "HandsBuilt",
    "HeadPassed",
    "Loot",
    "Moved",
    "Passed",
    "Revealed",
    "RoundEnded",
    "TokenPlaced",
    "TokenResolved",
    "TurnStarted",
    "Unblocked",
]


class HandsBuilt(Event, frozen=True):
    """All hands were built."""

    own: Annotated[tuple[Character, ...], "The seat's own hand; empty for the spectator."] = ()


class TurnStarted(Event, frozen=True):
    """A Turn begins."""

    turn: Annotated[int, "Its number, from 1."]
    head: Annotated[Seat, "The seat that holds the Head of the Table token."]


class CardsPlaced(Event, frozen=True):
    """Everybody placed a card face down."""

    own: Annotated[Character | None, "The seat's own card; unspecified for the spectator."] = None


class Called(Event, frozen=True):
    """An initiative was called, whether somebody reveals a card or not."""

    initiative: Annotated[int, "The initiative."]


class Revealed(Event, frozen=True):
    """A card was turned face up."""

    seat: Annotated[Seat, "Whose."]
    card: Annotated[Character, "The card."]


class TokenPlaced(Event, frozen=True):
    """A Target Token was placed."""

    owner: Annotated[Seat, "Who placed it."]
    target: Annotated[Seat, "On whose Table Setting."]
    kind: Annotated[Reason, "What it does."]
    named: Annotated[int, "The initiative that it names; 0 if it names none."]


class TokenResolved(Event, frozen=True):
    """A Target Token was resolved."""

    owner: Annotated[Seat, "Who placed it."]
    target: Annotated[Seat, "On whose Table Setting."]
    kind: Annotated[Reason, "What it does."]
    hit: Annotated[bool, "Whether the target was what it is for. A toast unblocks its owner's card in any case."]


class Loot(Event, frozen=True):
    """A seat gained Loot from the Treasure Pile onto its Table Setting."""

    seat: Annotated[Seat, "Who."]
    amount: Annotated[int, "How much."]
    reason: Annotated[Reason, "Why."]


class Moved(Event, frozen=True):
    """Loot left a Table Setting."""

    giver: Annotated[Seat, "Whose Table Setting."]
    taker: Annotated[Seat | None, "Onto whose Table Setting; absent: to the Treasure Pile."]
    amount: Annotated[int, "How much."]
    reason: Annotated[Reason, "Why."]


class Blocked(Event, frozen=True):
    """A card was blocked."""

    seat: Annotated[Seat, "Whose."]
    by: Annotated[Seat, "Through whose card, token or bid."]
    reason: Annotated[Reason, "Why."]


class Unblocked(Event, frozen=True):
    """A card was unblocked."""

    seat: Annotated[Seat, "Whose."]
    by: Annotated[Seat, "Through whose token or bid."]


class AuctionStarted(Event, frozen=True):
    """An auction for what a card does began."""

    seat: Annotated[Seat, "Whose card it is."]


class BidMade(Event, frozen=True):
    """A bid was made, or laid open in a Quick Auction."""

    seat: Annotated[Seat, "Whose."]
    amount: Annotated[int, "How much."]


class Passed(Event, frozen=True):
    """A seat bids no more in this auction, asked or not."""

    seat: Annotated[Seat, "Who."]


class AuctionWon(Event, frozen=True):
    """An auction was won; the bid went to the Treasure Pile."""

    seat: Annotated[Seat, "Who won."]
    amount: Annotated[int, "How much it paid."]


class AuctionEffect(Event, frozen=True):
    """The winner of an auction chose."""

    chosen: Annotated[TakeGift | Block | Unblock, "What was chosen."]


class Collected(Event, frozen=True):
    """A seat moved its Loot into its Hoard at the end of a Turn."""

    seat: Annotated[Seat, "Who."]
    table: Annotated[int, "What lay on the Table Setting."]
    ability: Annotated[int, "What the Loot Ability was worth."]


class RoundEnded(Event, frozen=True):
    """A Round ended: everybody took the Discard back into the hand."""


class HeadPassed(Event, frozen=True):
    """The Head of the Table token was passed on."""

    seat: Annotated[Seat, "To whom."]


class GameOver(Event, frozen=True):
    """The game is over."""

    reason: Annotated[EndReason, "Why."]
    places: Annotated[tuple[int, ...], "The place of each seat, in seat order."]
    hoards: Annotated[tuple[int, ...], "The Hoard of each seat, in seat order."]

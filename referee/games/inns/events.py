"""The events of a match.

All events are public, but each seat also sees its own cards in them.

`Loot` names no zone: except in `Collected`, Loot always goes to a Table Setting.

In Python, a character is a number from 0 to 11 or None; on the wire, it is an enum from 1, and None is 0. In both,
seats are counted from 0, initiatives and Turns from 1.
"""

from __future__ import annotations

from typing import Annotated

from referee.games.inns.choices import Block, TakeGift, Unblock
from referee.games.inns.words import Character, EndReason, Reason
from referee.kernel.schema import class_names
from referee.kernel.seats import Seat
from referee.kernel.table import Event


class HandsBuilt(Event, frozen=True):
    """All hands were built."""

    text = "all hands are built[; yours: {own}]"
    own: Annotated[tuple[Character, ...], "The seat's own hand; empty for the spectator."] = ()


class TurnStarted(Event, frozen=True):
    """A Turn begins."""

    text = "turn {turn} begins, seat {head} is the Head of the Table"
    turn: Annotated[int, "The number of the Turn, from 1."]
    head: Annotated[Seat, "The seat that holds the Head of the Table token."]


class CardsPlaced(Event, frozen=True):
    """Every seat placed a card face down."""

    text = "every seat has placed a card[; you the {own}]"
    own: Annotated[Character | None, "The seat's own card; unspecified for the spectator."] = None


class Called(Event, frozen=True):
    """An initiative was called, even if no seat reveals a card."""

    text = "initiative {initiative} is called"
    initiative: Annotated[int, "The initiative."]


class Revealed(Event, frozen=True):
    """A card was turned face up."""

    text = "seat {seat} reveals the {card}"
    seat: Annotated[Seat, "Whose."]
    card: Annotated[Character, "The card."]


class TokenPlaced(Event, frozen=True):
    """A Target Token was placed."""

    text = "seat {owner} targets seat {target}: {kind}[{named:}, naming initiative {named}]"
    owner: Annotated[Seat, "The seat that placed the token."]
    target: Annotated[Seat, "The seat on whose Table Setting the token lies."]
    kind: Annotated[Reason, "The purpose of the token."]
    named: Annotated[int, "The initiative that the token names; 0 if it names none."]


class TokenResolved(Event, frozen=True):
    """A Target Token was resolved."""

    text = "the {kind} of seat {owner} {hit:hits|misses} seat {target}"
    owner: Annotated[Seat, "The seat that placed the token."]
    target: Annotated[Seat, "The seat on whose Table Setting the token lies."]
    kind: Annotated[Reason, "The purpose of the token."]
    hit: Annotated[
        bool,
        "Whether the token took effect on the target. A toast (a kind of token) unblocks its owner's card in any case.",
    ]


class Loot(Event, frozen=True):
    """A seat gained Loot from the Treasure Pile onto its Table Setting."""

    text = "seat {seat} gains {amount} ({reason})"
    seat: Annotated[Seat, "The seat."]
    amount: Annotated[int, "The amount of Loot."]
    reason: Annotated[Reason, "The reason."]


class Moved(Event, frozen=True):
    """Loot left a Table Setting."""

    text = "seat {giver} gives {amount} to [seat {taker}|the Treasure Pile] ({reason})"
    giver: Annotated[Seat, "The seat from whose Table Setting the Loot is taken."]
    taker: Annotated[
        Seat | None, "The seat whose Table Setting receives the Loot; absent if it goes to the Treasure Pile."
    ]
    amount: Annotated[int, "The amount of Loot."]
    reason: Annotated[Reason, "The reason."]


class Blocked(Event, frozen=True):
    """A card was blocked."""

    text = "seat {by} blocks the card of seat {seat} ({reason})"
    seat: Annotated[Seat, "Whose."]
    by: Annotated[Seat, "The seat whose card, token or bid blocks the card."]
    reason: Annotated[Reason, "The reason."]


class Unblocked(Event, frozen=True):
    """A card was unblocked."""

    text = "seat {by} unblocks the card of seat {seat}"
    seat: Annotated[Seat, "Whose."]
    by: Annotated[Seat, "The seat whose token or bid unblocks the card."]


class AuctionStarted(Event, frozen=True):
    """An auction for the effect of a card began."""

    text = "an auction for the card of seat {seat} begins"
    seat: Annotated[Seat, "The seat to which the card belongs."]


class BidMade(Event, frozen=True):
    """A bid was made, or revealed in a Quick Auction."""

    text = "seat {seat} bids {amount}"
    seat: Annotated[Seat, "Whose."]
    amount: Annotated[int, "The amount of Loot."]


class Passed(Event, frozen=True):
    """A seat stopped bidding in this auction, whether it was asked or not."""

    text = "seat {seat} passes"
    seat: Annotated[Seat, "The seat."]


class AuctionWon(Event, frozen=True):
    """An auction was won; the bid went to the Treasure Pile."""

    text = "seat {seat} wins the auction and pays {amount}"
    seat: Annotated[Seat, "The seat that won."]
    amount: Annotated[int, "The amount of Loot that the winner paid."]


class AuctionEffect(Event, frozen=True):
    """The winner of an auction made its choice."""

    text = "the winner chooses: {chosen}"
    chosen: Annotated[TakeGift | Block | Unblock, "The choice."]


class Collected(Event, frozen=True):
    """A seat moved its Loot into its Hoard at the end of a Turn."""

    text = "seat {seat} collects {table} from its table and {ability} for its card"
    seat: Annotated[Seat, "The seat."]
    table: Annotated[int, "The Loot from the Table Setting."]
    ability: Annotated[int, "The Loot earned by the Loot Ability."]


class RoundEnded(Event, frozen=True):
    """A Round ended: all seats took their Discards back into the hand."""

    text = "the round ends, all seats take their Discards back"


class HeadPassed(Event, frozen=True):
    """The Head of the Table token was passed on."""

    text = "seat {seat} becomes the Head of the Table"
    seat: Annotated[Seat, "The seat that gets the token."]


class GameOver(Event, frozen=True):
    """The game is over."""

    text = "the match is over ({reason}); Hoards {hoards:[]}, places {places:[]}"
    reason: Annotated[EndReason, "The reason."]
    places: Annotated[tuple[int, ...], "The place of each seat, in seat order."]
    hoards: Annotated[tuple[int, ...], "The Hoard of each seat, in seat order."]


__all__ = list(class_names(__name__))

"""What a seat, or the spectator, sees: the table of the spec's section 11, built from an allow-list.

Parts that stay the same from one decision to the next keep their hash, so that they are encoded once for each value.

In Python a quest space is 0 to 2 (on the wire 1 to 3) and a colour 0 to 3 (there an enum from 1); None is 0 there.
Seats count from 0 and rounds from 1 in both.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from msgspec import Struct

from referee.games.keepers import state
from referee.games.keepers.events import Pile
from referee.games.keepers.words import Colour, PerColour, Space
from referee.kernel.lasting import Period
from referee.kernel.seats import Seat

__all__ = [
    "Auction",
    "LastAuction",
    "QuestSpace",
    "SeatView",
    "View",
]


class SeatView(Struct, frozen=True, gc=False, cache_hash=True):
    """What everybody sees of a seat."""

    unprepared: Annotated[PerColour, "Adventurers in the tavern that are not prepared."]
    prepared: Annotated[PerColour, "Adventurers in the tavern that are prepared."]
    hand: Annotated[int, "The number of cards in the hand."]
    bid_pile: Annotated[int, "The number of cards in the bid pile."]
    served: Annotated[bool, "Whether the seat has won a quest this round.", Period("round")]


class QuestSpace(Struct, frozen=True, cache_hash=True):
    """A quest space of the board with its Rumor Mill space."""

    quest: Annotated[tuple[Colour, ...], "The quest pile, bottom to top; the last card is the focus."]
    rumour: Annotated[Colour | None, "The rumour; COLOUR_UNSPECIFIED if the space is empty."]


class Auction(Struct, frozen=True, gc=False, cache_hash=True):
    """A running auction."""

    starter: Annotated[Seat, "The seat that started it."]
    alone: Annotated[bool, "Whether the starter is the only seat that can bid."]
    space: Annotated[Space | None, "The chosen quest space, 1 to 3; 0 while it is being chosen."]
    focus: Annotated[Colour | None, "The focus of the chosen quest."]
    passed: Annotated[tuple[Seat, ...], "Seats that passed."]
    laid: Annotated[tuple[Seat, ...], "Seats that have laid their bid."]
    to_bid: Annotated[tuple[Seat, ...], "Seats whose turn is still to come or running, in the order of their turns."]


class LastAuction(Struct, frozen=True, gc=False, cache_hash=True):
    """What the last reveal showed."""

    space: Annotated[Space, "The quest space, 1 to 3."]
    focus: Annotated[Colour, "The focus."]
    piles: Annotated[tuple[Pile, ...], "The bid piles, in bidding order."]
    winner: Annotated[Seat, "The seat that won."]
    prepared: Annotated[PerColour, "The adventurers that the winner prepared."]


class View(Struct, frozen=True, gc=False):
    """The table as one seat, or the spectator, sees it."""

    round: Annotated[int, "The round, from 1."]
    current_seat: Annotated[Seat, "The seat that holds the Quest Giver token."]
    seats: Annotated[tuple[SeatView, ...], "The seats in order."]
    spaces: Annotated[tuple[QuestSpace, ...], "The three quest spaces in order."]
    deck: Annotated[int, "The number of cards in the deck."]
    discard: Annotated[PerColour, "The discard pile."]
    removed: Annotated[PerColour, "The adventurers that were removed from the game at set-up."]
    auction: Annotated[Auction | None, "The auction that is running; absent between auctions."]
    last_auction: Annotated[LastAuction | None, "What the last reveal showed; absent before the first one."]
    hand: Annotated[PerColour | None, "The hand of the seat that this view is for; absent for the spectator."] = None
    bid_pile: Annotated[PerColour | None, "The bid pile of the seat that this view is for; absent as before."] = None
    seat: Annotated[Seat | None, "The seat that this view is for; absent for the spectator."] = None


def view(t: state.KeepersTable, seat: Seat | None) -> View:
    """Everything public; and for a seat its own hand and bid pile."""
    own = None if seat is None else t.keepers[seat]
    return View(
        t.round,
        t.current,
        tuple(
            [SeatView(tuple(k.unprepared), tuple(k.prepared), sum(k.hand), sum(k.pile), k.served) for k in t.keepers]
        ),
        tuple([QuestSpace(tuple(space.quest), space.rumour) for space in t.spaces]),
        len(t.deck),
        tuple(t.discard),
        tuple(t.removed),
        None if t.auction is None else _auction(t, t.auction),
        None if t.last_auction is None else _last_auction(t.last_auction),
        None if own is None else tuple(own.hand),
        None if own is None else tuple(own.pile),
        seat,
    )


def _auction(t: state.KeepersTable, auction: state.Auction) -> Auction:
    return Auction(
        starter=auction.starter,
        alone=auction.alone,
        space=auction.space,
        focus=None if auction.space is None else t.spaces[auction.space].quest[-1],
        passed=tuple(auction.passed),
        laid=tuple(auction.laid),
        to_bid=tuple(auction.order[len(auction.passed) + len(auction.laid) :]),
    )


@lru_cache(maxsize=64)
def _last_auction(last: state.LastAuction) -> LastAuction:
    piles = tuple([Pile(seat, cards) for seat, cards in last.piles])
    return LastAuction(last.space, last.focus, piles, last.winner, last.prepared)

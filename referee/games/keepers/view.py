"""What a seat or the spectator sees: each view is built only from what its viewer may see.

Parts of the view that often stay the same cache their hash (`cache_hash`), so that each value is encoded only once.

In Python, a quest space is a number from 0 to 2 and a colour one from 0 to 3; on the wire, quest spaces are 1 to 3,
colours an enum from 1, and None is 0. In both, seats are counted from 0 and rounds from 1.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from msgspec import Struct

from referee.games.keepers import state
from referee.games.keepers.events import Pile
from referee.games.keepers.words import Colour, PerColour, Space
from referee.kernel.knowing import CountOf, Private, SameAs
from referee.kernel.lasting import Period
from referee.kernel.ranges import InOrder
from referee.kernel.schema import class_names
from referee.kernel.seats import Seat
from referee.kernel.texts import Lines

_SPACES = InOrder(lambda cards: cards.board.quest_spaces)


class SeatView(Struct, frozen=True, gc=False, cache_hash=True):
    """The public view of a seat."""

    text = "tavern {unprepared}; prepared {prepared}; hand of {hand}, bid pile of {bid_pile}{served:, has a quest}."
    unprepared: Annotated[PerColour, "Adventurers in the tavern that are not prepared.", CountOf("tavern")]
    prepared: Annotated[PerColour, "Adventurers in the tavern that are prepared.", CountOf("prepared adventurers")]
    hand: Annotated[int, "The number of cards in the hand.", CountOf("hand")]
    bid_pile: Annotated[int, "The number of cards in the bid pile.", CountOf("bid pile")]
    served: Annotated[bool, "Whether the seat has won a quest this round.", Period("round"), SameAs("keepers.served")]


class QuestSpace(Struct, frozen=True, cache_hash=True):
    """A quest space of the board with its Rumor Mill space."""

    text = "[{quest}|empty] (the last is the focus). Rumour: [{rumour}|nothing]."
    quest: Annotated[tuple[Colour, ...], "The quest pile, bottom to top; the last card is the focus.", CountOf("board")]
    rumour: Annotated[Colour | None, "The rumour; COLOUR_UNSPECIFIED if the space is empty.", CountOf("board")]


class Auction(Struct, frozen=True, gc=False, cache_hash=True):
    """A running auction."""

    text = (
        "seat {starter} starts{alone:, alone}; [quest {space}, focus {focus}|the quest is being chosen]; "
        "laid: [{laid}|nobody], passed: [{passed}|nobody], to bid: [{to_bid}|nobody]."
    )
    starter: Annotated[Seat, "The seat that started the auction."]
    alone: Annotated[bool, "Whether the starter is the only seat that can bid."]
    space: Annotated[Space | None, "The chosen quest space, 1 to 3; 0 while it is being chosen."]
    focus: Annotated[Colour | None, "The focus of the chosen quest."]
    passed: Annotated[tuple[Seat, ...], "The seats that passed."]
    laid: Annotated[tuple[Seat, ...], "The seats that have laid their bids."]
    to_bid: Annotated[tuple[Seat, ...], "The seats that are bidding or still have to bid, in turn order."]


class LastAuction(Struct, frozen=True, gc=False, cache_hash=True):
    """The last revealed auction."""

    text = "quest {space}, focus {focus}: {piles:; }. Seat {winner} won and prepared {prepared}."
    space: Annotated[Space, "The quest space, 1 to 3."]
    focus: Annotated[Colour, "The focus of the quest."]
    piles: Annotated[tuple[Pile, ...], "The bid piles, in bidding order."]
    winner: Annotated[Seat, "The seat that won."]
    prepared: Annotated[PerColour, "The adventurers that the winner prepared."]


class View(Struct, frozen=True, gc=False):
    """The table as a seat or the spectator sees it."""

    text = (
        "Round {round}. Seat {current_seat} holds the Quest Giver token.\n{spaces}\n{seats}\n"
        "Deck of {deck}. Discard pile: {discard}. Removed: {removed}."
        "[\nAuction: {auction}][\nLast auction: {last_auction}]"
        "[\nYour hand: {hand}. Your bid pile: {bid_pile}.]"
    )
    round: Annotated[int, "The round, from 1.", SameAs("round")]
    current_seat: Annotated[Seat, "The seat that holds the Quest Giver token.", SameAs("current")]
    seats: Annotated[tuple[SeatView, ...], "The seats in order.", Lines("Seat", you="seat")]
    spaces: Annotated[tuple[QuestSpace, ...], "The three quest spaces in order.", Lines("Quest", 1), _SPACES]
    deck: Annotated[int, "The number of cards in the deck.", CountOf("deck")]
    discard: Annotated[PerColour, "The discard pile.", CountOf("discard pile")]
    removed: Annotated[
        PerColour, "The adventurers that were removed from the game at set-up.", CountOf("removed adventurers")
    ]
    auction: Annotated[Auction | None, "The running auction; absent between auctions."]
    last_auction: Annotated[LastAuction | None, "The last revealed auction; absent before the first one."]
    hand: Annotated[
        PerColour | None, "The hand of the seat that this view is for; absent for the spectator.", Private()
    ] = None
    bid_pile: Annotated[
        PerColour | None, "The bid pile of the seat that this view is for; absent for the spectator.", Private()
    ] = None
    seat: Annotated[Seat | None, "The seat that this view is for; absent for the spectator."] = None


def view(t: state.KeepersTable, seat: Seat | None) -> View:
    """The public facts, and for a seat its own hand and bid pile."""
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


__all__ = list(class_names(__name__))

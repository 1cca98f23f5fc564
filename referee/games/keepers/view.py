"""What a seat, or the spectator, sees: the table of the spec's section 11, built from an allow-list.

Parts that stay the same from one decision to the next are made once for each value that they have.
"""

from __future__ import annotations

from functools import lru_cache

from referee.games.keepers.state import Auction, Colour, Keeper, KeepersTable, LastAuction
from referee.games.keepers.v1 import keepers_pb2 as pb
from referee.games.keepers.wire import colour, counts, pile
from referee.kernel.seats import Seat

KEPT_PARTS = 4096


def view(t: KeepersTable, seat: Seat | None) -> pb.View:
    """Everything public; and for a seat its own hand and bid pile."""
    own = None if seat is None else t.keepers[seat]
    return pb.View(
        round=t.round,
        current_seat=t.current,
        seats=[_keeper(keeper) for keeper in t.keepers],
        spaces=[_space(tuple(space.quest), space.rumour) for space in t.spaces],
        deck=len(t.deck),
        discard=counts(t.discard),
        removed=counts(t.removed),
        auction=None if t.auction is None else _auction(t, t.auction),
        last_auction=None if t.last_auction is None else _last_auction(t.last_auction),
        hand=None if own is None else counts(own.hand),
        bid_pile=None if own is None else counts(own.pile),
        seat=seat,
    )


def _keeper(keeper: Keeper) -> pb.SeatView:
    return _seat_view(
        tuple(keeper.unprepared), tuple(keeper.prepared), sum(keeper.hand), sum(keeper.pile), keeper.served
    )


@lru_cache(maxsize=KEPT_PARTS)
def _seat_view(
    unprepared: tuple[int, ...], prepared: tuple[int, ...], hand: int, bid_pile: int, served: bool
) -> pb.SeatView:
    return pb.SeatView(
        unprepared=counts(unprepared), prepared=counts(prepared), hand=hand, bid_pile=bid_pile, served=served
    )


@lru_cache(maxsize=KEPT_PARTS)
def _space(quest: tuple[Colour, ...], rumour: Colour | None) -> pb.QuestSpace:
    return pb.QuestSpace(quest=[colour(card) for card in quest], rumour=colour(rumour))


def _auction(t: KeepersTable, auction: Auction) -> pb.Auction:
    chosen = auction.space
    return pb.Auction(
        starter=auction.starter,
        alone=auction.alone,
        space=0 if chosen is None else chosen + 1,
        focus=colour(None if chosen is None else t.spaces[chosen].quest[-1]),
        passed=auction.passed,
        laid=auction.laid,
        to_bid=auction.order[len(auction.passed) + len(auction.laid) :],
    )


@lru_cache(maxsize=KEPT_PARTS)
def _last_auction(last: LastAuction) -> pb.LastAuction:
    return pb.LastAuction(
        space=last.space + 1,
        focus=colour(last.focus),
        piles=[pile(seat, cards) for seat, cards in last.piles],
        winner=last.winner,
        prepared=counts(last.prepared),
    )

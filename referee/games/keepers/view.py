"""What a seat, or the spectator, sees: the table of the spec's section 11, built from an allow-list."""

from __future__ import annotations

from referee.games.keepers.state import Auction, KeepersTable, LastAuction, Space
from referee.games.keepers.v1 import keepers_pb2 as pb
from referee.games.keepers.wire import colour, counts, pile
from referee.kernel.seats import Seat


def view(t: KeepersTable, seat: Seat | None) -> pb.View:
    """Everything public; and for a seat its own hand and bid pile."""
    own = None if seat is None else t.keepers[seat]
    return pb.View(
        round=t.round,
        current_seat=t.current,
        seats=[
            pb.SeatView(
                unprepared=counts(keeper.unprepared),
                prepared=counts(keeper.prepared),
                hand=sum(keeper.hand),
                bid_pile=sum(keeper.pile),
                served=keeper.served,
            )
            for keeper in t.keepers
        ],
        spaces=[_space(space) for space in t.spaces],
        deck=len(t.deck),
        discard=counts(t.discard),
        removed=counts(t.removed),
        auction=None if t.auction is None else _auction(t, t.auction),
        last_auction=None if t.last_auction is None else _last_auction(t.last_auction),
        hand=None if own is None else counts(own.hand),
        bid_pile=None if own is None else counts(own.pile),
        seat=seat,
    )


def _space(space: Space) -> pb.QuestSpace:
    return pb.QuestSpace(quest=[colour(card) for card in space.quest], rumour=colour(space.rumour))


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


def _last_auction(last: LastAuction) -> pb.LastAuction:
    return pb.LastAuction(
        space=last.space + 1,
        focus=colour(last.focus),
        piles=[pile(seat, cards) for seat, cards in last.piles],
        winner=last.winner,
        prepared=counts(last.prepared),
    )

"""What a seat, or the spectator, sees: the table of the spec's section 9, built from an allow-list."""

from __future__ import annotations

from functools import cache

from referee.games.inns import scoring
from referee.games.inns.state import Auction, InnsTable, Options, Player
from referee.games.inns.targets import KINDS, token_effect
from referee.games.inns.traits import trait_of
from referee.games.inns.v1 import inns_pb2 as pb
from referee.games.inns.wire import MORALITIES, TOKEN_KINDS, character
from referee.kernel.seats import Seat


def view(t: InnsTable, seat: Seat | None) -> pb.View:
    """Everything public; and for a seat its own hand and the card that it placed."""
    own = Player() if seat is None else t.players[seat]
    return pb.View(
        turn=t.turn,
        head=t.head,
        called=t.called,
        seats=[_seat_view(t, other, player) for other, player in zip(t.all_seats(), t.players, strict=True)],
        supply=sum(t.supply),
        acting=t.acting,
        auction=None if t.auction is None else _auction(t.auction),
        settings=_settings(t.options, scoring.hoard_goal(t)),
        seat=seat,
        hand=[character(card) for card in own.hand],
        own_card=character(own.current),
    )


def _seat_view(t: InnsTable, seat: Seat, player: Player) -> pb.SeatView:
    shown = pb.SeatView(
        hand=len(player.hand),
        face_down=player.face_down,
        table=player.table,
        hoard=player.hoard,
        tokens=[
            pb.Token(owner=token.owner, kind=TOKEN_KINDS[KINDS[type(token_effect(t, token))]], named=token.named)
            for token in player.tokens
        ],
        discard=[character(card) for card in player.discard],
        ledger=[character(card) for card in player.ledger],
        unplayed=t.unplayed(player),
    )
    if player.face_up:
        shown.card = character(player.current)
        shown.morality = MORALITIES[str(trait_of(t, seat, "morality"))]
        shown.blocked = player.blocked
        shown.transmuted = player.transmuted
    return shown


def _auction(auction: Auction) -> pb.Auction:
    return pb.Auction(
        seller=auction.seller, high=auction.high, leader=auction.leader, passed=auction.passed, won=auction.won
    )


@cache
def _settings(options: Options, hoard_goal: int) -> pb.Settings:
    return pb.Settings(
        hoard_goal=hoard_goal,
        round_length=options.round_length,
        quick_auction=options.quick_auction,
        own_card_in_range=options.own_card_in_range,
        turn_limit=options.turn_limit,
    )

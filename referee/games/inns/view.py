"""What a seat, or the spectator, sees: the table of the spec's section 9, built from an allow-list.

What is shown of a seat stays the same from one decision to the next, most of the time: it is made once for each value.
"""

from __future__ import annotations

from functools import cache, lru_cache

from referee.games.inns import scoring
from referee.games.inns.cards import Character
from referee.games.inns.effects import TraitValue
from referee.games.inns.state import Auction, InnsTable, Options, Player, Token, unplayed
from referee.games.inns.targets import KINDS, token_effect
from referee.games.inns.traits import trait_of
from referee.games.inns.v1 import inns_pb2 as pb
from referee.games.inns.wire import MORALITIES, TOKEN_KINDS, character
from referee.kernel.seats import Seat

KEPT_PARTS = 4096

# Owner, kind, named initiative.
TokenParts = tuple[Seat, pb.TokenKind, int]


def view(t: InnsTable, seat: Seat | None) -> pb.View:
    """Everything public; and for a seat its own hand and the card that it placed."""
    own = Player() if seat is None else t.players[seat]
    return pb.View(
        turn=t.turn,
        head=t.head,
        called=t.called,
        seats=[_seat(t, other, player) for other, player in zip(t.all_seats(), t.players, strict=True)],
        supply=sum(t.supply),
        acting=t.acting,
        auction=None if t.auction is None else _auction(t.auction),
        settings=_settings(t.options, scoring.hoard_goal(t)),
        seat=seat,
        hand=[character(card) for card in own.hand],
        own_card=character(own.current),
    )


def _seat(t: InnsTable, seat: Seat, player: Player) -> pb.SeatView:
    return _seat_view(
        len(player.hand),
        player.face_down,
        player.shown,
        None if player.shown is None else trait_of(t, seat, "morality"),
        player.blocked,
        player.transmuted,
        player.table,
        player.hoard,
        tuple([_token(t, token) for token in player.tokens]),
        tuple(player.discard),
        tuple(player.ledger),
    )


@lru_cache(maxsize=KEPT_PARTS)
def _seat_view(
    hand: int,
    face_down: bool,
    card: Character | None,
    morality: TraitValue | None,
    blocked: bool,
    transmuted: int,
    table: int,
    hoard: int,
    tokens: tuple[TokenParts, ...],
    discard: tuple[Character, ...],
    ledger: tuple[Character | None, ...],
) -> pb.SeatView:
    return pb.SeatView(
        hand=hand,
        face_down=face_down,
        card=character(card),
        morality=pb.MORALITY_UNSPECIFIED if morality is None else MORALITIES[morality],
        blocked=blocked,
        transmuted=transmuted,
        table=table,
        hoard=hoard,
        tokens=[pb.Token(owner=owner, kind=kind, named=named) for owner, kind, named in tokens],
        discard=map(character, discard),
        ledger=map(character, ledger),
        unplayed=unplayed(ledger, (*discard, card)),
    )


def _token(t: InnsTable, token: Token) -> TokenParts:
    return token.owner, TOKEN_KINDS[KINDS[type(token_effect(t, token))]], token.named


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

"""What a seat or the spectator sees: each view is built only from what its viewer may see.

The view of a seat rarely changes from one decision to the next, so it is built once for each value.

In Python, a character is a number from 0 to 11 or None; on the wire, it is an enum from 1, and None is 0. In both,
seats are counted from 0, initiatives and Turns from 1.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated

from msgspec import Struct

from referee.games.inns import scoring, state
from referee.games.inns.cards import INITIATIVES
from referee.games.inns.targets import KINDS, token_effect
from referee.games.inns.words import Character, Morality, Reason, known_names, seats_text
from referee.kernel.knowing import CountOf, Private, SameAs
from referee.kernel.lasting import Period
from referee.kernel.ranges import Among, InOrder
from referee.kernel.schema import class_names
from referee.kernel.seats import Seat
from referee.kernel.texts import Lines, ShownAs

KEPT = 4096
ALL_INITIATIVES = Among(lambda _cards, _seats: INITIATIVES)


class Token(Struct, frozen=True, gc=False):
    """A Target Token on a Table Setting."""

    text = "{kind}[{named:} on initiative {named}] of seat {owner}"
    owner: Annotated[Seat, "The seat that placed the token."]
    kind: Annotated[Reason, "The purpose of the token."]
    named: Annotated[int, "The initiative that the token names; 0 if it names none."]


class SeatView(Struct, frozen=True, gc=False, cache_hash=True):
    """The public view of a seat."""

    text = (
        "Hoard {hoard}, table {table}; [{card} ({morality}{blocked:, blocked}[{transmuted:}, transmuted {transmuted}])"
        "|{face_down:a card face down|no card}]; hand of {hand}; Discard: {discard}."
        "[\n  tokens: {tokens}.]\n  known cards: {ledger}; still to play: {unplayed}."
    )
    hand: Annotated[int, "The number of cards in the hand.", CountOf("hand")]
    face_down: Annotated[bool, "Whether the seat has a face-down card.", CountOf("current card")]
    card: Annotated[Character | None, "The seat's current card, if it lies face up.", CountOf("current card")]
    morality: Annotated[Morality | None, "Its morality now."]
    blocked: Annotated[bool, "Whether the current card is blocked.", SameAs("players.blocked")]
    transmuted: Annotated[
        int, "How much Loot was turned in by the seat during this Turn.", Period("turn"), SameAs("players.transmuted")
    ]
    table: Annotated[int, "The Loot on the Table Setting.", SameAs("players.table")]
    hoard: Annotated[int, "The Loot in the Hoard.", SameAs("players.hoard")]
    tokens: Annotated[tuple[Token, ...], "The unresolved Target Tokens on the Table Setting, in the order placed."]
    discard: Annotated[
        tuple[Character, ...], "The cards in the Discard, in the order in which they were played.", CountOf("Discard")
    ]
    ledger: Annotated[
        tuple[Character | None, ...],
        "For each initiative from 1 the character that the seat is known to hold, or CHARACTER_UNSPECIFIED.",
        InOrder(len(INITIATIVES)),
        ShownAs(known_names),
    ]
    unplayed: Annotated[
        tuple[int, ...],
        "The initiatives that are neither in the Discard nor face up.",
        ALL_INITIATIVES,
    ]


class Auction(Struct, frozen=True, gc=False):
    """A running auction."""

    text = (
        "Auction of seat {seller}: [seat {leader} [{won:}has won it for|leads with] {high}|no bid yet]; "
        "passed: {passed}."
    )
    seller: Annotated[Seat, "The seat to which the card belongs."]
    high: Annotated[int, "The highest bid so far."]
    leader: Annotated[Seat | None, "The seat that made the highest bid; absent before the first bid."]
    passed: Annotated[tuple[Seat, ...], "The seats that passed. In a Quick Auction nobody passes."]
    won: Annotated[bool, "Whether the bidding is over and the leader has paid."]


class Settings(Struct, frozen=True, gc=False, cache_hash=True):
    """The options of the match."""

    text = (
        "A Hoard of {hoard_goal} ends the match, or Turn {turn_limit}; the cards come back after {round_length} Turns."
        "{quick_auction: Auctions are Quick Auctions.}{own_card_in_range: The own card is counted in Range.}"
    )
    hoard_goal: Annotated[int, "The Hoard that ends the match."]
    round_length: Annotated[int, "The number of Turns in a Round."]
    quick_auction: Annotated[bool, "Whether auctions are Quick Auctions."]
    own_card_in_range: Annotated[bool, "Whether abilities with Range count their own card."]
    turn_limit: Annotated[int, "The last Turn."]


class View(Struct, frozen=True, gc=False):
    """The table as a seat or the spectator sees it."""

    text = (
        "[{turn:}Turn {turn}, called [{called:}{called}|nothing].|The hands are being built.] "
        "Seat {head} is the Head of the Table.\n{settings}\n{seats}"
        "[\nRevealed cards use their abilities, in this order: {acting}.][\n{auction}]"
        "[{seat:}{turn:}\nYour hand: {hand}.[ You placed the {own_card}.]]"
    )
    turn: Annotated[int, "The Turn, from 1; 0 while the hands are being built.", SameAs("turn")]
    head: Annotated[Seat, "The seat that holds the Head of the Table token.", SameAs("head")]
    called: Annotated[
        int,
        "The initiative that was called last in this Turn; 0 before the first call.",
        Period("turn"),
        SameAs("called"),
    ]
    seats: Annotated[tuple[SeatView, ...], "The seats in order.", Lines("Seat", you="seat")]
    supply: Annotated[int, "The number of cards that nobody chose.", CountOf("supply")]
    acting: Annotated[
        tuple[Seat, ...],
        "The seats whose revealed cards still have to use their abilities, the acting one first.",
        SameAs("acting"),
        ShownAs(seats_text),
    ]
    auction: Annotated[Auction | None, "The running auction; absent between auctions."]
    settings: Annotated[Settings, "The options of the match."]
    seat: Annotated[Seat | None, "The seat that this view is for; absent for the spectator."]
    hand: Annotated[tuple[Character, ...], "The hand of the seat that this view is for, by initiative.", Private()]
    own_card: Annotated[
        Character | None, "The current card of the seat that this view is for, face down or not.", Private()
    ]


def view(t: state.InnsTable, seat: Seat | None) -> View:
    """The public facts, and for a seat its own hand and the card that it placed."""
    own = state.Player() if seat is None else t.players[seat]
    return View(
        t.turn,
        t.head,
        t.called,
        tuple([_seat(t, Seat(other), player) for other, player in enumerate(t.players)]),
        sum(t.supply),
        tuple(t.acting),
        None if t.auction is None else _auction(t.auction),
        _settings(t.options, scoring.hoard_goal(t)),
        seat,
        tuple(own.hand),
        own.current,
    )


def _seat(t: state.InnsTable, seat: Seat, player: state.Player) -> SeatView:
    shown = player.current if player.face_up else None
    discard, ledger = tuple(player.discard), tuple(player.ledger)
    return SeatView(
        len(player.hand),
        player.current is not shown,
        shown,
        None if shown is None else player.morality or t.card(seat).morality,
        player.blocked,
        player.transmuted,
        player.table,
        player.hoard,
        tuple([_token(t, token) for token in player.tokens]) if player.tokens else (),
        discard,
        ledger,
        _unplayed(ledger, discard, shown),
    )


@lru_cache(maxsize=KEPT)
def _unplayed(
    ledger: tuple[Character | None, ...], discard: tuple[Character, ...], card: Character | None
) -> tuple[int, ...]:
    return tuple(state.unplayed(ledger, (*discard, card)))


def _token(t: state.InnsTable, token: state.Token) -> Token:
    return Token(token.owner, KINDS[type(token_effect(t, token))], token.named)


def _auction(auction: state.Auction) -> Auction:
    return Auction(auction.seller, auction.high, auction.leader, tuple(auction.passed), auction.won)


@cache
def _settings(options: state.Options, hoard_goal: int) -> Settings:
    return Settings(
        hoard_goal=hoard_goal,
        round_length=options.round_length,
        quick_auction=options.quick_auction,
        own_card_in_range=options.own_card_in_range,
        turn_limit=options.turn_limit,
    )


__all__ = list(class_names(__name__))

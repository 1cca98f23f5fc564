"""What must be true from one step to the next (spec, section 11), and what the events tell, in random matches."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

import referee
from referee.games.inns.events import (
    AuctionWon,
    Blocked,
    Collected,
    HeadPassed,
    Loot,
    Moved,
    Revealed,
    RoundEnded,
    TokenPlaced,
    TokenResolved,
    Unblocked,
)
from referee.games.inns.state import InnsTable, Player, Token
from referee.games.inns.words import Reason
from referee.kernel.options import OptionValue
from referee.kernel.table import Event
from tests.games.inns.drawn import table_of
from tests.support.play import play

pytestmark = pytest.mark.no_cover


@st.composite
def match_options(draw: st.DrawFn) -> tuple[int, dict[str, OptionValue]]:
    """A number of seats and options that fit it."""
    seats = draw(st.integers(3, 8))
    options: dict[str, OptionValue] = {
        "hoard_goal": draw(st.integers(20, 150) | st.just("table")),
        "round_length": draw(st.integers(1, 5)),
        "quick_auction": draw(st.booleans()),
        "own_card_in_range": seats == 3 and draw(st.booleans()),
        "turn_limit": draw(st.integers(1, 30)),
    }
    return seats, options


@settings(max_examples=25)
@given(drawn=match_options(), seed=st.integers(0, 2**32))
def test_from_step_to_step(drawn: tuple[int, dict[str, OptionValue]], seed: int) -> None:
    seats, options = drawn
    match = referee.start("inns", seats=seats, seed=seed, options=options)
    first_head = table_of(match).head
    hands: list[list[int]] = []
    hoards = [0] * seats
    for now in play(match, seed):
        t = table_of(now)
        now.game.invariants(t)
        hands = hands or sorted_hands(t)
        assert t.turn == 0 or sorted_hands(t) == hands
        assert all(player.hoard >= before for player, before in zip(t.players, hoards, strict=True))
        hoards = [player.hoard for player in t.players]
        assert t.head == (first_head + max(t.turn - 1, 0)) % seats
        if t.phase == "placing":
            assert not any(player.table or player.blocked or player.tokens for player in t.players)
    assert table_of(match).turn <= table_of(match).options.turn_limit


def sorted_hands(t: InnsTable) -> list[list[int]]:
    """The six cards of each seat, wherever they are; nothing before the hands are built."""
    return [sorted(player.held) for player in t.players] if t.turn else []


class Told:
    """The public part of a table, as far as the spectator's events tell it."""

    def __init__(self, seats: int) -> None:
        self.players = [Player() for _ in range(seats)]

    def hear(self, event: Event) -> None:
        """Brings one event in."""
        match event:
            case Revealed(seat, card):
                self.players[seat].current, self.players[seat].face_up = card, True
                self.players[seat].ledger[card % 6] = card
            case Loot(seat, amount):
                self.players[seat].table += amount
            case Moved(giver, taker, amount):
                self.players[giver].table -= amount
                if taker is None:
                    self.players[giver].transmuted = amount
                else:
                    self.players[taker].table += amount
            case Blocked(seat):
                self.players[seat].blocked = True
            case Unblocked(seat):
                self.players[seat].blocked = False
            case TokenPlaced(owner, target, _, named):
                self.players[target].tokens.append(Token(owner, named))
            case TokenResolved(owner, target, kind):
                assert self.players[target].tokens.pop(0).owner == owner
                if kind is Reason.RECRUIT:
                    self.players[target].morality = "villain"
            case AuctionWon(seat, amount):
                self.players[seat].table -= amount
            case Collected(seat, table, ability):
                assert self.players[seat].table == table
                self.players[seat].hoard += table + ability
                self.players[seat].table = 0
            case RoundEnded():
                for player in self.players:
                    player.discard, player.current = [], None
            case HeadPassed():
                self.players = [
                    Player(
                        hoard=player.hoard,
                        ledger=player.ledger,
                        discard=player.discard if player.current is None else [*player.discard, player.current],
                    )
                    for player in self.players
                ]


@settings(max_examples=25)
@given(drawn=match_options(), seed=st.integers(0, 2**32))
def test_the_public_table_follows_from_the_events(drawn: tuple[int, dict[str, OptionValue]], seed: int) -> None:
    seats, options = drawn
    told, heard = Told(seats), 0
    for now in play(referee.start("inns", seats=seats, seed=seed, options=options), seed):
        for event in now.events(None, heard):
            told.hear(event)
        heard = now.event_count
        for player, known in zip(table_of(now).players, told.players, strict=True):
            shown = structs.replace(player, hand=[], current=player.shown)
            assert shown == known

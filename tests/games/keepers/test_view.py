"""Cases K47 and K48: what is seen; and that texts and messages refuse what they do not know."""

from __future__ import annotations

import pytest

import referee
from referee.games.keepers import wire
from referee.games.keepers.events import CardLaid, Drew, GameOver, NoCardForSeat, NoCardForSpace, SentOut
from referee.games.keepers.state import invariants
from referee.games.keepers.text import event_text, option_text
from referee.games.keepers.v1 import keepers_pb2 as pb
from referee.games.keepers.view import view
from referee.kernel.asking import Option
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from tests.games.keepers.drawn import choose, drawn, table_of


@pytest.fixture
def laid() -> Match:
    """Seat 0 has laid W2 and holds Z1 O1; seat 1 is asked."""
    match = drawn("bidding", hands=["W2 Z1 O1", "W3 R1", "Z2"])
    choose(match, "quest 1", "add W", "add W", "done")
    return match


def test_k47_a_pile_is_secret_until_the_reveal(laid: Match) -> None:
    own = view(table_of(laid), Seat(0))
    assert own.hand == pb.Counts(wizard=1, rogue=1)
    assert own.bid_pile == pb.Counts(warrior=2)
    for seat in [Seat(1), Seat(2), None]:
        seen = view(table_of(laid), seat)
        assert (seen.seats[0].hand, seen.seats[0].bid_pile) == (2, 2)
        assert seen.auction.starter == 0
        assert (seen.auction.space, seen.auction.focus) == (1, pb.COLOUR_WARRIOR)
        assert seen.HasField("hand") == (seat is not None)
        assert not seen.HasField("last_auction")


def test_k48_the_reveal_is_kept(laid: Match) -> None:
    choose(laid, "add W", "add W", "add W", "done", "pass")
    for seat in [*laid.table.all_seats(), None]:
        seen = view(table_of(laid), seat)
        piles = {pile.seat: pile.cards for pile in seen.last_auction.piles}
        assert piles == {0: pb.Counts(warrior=2), 1: pb.Counts(warrior=3)}
        assert seen.last_auction.winner == 1
        assert seen.seats[0].hand == 4


def test_foreign_options_and_events_are_refused() -> None:
    with pytest.raises(TypeError, match="not an option of this game"):
        wire.option_message(Option())
    with pytest.raises(TypeError, match="not an event of this game"):
        wire.event_message(Event())


def test_texts_of_options() -> None:
    assert option_text(pb.Option(sabotage=pb.Sabotage(colour=pb.COLOUR_ROGUE, seat=2))) == "sabotage a rogue of seat 2"
    assert option_text(pb.Option(pass_turn=pb.Pass())) == "pass"


def test_every_event_has_its_own_message_and_text() -> None:
    kinds = [
        NoCardForSeat(Seat(1)),
        NoCardForSpace(2),
        Drew(Seat(0)),
        Drew(Seat(0), 1),
        CardLaid(Seat(0)),
        CardLaid(Seat(0), 1),
        SentOut(Seat(1), [1, 0, 2, 0]),
        GameOver("emptied", [10, 9]),
    ]
    assert [event_text(wire.event_message(event)) for event in kinds] == [
        "no card is left for seat 1",
        "no card is left for space 3",
        "seat 0 draws a card",
        "seat 0 draws a wizard",
        "seat 0 lays a card",
        "seat 0 lays a wizard",
        "adventurers of seat 1 leave: 1 warrior, 2 rogue",
        "the game is over (emptied); scores [10, 9]",
    ]


def test_invariants_notice_a_lost_card() -> None:
    t = table_of(referee.start("keepers", seats=2, seed=1))
    invariants(t)
    t.spaces[0].rumour = None
    with pytest.raises(AssertionError, match="cards were lost or made"):
        invariants(t)

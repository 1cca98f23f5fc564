"""Cases K47 and K48: what is seen; and that texts refuse what they do not know."""

from __future__ import annotations

import pytest

import referee
from referee.games.keepers.choices import PASS, Sabotage
from referee.games.keepers.events import CardLaid, Drew, GameOver, NoCard, Pile, SentOut
from referee.games.keepers.state import invariants
from referee.games.keepers.view import view
from referee.games.keepers.zones import ZONES
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.kernel.texts import text_of
from referee.kernel.zones import all_cards
from tests.games.keepers.drawn import choose, drawn, table_of


@pytest.fixture
def laid() -> Match:
    """Seat 0 has laid W2 and holds Z1 O1; seat 1 is asked."""
    match = drawn("bidding", hands=["W2 Z1 O1", "W3 R1", "Z2"])
    choose(match, "quest 1", "add W", "add W", "done")
    return match


def test_k47_a_pile_is_secret_until_the_reveal(laid: Match) -> None:
    own = view(table_of(laid), Seat(0))
    assert own.hand == (0, 1, 1, 0)
    assert own.bid_pile == (2, 0, 0, 0)
    for seat in [Seat(1), Seat(2), None]:
        seen = view(table_of(laid), seat)
        assert (seen.seats[0].hand, seen.seats[0].bid_pile) == (2, 2)
        assert seen.auction is not None
        assert (seen.auction.starter, seen.auction.space, seen.auction.focus) == (0, 0, 0)
        assert (seen.hand is None) == (seat is None)
        assert seen.last_auction is None


def test_k48_the_reveal_is_kept(laid: Match) -> None:
    choose(laid, "add W", "add W", "add W", "done", "pass")
    for seat in [*laid.table.all_seats(), None]:
        seen = view(table_of(laid), seat)
        assert seen.last_auction is not None
        assert seen.last_auction.piles == (Pile(Seat(0), (2, 0, 0, 0)), Pile(Seat(1), (3, 0, 0, 0)))
        assert seen.last_auction.winner == 1
        assert seen.seats[0].hand == 4


def test_texts_of_options() -> None:
    assert text_of(Sabotage(2, Seat(2))) == "sabotage a rogue of seat 2"
    assert text_of(PASS) == "pass"


def test_texts_of_events() -> None:
    told = [
        NoCard(seat=Seat(1)),
        NoCard(space=2),
        Drew(Seat(0)),
        Drew(Seat(0), 1),
        CardLaid(Seat(0)),
        CardLaid(Seat(0), 1),
        SentOut(Seat(1), (1, 0, 2, 0)),
        GameOver("emptied", (10, 9)),
    ]
    assert [text_of(event) for event in told] == [
        "no card is left for seat 1",
        "no card is left for space 3",
        "seat 0 draws a card",
        "seat 0 draws a wizard",
        "seat 0 lays a card",
        "seat 0 lays a wizard",
        "adventurers of seat 1 leave: 1 warrior, 2 rogue",
        "the game is over (emptied); scores [10, 9]",
    ]


def test_the_zones_hold_every_card() -> None:
    t = table_of(referee.start("keepers", seats=2, seed=1))
    invariants(t)
    adventurers, quests = t.cards.adventurers, t.cards.quests
    assert all_cards(ZONES, t) == {colour: adventurers[colour] + quests[colour] for colour in range(4)}

"""Cases 38 and 39, and who sees what: hands, face-down cards and sealed bids are secret."""

from __future__ import annotations

import pytest

import referee
from referee.games.inns.events import CardsPlaced, HandsBuilt
from referee.games.inns.state import Player
from referee.games.inns.view import SeatView, Token, view
from referee.games.inns.words import Reason
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from tests.games.inns.drawn import DRAGON, asked, card, decide, drawn, placed, table_of, together


def held(*hand: str, discard: str = "") -> Player:
    """A player with that hand and Discard; what the Discard shows is in the ledger."""
    discarded = [card(name) for name in discard.split()]
    ledger = [next((known for known in discarded if known % 6 == at), None) for at in range(6)]
    return Player(hand=[card(name) for name in hand], discard=discarded, ledger=ledger)


def test_38_names_that_a_bounty_may_use() -> None:
    match = drawn(
        [
            held("bounty_hunter", "mage", "thane", discard="bard guard goblins"),
            held("thief", "bard", "goblins", discard="guard mage thane"),
            held("mage", "thane", "goblins", discard="thief guard bard"),
        ],
        turn=4,
    )
    decide(match, "0 play(bounty_hunter) of 3 & 1 play(bard) of 3 & 2 play(mage) of 3")
    names = ["target(1, 3)", "target(1, 6)", "target(2, 4)", "target(2, 5)", "target(2, 6)"]
    assert asked(match) == {0: names}


@pytest.fixture
def case_39() -> Match:
    """Turn 4: seat 0 has placed the Cultists, and nothing is called; the others have not placed yet."""
    others = [held("thief", "goblins", "mage", discard="guard bard thane") for _ in range(2)]
    placing = drawn([held("bounty_hunter", "cultists", "alchemist", discard="monk lord dragon"), *others], turn=4)
    for player in table_of(placing).players:
        player.current = player.hand.pop(1)
    return placing


def test_39_what_others_know(case_39: Match) -> None:
    t = table_of(case_39)
    own = view(t, Seat(0))
    assert own.hand == (card("bounty_hunter"), card("alchemist"))
    assert own.own_card == card("cultists")
    for seat in (Seat(1), None):
        seen = view(t, seat)
        assert seen.supply == 78
        assert seen.seats[0] == SeatView(
            hand=2,
            face_down=True,
            card=None,
            morality=None,
            blocked=False,
            transmuted=0,
            table=0,
            hoard=0,
            tokens=(),
            discard=(card("monk"), card("lord"), card("dragon")),
            ledger=(None, card("monk"), None, None, card("lord"), card("dragon")),
            unplayed=(1, 3, 4),
        )
    spectator = view(t, None)
    assert not spectator.hand
    assert spectator.own_card is None
    assert spectator.seat is None


def test_each_seat_is_told_its_own_cards() -> None:
    match = referee.start("inns", seats=3, seed=1)
    match.answer({Seat(0): 0, Seat(1): 63, Seat(2): 0})
    together(match, ["0 play(thief) of 6", "1 play(bounty_hunter) of 6", "2 play(goblins) of 6"])
    dragon = tuple(card(name) for name in DRAGON)
    told = {
        seat: [event for event in match.events(seat) if isinstance(event, HandsBuilt | CardsPlaced)]
        for seat in (Seat(1), None)
    }
    assert told[Seat(1)] == [HandsBuilt(dragon), CardsPlaced(card("bounty_hunter"))]
    assert told[None] == [HandsBuilt(), CardsPlaced()]


def test_nobody_learns_who_has_answered_a_sealed_bid() -> None:
    match = placed("thief bounty_hunter lord monk", options={"quick_auction": True})
    while len(match.asked) == 1:
        [seat] = match.asked
        match.answer({seat: 0})
    assert set(asked(match)) == {0, 1, 2, 3}
    before = [view(table_of(match), seat) for seat in [*match.table.all_seats(), None]]
    events = match.event_count
    match.answer({Seat(3): 1, Seat(0): 0})
    assert [view(table_of(match), seat) for seat in [*match.table.all_seats(), None]] == before
    assert match.event_count == events


def test_a_recruited_villain_is_shown_as_one() -> None:
    match = placed("cultists thane alchemist mage")
    decide(match, "0 target(1) of 3")
    decide(match, "2 pay(0) of 4", "3 none of 2")
    assert set(asked(match)) == {1}
    assert [seat.morality for seat in view(table_of(match), None).seats] == [
        "villain",
        "villain",
        "mercenary",
        "mercenary",
    ]


def test_tokens_are_shown_until_they_are_resolved() -> None:
    match = placed("bounty_hunter guard lord")
    decide(match, "0 target(2, 5) of 10")
    shown = view(table_of(match), None).seats
    assert [seat.tokens for seat in shown] == [(), (), (Token(Seat(0), Reason.BOUNTY, 5),)]
    decide(match, "1 none of 2")
    assert set(asked(match)) == {2}
    assert not any(seat.tokens for seat in view(table_of(match), None).seats)

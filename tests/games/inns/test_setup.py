"""Cases 1, 2 and 40: options and hands."""

from __future__ import annotations

import pytest

import referee
from referee.errors import UsageError
from referee.games.inns.choices import Hand
from referee.games.inns.scoring import hoard_goal
from referee.games.inns.view import view
from referee.kernel.options import OptionValue
from referee.kernel.seats import Seat
from tests.games.inns.drawn import DRAGON, WAGON, card, table_of


@pytest.mark.parametrize(
    ("players", "goal"),
    [
        pytest.param(players, goal, id=f"1 with {players} players")
        for players, goal in {3: 75, 4: 75, 5: 65, 6: 55, 7: 50, 8: 50}.items()
    ],
)
def test_hoard_goal(players: int, goal: int) -> None:
    match = referee.start("inns", seats=players, seed=1)
    assert hoard_goal(table_of(match)) == goal
    assert view(table_of(match), None).settings.hoard_goal == goal


def test_a_hoard_goal_can_be_given() -> None:
    assert hoard_goal(table_of(referee.start("inns", seats=3, seed=1, options={"hoard_goal": 20}))) == 20


def test_2_set_up_counts() -> None:
    match = referee.start("inns", seats=4, seed=1)
    assert {len(options) for options in match.asked.values()} == {64}
    match.answer({Seat(seat): index for seat, index in enumerate([0, 63, 5, 0])})
    t = table_of(match)
    bits_0_and_2 = ["bounty_hunter", "guard", "cultists", "mage", "thane", "goblins"]
    assert [player.hand for player in t.players] == [
        [card(name) for name in hand] for hand in (WAGON, DRAGON, bits_0_and_2, WAGON)
    ]
    assert sum(t.supply) == 72
    assert [t.supply[card(name)] for name in ("thief", "guard", "monk")] == [6, 5, 7]
    assert all(player.ledger == [None] * 6 for player in t.players)
    assert view(t, None).supply == 72


def test_hands_are_listed_by_their_bits() -> None:
    options = referee.start("inns", seats=3, seed=1).asked[Seat(0)]
    for index, option in enumerate(options):
        assert isinstance(option, Hand)
        names = [(WAGON, DRAGON)[index >> bit & 1][bit] for bit in range(6)]
        assert option.cards == tuple(card(name) for name in names)


def test_the_head_is_drawn_among_all_seats() -> None:
    heads = {table_of(referee.start("inns", seats=8, seed=seed)).head for seed in range(100)}
    assert heads == set(range(8))


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        pytest.param(4, {"own_card_in_range": True}, "own_card_in_range = true is not allowed: it needs 3 seats"),
        pytest.param(2, {}, "inns needs 3 to 8 seats, not 2"),
        pytest.param(9, {}, "inns needs 3 to 8 seats, not 9"),
        pytest.param(4, {"round_length": 6}, "round_length = '6' is not allowed: 1 to 5"),
        pytest.param(4, {"hoard_goal": 10}, "hoard_goal = '10' is not allowed: 20 to 150 or table"),
    ],
    ids=[f"40 {what}" for what in ("own card", "two players", "nine players", "round length", "hoard goal")],
)
def test_configuration_errors(players: int, options: dict[str, OptionValue], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        referee.start("inns", seats=players, seed=1, options=options)

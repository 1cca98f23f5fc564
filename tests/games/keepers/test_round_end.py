"""Cases K37 to K46: sabotage, sending out, the end."""

from __future__ import annotations

import pytest

from referee.games.keepers import scoring
from referee.games.keepers.events import SentOut
from referee.games.keepers.state import Options
from referee.kernel.seats import Seat
from tests.games.keepers.drawn import asked, choose, counts, drawn, table_of


def test_k37_what_can_be_sabotaged() -> None:
    match = drawn("sending_out", hands=["W2 O3 R2"], prepared=["Z1", "W1", "O1 R2"])
    assert asked(match) == (0, ["pass", "sabotage(W,1)", "sabotage(O,2)", "sabotage(R,2)"])


def test_k38_without_a_pair_one_is_asked_all_the_same() -> None:
    match = drawn("sending_out", hands=["W1 Z1 O1"], prepared=["", "W1"])
    assert asked(match) == (0, ["pass"])


def test_k39_with_one_card_one_is_not_asked() -> None:
    match = drawn("sending_out", hands=["W1", "Z2", "Z2"], prepared=["", "W1"])
    assert asked(match)[0] == 2


def test_k40_nobody_sabotages_himself() -> None:
    match = drawn("sending_out", seats=2, hands=["Z5", "W5"], prepared=["W3", ""], unprepared=["W1", "W1"], dealt=10)
    for _ in range(2):
        assert asked(match) == (1, ["pass", "sabotage(W,0)"])
        choose(match, "sabotage(W,0)")
    assert table_of(match).phase == "bidding"


def test_k41_two_sabotages_by_one_seat() -> None:
    match = drawn("sending_out", seats=2, hands=["O3", "W4"], prepared=["W2", ""], dealt=10, deck="Z,Z,Z,Z")
    choose(match, "sabotage(W,0)", "sabotage(W,0)")
    t = table_of(match)
    assert t.phase == "bidding"
    assert t.keepers[1].hand == counts("Z1")
    assert t.discard == counts("W4")
    assert t.keepers[0].unprepared == counts("W4 Z2 O1 R1")


def test_k42_prepared_adventurers_go_into_the_hand() -> None:
    match = drawn("sending_out", hands=["", "Z2", ""], prepared=["", "W1 O1"], deck="R,R,R,R")
    t = table_of(match)
    assert t.keepers[1].hand == counts("W1 Z2 O1 R1")
    assert not any(t.keepers[1].prepared)
    assert SentOut(Seat(1), counts("W1 O1")) in match.events(None)


def test_k43_all_draw_before_the_game_ends() -> None:
    match = drawn("sending_out", seats=2, dealt=10, hands=["", ""], unprepared=[" ", "W3"], prepared=["W2", ""])
    assert [sum(keeper.hand) for keeper in table_of(match).keepers] == [2 + 1, 1]
    result = match.result
    assert result is not None
    assert (result.reason, result.scores, result.places) == ("emptied", [10, 7], [1, 2])


@pytest.mark.parametrize(
    ("tie_break", "places"), [pytest.param("shared", [1, 1, 3], id="K44"), pytest.param("hand", [2, 1, 3], id="K44b")]
)
def test_ranking(tie_break: str, places: list[int]) -> None:
    match = drawn("bidding", unprepared=[" ", " ", "W2"], hands=["W4", "W7", "W1"])
    t = table_of(match)
    t.options = Options(tie_break=tie_break)
    assert scoring.game_has_ended(t)
    assert scoring.result(t).scores == [6, 6, 4]
    assert scoring.result(t).places == places


def test_k45_the_last_adventurer_can_be_sabotaged() -> None:
    match = drawn("sending_out", hands=["", "W2", ""], unprepared=[" "], prepared=["W1"])
    choose(match, "sabotage(W,0)")
    t = table_of(match)
    assert sum(t.keepers[0].unprepared) == 1
    assert not match.over
    assert t.current == 1


def test_k46_round_limit() -> None:
    match = drawn(
        "sending_out", seats=2, dealt=10, rounds=2, max_rounds=2, unprepared=["W3", "W5"], hands=["", ""], prepared=[]
    )
    result = match.result
    assert result is not None
    assert (result.reason, result.scores, result.places) == ("round_limit", [7, 5], [1, 2])

"""Cases 32 to 37: heads, Rounds and the end of a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

import referee
from referee.games.inns.events import HeadPassed, RoundEnded, TurnStarted
from referee.games.inns.state import Player
from referee.kernel.match import Match
from referee.kernel.options import OptionValue
from tests.games.inns.drawn import drawn, hand_with, placed, table_of
from tests.support.play import play


def turns(match: Match, count: int) -> list[Match]:
    """The match as it is when the first option is chosen everywhere, at the placing of each of the first Turns."""
    found = []
    for now in play(match, choose=lambda match, _: dict.fromkeys(match.asked, 0)):
        if table_of(now).phase == "placing":
            found.append(now.clone())
        if len(found) == count:
            return found
    raise AssertionError(f"the match ended after {len(found)} turns")


def test_32_the_head_passes_every_turn() -> None:
    match = drawn([Player(hand=hand_with()) for _ in range(5)], head=3)
    assert [table_of(now).head for now in turns(match, 7)] == [3, 4, 0, 1, 2, 3, 4]
    assert [event.seat for event in match.events(None) if isinstance(event, HeadPassed)] == [4, 0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("round_length", "listed"),
    [
        pytest.param(5, [6, 5, 4, 3, 2, 6, 5], id="33 five Turns"),
        pytest.param(3, [6, 5, 4, 6, 5, 4, 6], id="33 three Turns"),
        pytest.param(1, [6, 6, 6, 6, 6, 6, 6], id="33 one Turn"),
    ],
)
def test_rounds(round_length: int, listed: list[int]) -> None:
    match = referee.start("inns", seats=3, seed=1, options={"round_length": round_length, "hoard_goal": 150})
    found = turns(match, 7)
    for now, count in zip(found, listed, strict=True):
        assert {len(options) for options in now.asked.values()} == {count}
        assert {len(player.discard) for player in table_of(now).players} == {6 - count}
    ended = [event for event in match.events(None) if isinstance(event, RoundEnded)]
    assert len(ended) == 6 // round_length


def checked(hoards: Sequence[int], options: Mapping[str, OptionValue]) -> Match:
    """A match just before its end check: every seat has revealed a card that adds nothing more."""
    players = [Player(hand=hand_with()[1:], hoard=hoard) for hoard in hoards]
    for player in players:
        player.current, player.face_up, player.blocked = hand_with()[0], True, True
    return drawn(players, phase="ending_turn", turn=7, options=options)


@pytest.mark.parametrize(
    ("hoards", "options", "reason", "ranks"),
    [
        pytest.param([75, 74, 60, 20], {}, "goal", [1, 2, 3, 4], id="34 reaching the goal exactly"),
        pytest.param([74, 74, 10, 10], {}, None, None, id="35 below the goal"),
        pytest.param([80, 80, 79, 10], {}, None, None, id="36 a tie at the top"),
        pytest.param([86, 86, 90, 12], {}, "goal", [2, 2, 1, 4], id="36 another seat breaks the tie"),
        pytest.param([60, 60, 41], {"turn_limit": 7}, "limit", [1, 1, 3], id="37 turn limit"),
        pytest.param([80, 80, 41], {"turn_limit": 7}, "limit", [1, 1, 3], id="turn limit and a tie over the goal"),
        pytest.param([80, 79, 41], {"turn_limit": 7}, "goal", [1, 2, 3], id="goal in the last Turn"),
        pytest.param([60, 60, 41], {"turn_limit": 8}, None, None, id="one Turn before the limit"),
    ],
)
def test_end_check(
    hoards: list[int], options: dict[str, OptionValue], reason: str | None, ranks: list[int] | None
) -> None:
    match = checked(hoards, options)
    if reason is None:
        assert match.result is None
        assert [event.turn for event in match.events(None) if isinstance(event, TurnStarted)] == [8]
        return
    assert match.result is not None
    assert (match.result.reason, match.result.places, match.result.scores) == (reason, ranks, hoards)
    assert match.asked == {}


def test_the_running_turn_is_played_to_its_end() -> None:
    match = placed("thief thief thief", options={"hoard_goal": 20})
    assert match.result is None
    assert table_of(match).turn == 2

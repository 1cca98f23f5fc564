"""The screen of a person: no text of a bot or a remote referee can manipulate it."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from referee_client.v1 import play_service_pb2 as wire
from referee_client.v1.match_pb2 import SEAT_END_PLAYED, Seat, SeatResult

from referee.people.fitting import FEW, TurnLines
from referee.people.screen import Screen
from referee.terminal.console import NeutralConsole
from tests.test_neutral import CONTROLS, HOSTILE

STARTED = wire.MatchStarted(game_id=HOSTILE, match_id=HOSTILE, seats=[Seat(bot=HOSTILE)])
ENDED = wire.MatchEnded(reason=HOSTILE, results=[SeatResult(place=1, score=3, end=SEAT_END_PLAYED)])


@pytest.mark.parametrize(
    "show",
    [
        pytest.param(lambda screen: screen.say(HOSTILE), id="a message"),
        pytest.param(lambda screen: screen.prompt(HOSTILE), id="a prompt"),
        pytest.param(lambda screen: screen.match_began(STARTED), id="the players"),
        pytest.param(lambda screen: screen.turn(0, 1, TurnLines([HOSTILE], [], [], []), []), id="an event"),
        pytest.param(lambda screen: screen.turn(0, 1, TurnLines([HOSTILE] * 30, [], [], []), []), id="many events"),
        pytest.param(lambda screen: screen.turn(0, 1, TurnLines([], [HOSTILE], [], []), []), id="the table in a turn"),
        pytest.param(lambda screen: screen.turn(0, 1, TurnLines([], [], [HOSTILE], []), []), id="a card"),
        pytest.param(lambda screen: screen.table(0, 1, [HOSTILE], []), id="the table"),
        pytest.param(lambda screen: screen.lines([HOSTILE]), id="lines"),
        pytest.param(lambda screen: screen.options([HOSTILE]), id="an option"),
        pytest.param(lambda screen: screen.options([HOSTILE] * (FEW + 1)), id="many options"),
        pytest.param(lambda screen: screen.match_ended([HOSTILE], ENDED, HOSTILE), id="the result"),
        pytest.param(lambda screen: screen.match_ended([], wire.MatchEnded(void_reason=HOSTILE), ""), id="no result"),
    ],
)
@pytest.mark.parametrize("width", [30, 200])
def test_hostile_text_is_shown_by_number(show: Callable[[Screen], None], width: int) -> None:
    file = StringIO()
    show(Screen(NeutralConsole(file=file, width=width)))
    shown = file.getvalue()
    assert r"\x1b]0;owned" in "".join(shown.split())
    assert not CONTROLS.findall(shown)


def test_text_is_never_markup() -> None:
    file = StringIO()
    Screen(NeutralConsole(file=file)).options(["[red]lay[/red] :smile:"])
    assert "[red]lay[/red] :smile:" in file.getvalue()


def test_an_option_is_one_line() -> None:
    file = StringIO()
    Screen(NeutralConsole(file=file)).options(["pass\n1 forged"])
    assert r"0 pass\x0a1 forged" in file.getvalue()

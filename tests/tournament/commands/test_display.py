"""What a run shows: lines, a live table, or JSON; a bot that fails over and over does not flood the screen."""

from __future__ import annotations

import re
from io import StringIO

import msgspec
import pytest

from referee.kernel.record import SeatEnd
from referee.local.bot_copy import EndOfBot
from referee.terminal.console import NeutralConsole
from tests.test_neutral import CONTROLS, HOSTILE
from tournament.commands.display import LiveTable, PlainLines
from tournament.engines.plan_bots import process_row
from tournament.plan.plan import Entrant
from tournament.run.events import Failed, Note, Played, RunBegan, RunEnded, RunEvent, RunStopping, Void
from tournament.run.progress import RunProgress, span
from tournament.storage.summary import MatchSummary, SeatSummary

BEGAN = RunBegan(name="spring", total=4, done=1, at_once=2, commitment="0f" * 32, bots=["a", "b"])
FAILED = Failed(
    process=process_row(
        Entrant(name="b", command=["./b"]),
        EndOfBot("b", "killed by SIGKILL", failed=True, output="1\n2\nlast words"),
    )
)


def seat(bot: str, place: int, end: SeatEnd = SeatEnd.PLAYED) -> SeatSummary:
    return SeatSummary(
        bot=bot, place=place, score=3, end=end, strikes=0, decisions=5, timeouts=0, total_ms=1.0, max_ms=1.0
    )


def played(done: int, *seats: SeatSummary) -> Played:
    match = MatchSummary(
        match=f"m{done}",
        number=done,
        block="b",
        forfeited=False,
        reason="over",
        steps=9,
        overloaded=False,
        begun_unix_s=0.0,
        ended_unix_s=1.0,
        seats=seats or (seat("a", 1), seat("b", 2)),
    )
    return Played(match=match, done=done, total=4, ratings={"a": 1510.0, "b": 1490.0})


def test_progress_counts_points_rate_and_time_left() -> None:
    progress = RunProgress()
    progress.tell(BEGAN, 100.0)
    assert progress.seconds_left is None
    progress.tell(played(2), 102.0)
    progress.tell(played(3, seat("a", 1), seat("b", 1, SeatEnd.NO_SHOW)), 104.0)
    assert progress.rate == pytest.approx(0.5)
    assert progress.seconds_left == pytest.approx(2.0)
    assert progress.text() == "3 of 4 matches, 0.5 per second, 2 s left"
    (best, rating, tally), (_, _, other) = progress.standings()
    assert (best, rating, tally.points, tally.meetings) == ("a", 1510.0, 1.5, 2)
    assert other.forfeits == {"no_show": 1}


def test_while_further_matches_may_be_drawn_no_time_is_left() -> None:
    progress = RunProgress()
    progress.tell(msgspec.structs.replace(BEGAN, drawing=True), 100.0)
    assert progress.text() == "1 of 4 matches drawn so far"
    progress.tell(msgspec.structs.replace(played(2), drawing=True), 102.0)
    assert progress.text() == "2 of 4 matches drawn so far, 0.5 per second"
    progress.tell(played(3), 104.0)
    assert progress.text() == "3 of 4 matches, 0.5 per second, 2 s left"


def test_lines_say_what_is_important(capsys: pytest.CaptureFixture[str]) -> None:
    lines = PlainLines()
    events: list[RunEvent] = [
        BEGAN,
        Note(text="no sandbox"),
        Void(match="m2", void_reason="the host failed"),
        *[FAILED] * 5,
        RunStopping(running=1, seconds=10.0),
        RunEnded(done=4, total=4, seconds=3700.0),
    ]
    for event in events:
        lines.tell(event)
    output = capsys.readouterr()
    assert output.out == ""
    assert "spring: 1 of 4 matches already played, 3 to play, 2 matches at once" in output.err
    assert "note: no sandbox" in output.err
    assert "match m2 was void and will be played again: the host failed" in output.err
    assert "4 of 4 matches played in 1 h 1 min" in output.err
    assert output.err.count("bot b: killed by SIGKILL: ./b") == 5
    assert output.err.count("  | last words") == 3


def test_the_live_table_shows_the_standings_and_scrolls_failures() -> None:
    shown = on_a_terminal(BEGAN, played(2), FAILED)
    for text in ("spring", "1510", "100 %", "1 failure ", "2 of 4 matches", "killed by SIGKILL", "last words"):
        assert text in shown


def on_a_terminal(*events: RunEvent) -> str:
    screen = StringIO()
    with LiveTable(NeutralConsole(file=screen, force_terminal=True, width=100)) as table:
        for event in events:
            table.tell(event)
    return screen.getvalue()


OWN = re.compile(r"\x1b\[[0-9;?]*[mhlAK]|\r")
"""What the table itself needs: styles, hiding and showing the cursor, moving up a line, clearing a line."""


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(
            Failed(
                process=process_row(
                    Entrant(name="b", command=[HOSTILE]), EndOfBot("b", HOSTILE, failed=True, output=HOSTILE)
                )
            ),
            id="a process that failed",
        ),
        pytest.param(Void(match="m1", void_reason=HOSTILE), id="a void match"),
        pytest.param(Note(text=HOSTILE), id="a note"),
        pytest.param(msgspec.structs.replace(BEGAN, name=HOSTILE), id="the name of a tournament"),
        pytest.param(msgspec.structs.replace(BEGAN, bots=["a", HOSTILE]), id="the name of a bot"),
    ],
)
def test_no_text_rewrites_the_live_table(event: RunEvent) -> None:
    shown = OWN.sub("", on_a_terminal(BEGAN, event))
    assert "owned" in shown
    assert not CONTROLS.findall(shown)


@pytest.mark.parametrize(("seconds", "text"), [(0.2, "0 s"), (61, "1 min 1 s"), (7260, "2 h 1 min")])
def test_spans_of_time(seconds: float, text: str) -> None:
    assert span(seconds) == text


def test_events_are_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(played(2)))["event"] == "played"

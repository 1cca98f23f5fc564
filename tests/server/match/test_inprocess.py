"""Python bots in the referee's own process: the same class, the same record, and no waiting."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import pytest
from referee_client import Session, Turn
from referee_client.bots.first import First
from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.job import TimeControl
from referee.kernel.record import Cause, SeatEnd, read_record
from referee.kernel.replay import verify
from tests.support.inprocess import play_in_process
from tests.support.matches import job, without_times


class Last:
    """Chooses the last option, and a note says so."""

    def choose(self, turn: Turn) -> int:
        turn.note = f"of {turn.option_count}"
        return turn.option_count - 1


class Clumsy:
    """Fails at its second turn."""

    def __init__(self) -> None:
        self.turns = 0

    def choose(self, turn: Turn) -> int:
        self.turns += 1
        if self.turns == 2:
            raise RuntimeError("out of ideas")
        return 0


class Raw:
    """A session that answers each Turn with whatever a test wants."""

    def __init__(self, answer: Callable[[wire.Turn], list[wire.PlayRequest]]) -> None:
        self.answer = answer
        self.heard: list[wire.PlayResponse] = []

    def hello(self) -> wire.PlayRequest:
        return wire.PlayRequest(hello=wire.Hello(wants_text=True))

    def receive(self, response: wire.PlayResponse) -> Sequence[wire.PlayRequest]:
        self.heard.append(response)
        return self.answer(response.turn) if response.HasField("turn") else []


def choose(turn: wire.Turn, option: int = 0) -> wire.PlayRequest:
    return wire.PlayRequest(choice=wire.Choice(match_id=turn.match_id, turn=turn.turn, option=option))


def test_a_match_is_played_written_and_can_be_verified() -> None:
    lines: list[bytes] = []
    record = play_in_process(job(seats=3), [Session(Last), Session(First), Session(Last)], lines.append)
    assert b"".join(lines) == record.to_bytes()
    assert read_record(record.to_bytes()) == record
    verify(record)
    assert record.end is not None
    assert record.end.ends == [SeatEnd.PLAYED] * 3
    assert {answer.note[:3] for step in record.steps for answer in step.answers if answer.seat == 0} == {"of "}


def test_the_same_match_again_differs_in_times_alone() -> None:
    first, second = (play_in_process(job(), [Session(Last), Session(First)]) for _ in range(2))
    assert without_times(first).to_bytes() == without_times(second).to_bytes()


def test_a_bot_that_raises_is_gone_and_the_other_finishes(caplog: pytest.LogCaptureFixture) -> None:
    record = play_in_process(job(), [Session(Clumsy), Session(Last)])
    verify(record)
    assert record.end is not None
    assert record.end.ends == [SeatEnd.STRIKES, SeatEnd.PLAYED]
    assert record.end.places == [2, 1]
    causes = [answer.cause for step in record.steps for answer in step.answers if answer.seat == 0]
    assert causes[:5] == [Cause.CHOSEN, *[Cause.DISCONNECTED] * 3, Cause.STRUCK_OUT]
    assert "out of ideas" in caplog.text


@pytest.mark.parametrize(
    ("answer", "end"),
    [
        pytest.param(lambda turn: [], SeatEnd.STRIKES, id="no answer"),
        pytest.param(lambda turn: [choose(turn, 255)], SeatEnd.STRIKES, id="illegal answer"),
        pytest.param(lambda turn: [wire.PlayRequest(), choose(turn)], SeatEnd.PLAYED, id="empty requests"),
        pytest.param(lambda turn: [wire.PlayRequest(hello=wire.Hello())] * 3, SeatEnd.STRIKES, id="hello again"),
        pytest.param(lambda turn: [wire.PlayRequest(leave=wire.Leave())], SeatEnd.STRIKES, id="leaves"),
        pytest.param(lambda turn: [wire.PlayRequest(resign=wire.Resign())], SeatEnd.RESIGNED, id="resigns"),
        pytest.param(lambda turn: [choose(turn, 255), choose(turn)], SeatEnd.STRIKES, id="illegal, then good"),
        pytest.param(lambda turn: [choose(turn), choose(turn)], SeatEnd.PLAYED, id="repeats itself"),
    ],
)
def test_what_a_session_may_do(answer: Callable[[wire.Turn], list[wire.PlayRequest]], end: SeatEnd) -> None:
    raw = Raw(answer)
    record = play_in_process(job(), [raw, Session(First)])
    verify(record)
    assert record.end is not None
    assert record.end.ends == [end, SeatEnd.PLAYED]


def test_a_bot_that_is_slow_once_gets_a_strike_and_plays_on() -> None:
    def slow_once(turn: wire.Turn) -> list[wire.PlayRequest]:
        until = time.perf_counter() + (0.05 if turn.turn == 2 else 0)
        while time.perf_counter() < until:
            pass
        return [choose(turn)]

    control = TimeControl(decision_ms=20, bank_ms=0, margin_ms=0, max_strikes=1000)
    record = play_in_process(job(time_control=control), [Raw(slow_once), Session(First)])
    verify(record)
    causes = [answer.cause for step in record.steps for answer in step.answers if answer.seat == 0]
    assert causes[1] is Cause.TIMEOUT
    assert Cause.DISCONNECTED not in causes
    assert Cause.CHOSEN in causes[2:]


def test_a_session_is_told_what_it_wants() -> None:
    raw = Raw(lambda turn: [choose(turn)])
    play_in_process(job(), [raw, Session(First)])
    kinds = [response.WhichOneof("response") for response in raw.heard]
    assert kinds[0] == "match_started"
    assert kinds[-1] == "match_ended"
    turns = [response.turn for response in raw.heard if response.HasField("turn")]
    assert len(turns) > 10
    assert all(turn.text and len(turn.option_texts) == turn.option_count for turn in turns)

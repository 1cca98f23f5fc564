"""Every hostile bot against two good ones at the same time, each in its own process, under one referee.

The good bots sit in every match, so that whatever a hostile one does to the referee as a whole would be seen in theirs.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

import msgspec
import psutil
import pytest

from referee.kernel.chance import SALT_BYTES, seed_from
from referee.kernel.job import MatchJob, TimeControl
from referee.kernel.record import Cause, Record, SeatEnd, StrikeCause
from referee.kernel.replay import verify
from referee.kernel.seats import Seat
from tests.end_to_end.hostile_bot import HOSTILE
from tests.support.running import Running, local_referee
from tests.support.waiting import wait_until

GOOD = ("good-1", "good-2")
TIMES = TimeControl(decision_ms=5_000, bank_ms=0, startup_ms=1_000)
SHORT = msgspec.structs.replace(TIMES, max_strikes=1)
FORGIVING = msgspec.structs.replace(TIMES, max_strikes=1000)

# What each one's seat ends with, and what it gets strikes for.
EXPECTED: dict[str, tuple[SeatEnd, set[StrikeCause]]] = {
    "silent": (SeatEnd.STRIKES, {StrikeCause.TIMEOUT}),
    "crashes": (SeatEnd.STRIKES, {StrikeCause.DISCONNECTED}),
    "killed": (SeatEnd.STRIKES, {StrikeCause.DISCONNECTED}),
    "stopped": (SeatEnd.STRIKES, {StrikeCause.TIMEOUT}),
    "garbage": (SeatEnd.STRIKES, {StrikeCause.MALFORMED}),
    "empty": (SeatEnd.PLAYED, set()),
    "other-match": (SeatEnd.STRIKES, {StrikeCause.UNKNOWN_MATCH}),
    "wrong-index": (SeatEnd.STRIKES, {StrikeCause.ILLEGAL_OPTION}),
    "future-turn": (SeatEnd.STRIKES, {StrikeCause.STALE}),
    "answers-twice": (SeatEnd.PLAYED, set()),
    "changes-its-mind": (SeatEnd.STRIKES, {StrikeCause.STALE}),
    "floods": (SeatEnd.STRIKES, {StrikeCause.FLOOD, StrikeCause.DISCONNECTED}),
    "too-large": (SeatEnd.STRIKES, {StrikeCause.DISCONNECTED}),
    "wrong-protocol": (SeatEnd.NO_SHOW, set()),
    "wrong-token": (SeatEnd.NO_SHOW, set()),
    "speaks-no-grpc": (SeatEnd.NO_SHOW, set()),
    "never-reads": (SeatEnd.STRIKES, {StrikeCause.TIMEOUT}),
    "connects-twice": (SeatEnd.PLAYED, set()),
    "leaves-and-comes-back": (SeatEnd.PLAYED, {StrikeCause.DISCONNECTED}),
    "is-cut-off-and-comes-back": (SeatEnd.PLAYED, set()),
}
CONTROLS = {
    **dict.fromkeys(["silent", "crashes", "killed", "stopped", "too-large", "never-reads"], SHORT),
    "leaves-and-comes-back": FORGIVING,
}
AT_ONCE_MS = TIMES.decision_ms / 2
"""Far less than a wait for a bot takes, and far more than anything else takes on a busy machine."""

STARTING = 90.0
SHUT_OUT = {name for name, (end, _) in EXPECTED.items() if end is SeatEnd.NO_SHOW}
NEVER_CHOOSE = {"silent", "crashes", "killed", "stopped", "never-reads", "wrong-index", "future-turn"} | SHUT_OUT


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Record]:
    """Plays all the matches at once, when every admitted bot is connected."""
    with local_referee(tmp_path_factory.mktemp("hostile")) as running, ExitStack() as stack:
        for name in GOOD:
            stack.enter_context(process(running, name, "referee_client.bots", "first"))
        for name in HOSTILE:
            stack.enter_context(process(running, name, "tests.end_to_end.hostile_bot", name))
        wait_until(lambda: all(running.is_connected(name) for name in {*GOOD, *HOSTILE} - SHUT_OUT), STARTING)
        playing = {name: running.play(job(name)) for name in HOSTILE}
        return {name: future.result() for name, future in playing.items()}


def job(name: str) -> MatchJob:
    control = CONTROLS.get(name, TIMES)
    bots = (name, *GOOD)
    return MatchJob(
        match_id=name,
        game_id="keepers",
        bots=bots,
        seed=seed_from(len(name)),
        salt=bytes(SALT_BYTES),
        time_control=control,
    )


@contextmanager
def process(running: Running, name: str, module: str, kind: str) -> Iterator[None]:
    environment = {**os.environ, "REFEREE_ADDRESS": running.address, "REFEREE_TOKEN": running.token(name)}
    with subprocess.Popen([sys.executable, "-m", module, kind], env=environment, stderr=subprocess.DEVNULL) as started:
        try:
            yield
        finally:
            started.kill()


def strike_causes(record: Record, seat: int) -> set[StrikeCause]:
    assert record.end is not None
    given = [strike for step in record.steps for strike in step.strikes] + record.end.last_strikes
    return {strike.cause for strike in given if strike.seat == seat}


def causes(record: Record, seats: Sequence[int]) -> set[Cause]:
    return {answer.cause for step in record.steps for answer in step.answers if Seat(answer.seat) in seats}


@pytest.mark.parametrize("name", HOSTILE)
def test_the_seat_of_a_hostile_bot_ends_as_it_deserves(records: dict[str, Record], name: str) -> None:
    end = records[name].end
    assert end is not None
    assert (end.ends[0], strike_causes(records[name], 0)) == EXPECTED[name]
    if end.ends[0] is not SeatEnd.PLAYED:
        assert end.places[0] == len(end.places)


@pytest.mark.parametrize("name", HOSTILE)
def test_nobody_else_is_disturbed(records: dict[str, Record], name: str) -> None:
    verify(records[name])
    assert causes(records[name], (1, 2)) == {Cause.CHOSEN}
    end = records[name].end
    assert end is not None
    assert (end.ends[1:], end.strikes[1:]) == ([SeatEnd.PLAYED, SeatEnd.PLAYED], [0, 0])


@pytest.mark.parametrize("name", sorted(NEVER_CHOOSE))
def test_the_match_is_the_one_in_which_that_seat_plays_defaults(records: dict[str, Record], name: str) -> None:
    match = job(name).start()
    expected = []
    while match.asked:
        answers = {seat: match.default(seat) if seat == 0 else 0 for seat in sorted(match.asked)}
        expected.append(list(answers.items()))
        match.answer(answers)
    assert [[(answer.seat, answer.option) for answer in step.answers] for step in records[name].steps] == expected


@pytest.mark.parametrize("name", HOSTILE)
def test_nobody_waits_for_a_seat_that_is_forfeited(records: dict[str, Record], name: str) -> None:
    waits = [
        timing.wall_ms
        for step in records[name].steps
        for answer, timing in zip(step.answers, step.time or (), strict=True)
        if answer.cause in {Cause.STRUCK_OUT, Cause.NO_SHOW}
    ]
    assert max(waits[1:], default=0.0) < AT_ONCE_MS  # the first one may have been open when the seat was forfeited


def test_no_process_is_left_over(records: dict[str, Record]) -> None:
    assert records
    assert psutil.Process().children(recursive=True) == []

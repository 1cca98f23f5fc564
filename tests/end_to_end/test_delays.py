"""A host that stops the whole referee for a while: no bot pays for that, and the record says that it was so."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen

from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.job import TimeControl
from referee.kernel.record import Cause, Record, SeatEnd, Timing
from referee.kernel.replay import verify
from tests.end_to_end.serving import Server
from tests.support.raw_bot import RawBot, raw_bot
from tests.support.waiting import wait_until

DELAY = 3.0
"""How long a real process is stopped; what is tried is that no clock runs meanwhile."""
DELAY_MS = 1000 * DELAY
STRICT = TimeControl(decision_ms=2000, bank_ms=500, max_strikes=1)
"""Together less than the delay, and more than any answer takes on a busy machine."""


@contextmanager
def stopped(process: Popen[str]) -> Iterator[None]:
    """The process does nothing for a while; the block is run at the beginning of it."""
    process.send_signal(signal.SIGSTOP)
    try:
        yield
        time.sleep(DELAY)
    finally:
        process.send_signal(signal.SIGCONT)


def play_with_a_delay(folder: Path, *, answer: bool) -> Record:
    """A match in which the referee is stopped while the first Turn is open, and the bot answers meanwhile, or never."""
    server = Server(folder)
    tokens = [server.token(name) for name in "ab"]
    with server.running() as process, raw_bot(server.address) as a, raw_bot(server.address) as b:
        for bot, token in zip([a, b], tokens, strict=True):
            bot.hello(token)
        server.create("m", "ab", STRICT)
        turn = a.hear_until("turn").turn
        with stopped(process):
            if answer:
                a.choose(turn)
        with ThreadPoolExecutor() as threads:
            ended: list[wire.MatchEnded] = list(threads.map(RawBot.play_on, [a, b]))
        assert not any(end.void_reason for end in ended)
        wait_until(server.finished)
    return server.record("m")


def time_of_first(record: Record) -> Timing:
    assert record.steps[0].time is not None
    return record.steps[0].time[0]


def test_no_bot_pays_for_a_delay_of_the_referee(tmp_path: Path) -> None:
    check_that_nobody_paid(play_with_a_delay(tmp_path, answer=True))


def check_that_nobody_paid(record: Record) -> None:
    verify(record)
    assert record.end is not None
    assert record.end.time is not None
    assert record.end.time.overloaded
    assert (record.end.strikes, record.end.ends) == ([0, 0], [SeatEnd.PLAYED, SeatEnd.PLAYED])
    assert {answer.cause for step in record.steps for answer in step.answers} == {Cause.CHOSEN}
    assert {timing.bank_ms for step in record.steps for timing in step.time or ()} == {STRICT.bank_ms}
    assert time_of_first(record).wall_ms > DELAY_MS
    assert time_of_first(record).wall_ms - time_of_first(record).lag_ms < STRICT.decision_ms


def test_a_delay_of_the_referee_is_no_excuse_for_a_silent_bot(tmp_path: Path) -> None:
    """The counterpart: a bot has as long as an answer may take, again for the delay, and no more turns."""
    record = play_with_a_delay(tmp_path, answer=False)
    verify(record)
    assert record.end is not None
    assert record.end.time is not None
    assert record.end.time.overloaded
    assert record.end.ends == [SeatEnd.STRIKES, SeatEnd.PLAYED]
    assert record.steps[0].answers[0].cause is Cause.TIMEOUT
    limit_ms = STRICT.decision_ms + STRICT.bank_ms + STRICT.margin_ms
    # On a busy machine, a short delay may last just when the bot's time ends: it is not charged either.
    assert limit_ms <= time_of_first(record).lag_ms < DELAY_MS
    assert time_of_first(record).wall_ms >= 2 * limit_ms


def test_no_bot_pays_for_a_delay_in_which_it_lost_its_connection(tmp_path: Path) -> None:
    """A long delay looks to a bot like a dead referee: it hangs up, comes back and is asked again."""
    server = Server(tmp_path)
    token, other = server.token("a"), server.token("b")
    with server.running() as process, raw_bot(server.address) as b:
        b.hello(other)
        with raw_bot(server.address) as a:
            welcome = a.hello(token)
            server.create("m", "ab", STRICT)
            a.hear_until("turn")
            process.send_signal(signal.SIGSTOP)
        with raw_bot(server.address) as a, ThreadPoolExecutor() as threads:
            with stopped(process):
                pass
            a.hello(token, resume_token=welcome.resume_token)
            list(threads.map(RawBot.play_on, [a, b]))
        wait_until(server.finished)
    check_that_nobody_paid(server.record("m"))

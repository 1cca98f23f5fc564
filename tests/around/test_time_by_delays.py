"""Bots that make the referee slow to think longer than they may. Each also succeeds where looks are as they were.

They were made in the thread that plays, and whatever it lost was given to every bot whose answer was awaited.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import msgspec
import pytest
import trio
from referee_client.bots import BOTS
from referee_client.session import Session

from referee import hosting
from referee.kernel.job import TimeControl
from referee.kernel.record import Cause, Record, SeatEnd
from referee.local.bot_copy import open_process
from referee.local.opening import open_local_referee
from referee.server.bots.processes import BotHost, BotProgram
from referee.server.bots.sandbox import MIB, BotLimits, find_sandbox
from referee.server.bots.usage import Look, UsageMeter
from referee.server.match.inprocess import InProcessSeat
from referee.server.match.time_bank import TimeBank
from tests.support.matches import job
from tests.support.raw_bot import raw_bot
from tests.support.running import local_referee
from tests.support.waiting import PATIENCE

TIMES = TimeControl(decision_ms=1_000, bank_ms=0, margin_ms=20, max_strikes=3, cover_forfeits=False)
THINKS = 1.5
SLOW_TURNS = 4
LOOK = 1.0
"""How long looks take in these tests: a bot with sixty forks and twenty thousand mappings in each makes them longer."""

LIMITS = BotLimits(memory=512 * MIB)


def slow_bot(folder: Path, *, forks: int = 0, mib: int = 0) -> BotProgram:
    folder.mkdir()
    script = shutil.copy(Path(__file__).with_name("mapping_bot.py"), folder / "bot.py")
    words = map(str, (forks, mib, THINKS, SLOW_TURNS))
    return BotProgram("a", (sys.executable, str(script), *words))


def play(bot: BotProgram) -> Record:
    """A match of that bot against one in this process that answers at once."""

    async def main() -> Record:
        with trio.fail_after(PATIENCE):
            async with (
                open_local_referee() as (referee, address),
                open_process(bot, BotHost(address, find_sandbox(), LIMITS), referee, bot.name) as process,
            ):
                honest = InProcessSeat(Session(BOTS["first"], name="b"))
                with referee.sharing(bot.name, bot.name, process):
                    return await referee.play(job(time_control=TIMES), {"b": honest})

    return hosting.run(main)


@dataclass(frozen=True)
class Outcome:
    """What a slow bot achieved: how many of its late answers counted, and what the record says."""

    late: int
    strikes: list[int]
    ends: list[SeatEnd]


def outcome(record: Record) -> Outcome:
    assert record.end is not None
    answered = [
        (answer, timing)
        for step in record.steps
        for answer, timing in zip(step.answers, step.time or [], strict=True)
        if answer.seat == 0
    ]
    late = sum(
        answer.cause is Cause.CHOSEN and timing.wall_ms > TIMES.decision_ms + TIMES.margin_ms
        for answer, timing in answered
    )
    return Outcome(late, record.end.strikes, record.end.ends)


@pytest.fixture
def long_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    look = UsageMeter.look

    def long_look(self: UsageMeter) -> Look:
        time.sleep(LOOK)
        return look(self)

    monkeypatch.setattr(UsageMeter, "look", long_look)


def check_struck_out(found: Outcome) -> None:
    """Three of four slow turns cost the bot a strike; a busy machine may itself delay one answer by half a second."""
    assert (found.strikes, found.ends) == ([3, 0], [SeatEnd.STRIKES, SeatEnd.PLAYED])
    assert found.late <= SLOW_TURNS - 3


@pytest.mark.usefixtures("long_looks")
def test_long_looks_give_no_bot_time(tmp_path: Path) -> None:
    check_struck_out(outcome(play(slow_bot(tmp_path / "bot"))))


@pytest.mark.usefixtures("long_looks")
def test_long_looks_gave_every_bot_time_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def here(look: Callable[[], Any], **_: object) -> Any:
        return look()

    monkeypatch.setattr(trio.to_thread, "run_sync", here)
    monkeypatch.setattr(TimeBank, "not_charged", lambda _self, lag: lag.total)
    found = outcome(play(slow_bot(tmp_path / "bot")))
    assert found.late >= SLOW_TURNS  # on a busy machine other answers may be late too
    assert (found.strikes, found.ends) == ([0, 0], [SeatEnd.PLAYED, SeatEnd.PLAYED])


def test_a_bot_with_many_forks_and_mappings_gains_nothing(tmp_path: Path) -> None:
    """In real looks at thirty processes with 20,000 mappings each, of the same 80 MiB."""
    check_struck_out(outcome(play(slow_bot(tmp_path / "bot", forks=30, mib=80))))


ENDS = """
import sys, time
import trio
from referee.server.bots.processes import BotHost, BotProgram, open_bot
from referee.server.bots.sandbox import find_sandbox
from referee.server.bots.usage import UsageMeter

def never_ends(meter):
    print("looks", flush=True)
    time.sleep(600)
UsageMeter.look = never_ends

async def main():
    host = BotHost("unix:" + sys.argv[1], find_sandbox())
    async with open_bot(BotProgram("test", ("sleep", "600")), host, ""):
        await trio.to_thread.run_sync(sys.stdin.readline)
trio.run(main)
"""


def test_the_end_waits_for_no_look(tmp_path: Path) -> None:
    with Popen([sys.executable, "-c", ENDS, str(tmp_path / "socket")], stdin=PIPE, stdout=PIPE, text=True) as referee:
        try:
            assert referee.stdout is not None
            assert referee.stdout.readline() == "looks\n"
            referee.communicate("end\n", timeout=PATIENCE)  # which raises if it does not end
        finally:
            referee.kill()
    assert referee.returncode == 0


RECONNECTS_FOR = 3.0
"""Seconds; thrice what an answer may take, so that no delay of this machine makes up for it."""


def test_who_reconnects_as_often_as_it_can_is_late_at_its_limit(tmp_path: Path) -> None:
    """Each time it is welcomed, told the match and asked again; only then it answers."""
    with local_referee(tmp_path) as running, raw_bot(running.address) as honest:
        honest.hello(running.token("b"))
        token, reconnects = running.token("a"), 0
        with raw_bot(running.address) as bot:
            resume_token = bot.hello(token).resume_token
            played = running.play(job(time_control=msgspec.structs.replace(TIMES, max_strikes=100)))
            with ThreadPoolExecutor() as threads:
                threads.submit(honest.play_on)
                turn = bot.hear_until("turn").turn
                until = time.monotonic() + RECONNECTS_FOR
                while time.monotonic() < until:
                    with raw_bot(running.address) as again:
                        resume_token = again.hello(token, resume_token=resume_token).resume_token
                        again.hear_until("turn")
                    reconnects += 1
                with raw_bot(running.address) as again:
                    again.hello(token, resume_token=resume_token)
                    again.choose(turn)
                    again.play_on()
        record = played.result()
    assert reconnects > 10
    first = next(answer for step in record.steps for answer in step.answers if answer.seat == 0)
    assert first.cause in {Cause.TIMEOUT, Cause.DISCONNECTED}
    assert record.end is not None
    assert record.end.strikes[1] == 0

"""The clock is set in the middle of matches, or the referee is stopped for a while: no bot loses by it."""

from __future__ import annotations

import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import grpc
import pytest
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_pb2 import Match
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

from referee.kernel.job import TimeControl
from referee.kernel.record import Record, SeatEnd
from referee.kernel.replay import verify
from tests.end_to_end.serving import Server
from tests.support.raw_bot import RawBot, raw_bot
from tests.support.runner_process import RunnerProcess, running
from tests.support.set_clock import SetClock
from tests.support.shell import referee
from tests.support.tournaments import a_plan_text
from tests.support.waiting import PATIENCE, wait_until
from tests.tournament.commands.test_commands import tournament
from tournament.errors import UserError
from tournament.report.standings import standings_of
from tournament.storage.archive import open_archive

BOTS = ("a", "b")
JUMPS = [7200, -7200, 0]
CONTROL = TimeControl(decision_ms=20_000, bank_ms=0)
STOPPED_S = 3.0
SHORTER = TimeControl(decision_ms=2_000, bank_ms=0, startup_ms=2_000)


@pytest.fixture
def clock(tmp_path: Path) -> SetClock:
    clock = SetClock.installed(tmp_path)
    if clock is None:
        pytest.skip("this machine has no libfaketime")
    return clock


def check_fair(record: Record) -> None:
    """Checks that the match was played by its bots, to its end, and took as long as it did."""
    verify(record)
    assert record.end is not None
    assert not record.end.void
    assert record.end.ends == [SeatEnd.PLAYED] * len(record.header.bots)
    assert not any(record.end.strikes)
    assert record.header.time is not None
    assert record.end.time is not None
    assert 0 <= record.end.time.ended_unix_s - record.header.time.begun_unix_s < PATIENCE


def play_on(*bots: RawBot) -> None:
    """Lets them play until the match of all of them is over."""
    with ThreadPoolExecutor() as threads:
        list(threads.map(RawBot.play_on, bots))


def seen_by_everybody(server: Server) -> list[Match]:
    """All matches as they are listed without a token, one on a page."""
    found: list[Match] = []
    with grpc.insecure_channel(server.address) as channel:
        request = wire.ListMatchesRequest(page_size=1)
        while not found or request.page_token:
            page = MatchServiceStub(channel).ListMatches(request, timeout=PATIENCE)
            found += page.matches
            request.page_token = page.next_page_token
    return found


def test_a_referee_goes_on_when_the_clock_is_set_in_the_middle_of_a_match(clock: SetClock, tmp_path: Path) -> None:
    server = Server(tmp_path)
    names = []
    with server.running("--public", "1h", environment=clock.environment):
        with raw_bot(server.address) as a, raw_bot(server.address) as b:
            for bot, name in zip((a, b), BOTS, strict=True):
                bot.hello(server.token(name))
            for jump in JUMPS:
                names.append(server.create("", BOTS, CONTROL).match_id)
                for bot in (a, b):
                    bot.hear_until("match_started")
                clock.jump(jump)
                play_on(a, b)
        seen = seen_by_everybody(server)
        assert [match.match_id for match in seen] == names[::-1]
        assert not any(match.results or match.decisions for match in seen), "two hours by the clock are no hour"
    with server.running("--public", "0s"):  # the time of the second match is to come
        names.append(server.create("", BOTS, TimeControl(startup_ms=1)).match_id)
        wait_until(lambda: names[-1] in server.finished())
        seen = seen_by_everybody(server)
        assert sorted(match.match_id for match in seen) == sorted(names)
        assert all(match.results for match in seen)
    records = [server.record(name) for name in names]
    begun = [record.header.time.begun_unix_s for record in records if record.header.time is not None]
    assert begun[1] - begun[0] == pytest.approx(7200, abs=PATIENCE)
    for record in records[:-1]:
        check_fair(record)
    referee("show", server.records / f"{names[0]}.jsonl", "--html", tmp_path / "match.html")


def test_a_tournament_goes_on_when_the_clock_is_set_in_the_middle_of_matches(
    clock: SetClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, database = tmp_path / "plan.toml", tmp_path / "t.db"
    bots = "first random=first"
    plan.write_text(a_plan_text(bots, deals=6, in_process=False, sandbox="off", concurrency=2, duplicate=True))
    for name, value in clock.environment.items():
        monkeypatch.setenv(name, value)  # for the processes that are started from now on
    with running(plan, database) as runner:
        for count, jump in enumerate(JUMPS, 1):
            wait_until(partial(_has_stored, database, 2 * count, runner))
            clock.jump(jump)
        assert runner.wait() == 0
    with open_archive(database) as archive:
        standings = standings_of(archive)
        assert (standings.matches, standings.voids) == (12, 0)
        assert 1 <= standings.at_once <= 2
        for match in archive.matches():
            check_fair(archive.record(match.match))
    for words in (["show"], ["verify"], ["report", "-o", tmp_path / "report"]):
        tournament(words[0], database, *words[1:])


def test_a_referee_that_was_stopped_for_a_while_charges_nobody_for_it(tmp_path: Path) -> None:
    """With SIGSTOP, as Ctrl-Z does; longer than a bot may think, or may take to come."""
    server = Server(tmp_path)
    with server.running() as process, ExitStack() as stack:
        a, b, c, d = (stack.enter_context(raw_bot(server.address)) for _ in "abcd")
        for bot, name in zip((a, b, c), "abc", strict=True):
            bot.hello(server.token(name))
        late = server.token("d")
        server.create("begun", BOTS, SHORTER)
        for bot in (a, b):
            bot.hear("match_started")
        server.create("to-begin", ("c", "d"), SHORTER)
        process.send_signal(signal.SIGSTOP)
        stopped = time.monotonic()
        wait_until(lambda: time.monotonic() > stopped + STOPPED_S)
        process.send_signal(signal.SIGCONT)
        d.hello(late)
        play_on(a, b, c, d)
    for name in ("begun", "to-begin"):
        check_fair(server.record(name))


def _has_stored(database: Path, matches: int, runner: RunnerProcess) -> bool:
    """Whether so many matches are stored, or all is over."""
    try:
        with open_archive(database) as archive:
            return len(archive.times()) >= matches
    except UserError:  # there is no tournament in the file yet
        return runner.is_over()

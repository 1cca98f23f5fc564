"""Measuring what bots use: its cost, what it misses, and what ends a bot that cannot be measured."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from referee.server.bots import looking, usage
from referee.server.bots.looking import SECONDS_BETWEEN_CLOSE_SAMPLES, SECONDS_BETWEEN_SAMPLES, pause_after
from referee.server.bots.processes import BotHost
from referee.server.bots.sandbox import MIB, BotLimits
from referee.server.bots.usage import UsageMeter
from tests.support.sandboxes import bot, host, needs_sandbox, play
from tests.support.waiting import wait_until

LIMIT = 96 * MIB
MANY = 10**6

SHARING = """
import os, sys, time
pages = bytearray(30 << 20)
said, told = os.pipe()
for _ in range(4):
    if os.fork() == 0:
        os.read(said, 1)
        for page in range(0, len(pages), 4096):
            pages[page] = 1
        os.write(1, b"written\\n")  # in one call, because all four write
        time.sleep(600)
print("shared", flush=True)
sys.stdin.readline()
os.write(told, b"1234")
time.sleep(600)
"""
"""Four forks that share 30 MiB, and write to them on command: then each has its own copy."""


@contextmanager
def running(code: str) -> Iterator[Popen[str]]:
    with Popen([sys.executable, "-c", code], stdin=PIPE, stdout=PIPE, text=True) as process:
        try:
            yield process
        finally:
            for one in reversed(usage.family(process.pid, MANY)):
                Popen(["kill", "-9", str(one)]).wait()


def wait_for_shared_pages(process: Popen[str]) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == "shared\n"


def have_them_written(process: Popen[str]) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("write\n")
    process.stdin.flush()
    assert [process.stdout.readline() for _ in range(4)] == ["written\n"] * 4


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows with each count of shared pages."""
    made: list[int] = []
    count = usage._counted_once

    def noted(processes: list[int], deadline: float) -> int | None:
        made.append(len(processes))
        return count(processes, deadline)

    monkeypatch.setattr(usage, "_counted_once", noted)
    monkeypatch.setattr(usage, "SHARE", 1e9)  # without a pause
    return made


def test_shared_pages_are_counted_again_only_when_they_can_have_become_too_many(counts: list[int]) -> None:
    with running(SHARING) as process:
        wait_for_shared_pages(process)
        meter = UsageMeter(process.pid, LIMIT, MANY)
        for _ in range(5):
            look = meter.look()
            assert 30 * MIB < look.usage.memory < LIMIT
        assert counts == [5]
        have_them_written(process)
        assert meter.look().usage.memory > 120 * MIB
        assert counts == [5] * 3, "again when it is too much"


def test_shared_pages_are_counted_for_a_share_of_the_time_at_most(
    counts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usage, "SHARE", 1e-9)
    with running(SHARING) as process:
        wait_for_shared_pages(process)
        meter = UsageMeter(process.pid, LIMIT, MANY)
        meter.look()
        have_them_written(process)
        meter.look()
        assert counts == [5]


@needs_sandbox
def test_a_bot_that_can_not_be_counted_in_time_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usage, "MOST_SECONDS", 0.0)
    monkeypatch.setattr(looking, "SECONDS_BETWEEN_SAMPLES", 0.02)
    ended = play(bot(tmp_path / "bot", SHARING), host(tmp_path, limits=BotLimits(memory=LIMIT)))
    assert "shares memory in so many processes (" in ended.failure
    assert "or mappings that it cannot be counted" in ended.failure


FORKS = """
import os, time
for _ in range(30):
    if os.fork() == 0:
        time.sleep(600)
time.sleep(600)
"""


def test_without_a_sandbox_too_many_processes_end_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the sandbox the kernel refuses them."""
    monkeypatch.setattr(looking, "SECONDS_BETWEEN_SAMPLES", 0.02)
    where = BotHost(f"unix:{tmp_path}/socket", None, BotLimits(processes=10), restarts=0)
    assert "ran more than 10 processes at once" in play(bot(tmp_path / "bot", FORKS), where).failure


def test_few_processes_do_not(tmp_path: Path) -> None:
    with running(FORKS) as process:
        wait_until(lambda: len(usage.family(process.pid, MANY)) == 31)
        assert len(usage.family(process.pid, 10)) <= 31
        assert UsageMeter(process.pid, 1 << 40, 31).look().fault == ""
        assert UsageMeter(process.pid, 1 << 40, 30).look().fault == "ran more than 30 processes at once"


@pytest.mark.parametrize(
    ("memory", "limit", "seconds"),
    [
        pytest.param(0, 4096, SECONDS_BETWEEN_SAMPLES, id="a large limit"),
        pytest.param(3072, 4096, SECONDS_BETWEEN_SAMPLES, id="more room than can be filled between two looks"),
        pytest.param(3584, 4096, 0.25, id="half as much room: half as long"),
        pytest.param(0, 128, 0.0625, id="a small limit"),
        pytest.param(4096, 4096, SECONDS_BETWEEN_CLOSE_SAMPLES, id="at the limit"),
        pytest.param(5000, 4096, SECONDS_BETWEEN_CLOSE_SAMPLES, id="above it"),
    ],
)
def test_the_nearer_the_limit_the_sooner_is_the_next_look(memory: int, limit: int, seconds: float) -> None:
    assert pause_after(memory * MIB, limit * MIB) == seconds

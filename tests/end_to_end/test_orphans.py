"""kill -9 while sandboxes are being started, of the referee or of what stands between it and a bot: nothing is left."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import psutil
import pytest

from referee.server.bots.sandbox import find_sandbox
from tests.support.users import ordinary_python
from tests.support.waiting import wait_until

pytestmark = pytest.mark.skipif(find_sandbox() is None, reason="this machine has no sandbox")

STARTS = 4
REFEREE = """
import sys, trio
from referee.server.bots.processes import BotHost, BotProgram, open_bot
from referee.server.bots.sandbox import find_sandbox

async def run(host, argument):
    async with open_bot(BotProgram("test", ("sleep", argument)), host, "") as bot:
        await bot.over.wait()

async def main():
    host = BotHost(f"unix:{sys.argv[1]}/socket", find_sandbox("require"), restarts=0)
    print("ready", flush=True)
    async with trio.open_nursery() as nursery:
        for argument in sys.stdin.readline().split():
            nursery.start_soon(run, host, argument)
            await trio.sleep(0.02)  # so that a kill within 80 ms finds some bots at work, some starting, some not begun

trio.run(main)
"""


@pytest.fixture(params=["as we are", "as an ordinary user"])
def command(request: pytest.FixtureRequest) -> list[str]:
    """What runs Python code as a user."""
    if request.param == "as we are":
        return [sys.executable]
    if not (python := ordinary_python()):
        pytest.skip("only root can become another user, who needs a readable interpreter")
    return python


@contextmanager
def referee(command: Sequence[str], marks: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    """A referee that starts a bot every 20 ms from now on; the marks are in their command lines."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        code = [*command, "-c", REFEREE, folder]
        with subprocess.Popen(code, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                assert process.stdout.readline() == "ready\n"
                process.stdin.write(" ".join(marks) + "\n")
                process.stdin.flush()
                yield process
            finally:
                process.kill()


def living(marks: Sequence[str]) -> list[psutil.Process]:
    """The processes with a mark in their command line that have not ended."""
    found = []
    for process in psutil.process_iter(["cmdline", "status"]):
        words = process.info["cmdline"] or []
        if process.info["status"] != psutil.STATUS_ZOMBIE and any(mark in words for mark in marks):
            found.append(process)
    return found


def new_marks(randomly: Random) -> list[str]:
    """Arguments for `sleep` that nobody else uses."""
    return [f"86400.{os.getpid()}{randomly.randrange(10**12):012}" for _ in range(STARTS)]


def nothing_is_left(marks: Sequence[str]) -> bool:
    return not living(marks)


def kill_referees(command: Sequence[str], times: int, seed: int) -> None:
    """Kills a referee 0 to 80 ms after it began to start bots, again and again."""
    randomly = Random(seed)
    for number in range(times):
        marks = new_marks(randomly)
        with referee(command, marks) as process:
            if number % 2:  # on a busy machine the first bot may come late
                wait_until(partial(living, marks))
            time.sleep(randomly.uniform(0, 0.08))  # each kill is to be at another point of the starts
            process.kill()
            process.wait()
            wait_until(partial(nothing_is_left, marks))


def kill_guards(command: Sequence[str], times: int, seed: int) -> None:
    """Kills what a referee has started, bubblewrap or what is about to become it, each 0 to 80 ms after it was seen."""
    randomly = Random(seed)
    for _ in range(times):
        marks = new_marks(randomly)
        with referee(command, marks) as process:
            killed_at: dict[psutil.Process, float] = {}
            while process.poll() is None:  # it ends when none of its bots runs any more
                with suppress(psutil.NoSuchProcess):
                    for guard in psutil.Process(process.pid).children():
                        if time.monotonic() > killed_at.setdefault(guard, time.monotonic() + randomly.uniform(0, 0.08)):
                            guard.kill()
                time.sleep(0.001)  # so that guards are killed about when they are due, and the referee has the core
            wait_until(partial(nothing_is_left, marks))


def test_nothing_is_left_of_bots_that_a_killed_referee_was_starting(command: list[str]) -> None:
    kill_referees(command, 6, seed=1)


def test_nothing_is_left_of_bots_whose_guard_was_killed(command: list[str]) -> None:
    kill_guards(command, 2, seed=2)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_two_hundred_kills(command: list[str]) -> None:
    kill_referees(command, 200, seed=3)
    kill_guards(command, 50, seed=4)

"""Bots that reach for the opponent: its share of the cores, and when its process starts.

Each also succeeds under the list of system calls as it was before, or it would prove nothing.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio

from referee.server.bots import seccomp, shares
from referee.server.bots.core_time import CoreTime
from referee.server.bots.processes import BotHost, open_bot
from referee.server.bots.shares import Shares
from tests.support.sandboxes import bot, host, needs_sandbox, play, says
from tests.support.waiting import until

NEW_CALLS = {"setsid", "inotify_init", "inotify_init1", "inotify_add_watch"}
NEW_CONDITIONS = {"prctl", "fcntl"}

SESSIONS = """
import json, os
def session():
    output, pen = os.pipe()
    if os.fork() == 0:
        os.setsid()
        os.write(pen, str(os.getsid(0)).encode())
        os._exit(0)
    os.wait()
    return int(os.read(output, 100))
print(json.dumps(len({os.getsid(0), *(session() for _ in range(40))})))
"""

SUBPROCESSES = """
import json, subprocess, sys
words = [sys.executable, "-c", "import os; print(os.getsid(0))"]
sessions = [subprocess.check_output(words, start_new_session=new) for new in (False, True)]
print(json.dumps(len({*sessions})))
"""

TERMINAL = """
import json, os, pty
child, terminal = pty.fork()
if child == 0:
    os.execvp("echo", ["echo", "hi"])
print(json.dumps(os.read(terminal, 100).decode().strip()))
"""

WEIGHT = """
import json, os
from pathlib import Path
def writes(name, text):
    try:
        Path("/proc/self", name).write_text(text)
    except OSError:
        return False
    return True
before = os.getpriority(os.PRIO_PROCESS, 0)
os.setpriority(os.PRIO_PROCESS, 0, 19)
later = os.getpriority(os.PRIO_PROCESS, 0)
cores = os.sched_getaffinity(0)
os.sched_setaffinity(0, {min(cores)})
moved = len(cores) > 1 and os.sched_getaffinity(0) != cores
print(json.dumps([writes("autogroup", "19"), writes("oom_score_adj", "900"), later != before, moved]))
"""

INOTIFY = """
import ctypes, json, os, select, sys
IN_OPEN = 0x20
libc = ctypes.CDLL(None, use_errno=True)
watch = libc.inotify_init1(os.O_NONBLOCK)
if watch < 0 or libc.inotify_add_watch(watch, sys.argv[1].encode(), IN_OPEN) < 0:
    print(json.dumps("refused"), flush=True)
else:
    print("ready", flush=True)
    select.select([watch], [], [])
    print(json.dumps("noticed"), flush=True)
"""

DNOTIFY = """
import fcntl, json, os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGIO])
folder = os.open(sys.argv[1], os.O_RDONLY)
try:
    fcntl.fcntl(folder, fcntl.F_NOTIFY, fcntl.DN_ACCESS)
except OSError:
    print(json.dumps("refused"), flush=True)
else:
    print("ready", flush=True)
    signal.sigwait([signal.SIGIO])
    print(json.dumps("noticed"), flush=True)
"""

STARTS = "import sys\nopen(sys.argv[1]).read()"
"""What every bot does whose program lies in a folder that others see, too."""


@pytest.fixture
def now(tmp_path: Path) -> BotHost:
    """The sandbox as it is."""
    return host(tmp_path)


@pytest.fixture
def before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BotHost:
    """The sandbox with the list of system calls as it was before."""
    was = {why: (error, _without(calls)) for why, (error, calls) in seccomp.REFUSED.items()}
    conditions = tuple(one for one in seccomp.REFUSED_WHEN if one.call.split()[0] not in NEW_CONDITIONS)
    monkeypatch.setattr(seccomp, "REFUSED", {why: found for why, found in was.items() if found[1]})
    monkeypatch.setattr(seccomp, "REFUSED_WHEN", conditions)
    where = host(tmp_path)
    assert where.sandbox is not None
    return replace(where, sandbox=replace(where.sandbox, program=seccomp.program_of_this_machine()))


def _without(calls: str) -> str:
    return ",".join(call for call in calls.split(",") if call.split()[0] not in NEW_CALLS)


@needs_sandbox
def test_a_bot_stays_one_session(now: BotHost, tmp_path: Path) -> None:
    assert says(bot(tmp_path / "mine", SESSIONS), now) == 1


@needs_sandbox
def test_it_was_as_many_as_it_liked_before(before: BotHost, tmp_path: Path) -> None:
    assert says(bot(tmp_path / "mine", SESSIONS), before) == 41


@needs_sandbox
def test_programs_that_ask_for_a_session_in_good_faith_go_on(now: BotHost, tmp_path: Path) -> None:
    assert says(bot(tmp_path / "mine", SUBPROCESSES), now) == 1


@needs_sandbox
def test_so_do_programs_that_run_others_in_a_terminal(now: BotHost, tmp_path: Path) -> None:
    assert says(bot(tmp_path / "mine", TERMINAL), now) == "hi"


@needs_sandbox
def test_a_bot_cannot_change_its_weight_or_its_cores(now: BotHost, tmp_path: Path) -> None:
    """Nor make itself slow, so that it looks as if another one had taken its share."""
    assert says(bot(tmp_path / "mine", WEIGHT), now) == [False, False, False, False]


SPINS = """
import threading
for _ in range(8): threading.Thread(target=lambda: [None for _ in iter(int, 1)]).start()
print("spins", flush=True)
"""
THINKS = "print('thinks', flush=True)\nwhile True: pass"
SLEEPS = "import time\nprint('sleeps', flush=True)\ntime.sleep(600)"


def takers_beside(where: BotHost, folder: Path, code: str) -> set[str]:
    """Who is said to take the share of a bot that is asked and thinks, on one core for it and another bot."""
    core = min(os.sched_getaffinity(0))
    pinned = replace(where, cores=(core,))
    begun = time.monotonic()

    async def main() -> set[str]:
        looks = Shares(cores=1)
        honest, other = bot(folder / "honest", THINKS), bot(folder / "other", code)
        async with open_bot(honest, pinned, "") as thinking, open_bot(other, pinned, "") as beside:
            await until(lambda: thinking.output.text() and beside.output.text())
            asked = looks.watch_over("honest", thinking, lambda: time.monotonic() - begun, lambda: True)
            with asked as mine, looks.watch_over("other", beside, lambda: 0.0, lambda: True):
                await looks.look()
                since, before = trio.current_time(), thinking.core_time() or CoreTime()
                await until(lambda: (time := thinking.core_time()) and time.since(before).used > 0.3)
                await mine.look_now()
                return {taker for one in mine.shortages(since) for taker in one.takers}

    return trio.run(main)


@needs_sandbox
@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system cannot pin")
@pytest.mark.parametrize(("code", "named"), [(SPINS, {"other"}), (SLEEPS, set())], ids=["spins", "sleeps"])
def test_who_spins_while_another_bot_is_asked_is_named(
    now: BotHost, tmp_path: Path, code: str, named: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "TOLERANCE", 0.01)  # whatever else runs on that core
    assert takers_beside(now, tmp_path, code) == named


def noticed(where: BotHost, folder: Path, code: str) -> Any:
    """What a bot says that watches over a folder while another one begins."""
    shared = folder / "shared"
    shared.mkdir()
    (shared / "program").write_text("of both")
    watcher = replace(bot(folder / "watches", code, str(shared)), readable=(shared,))
    other = replace(bot(folder / "starts", STARTS, str(shared / "program")), readable=(shared,))

    async def main() -> str:
        with trio.fail_after(60):
            async with open_bot(watcher, where, "") as watching:
                await until(watching.output.text)
                async with open_bot(other, where, "") as starting:
                    await starting.over.wait()
                assert starting.failure == ""
                await watching.over.wait()
        return watching.output.text().split("\n")[-2]

    return json.loads(trio.run(main))


WATCHING = pytest.mark.parametrize(
    "code", [pytest.param(INOTIFY, id="inotify"), pytest.param(DNOTIFY, id="a signal of the folder")]
)


@needs_sandbox
@WATCHING
def test_nobody_is_told_when_another_bot_opens_its_program(now: BotHost, tmp_path: Path, code: str) -> None:
    assert noticed(now, tmp_path, code) == "refused"


@needs_sandbox
@WATCHING
def test_bots_were_told_before(before: BotHost, tmp_path: Path, code: str) -> None:
    if code is DNOTIFY and not Path("/proc/sys/fs/dir-notify-enable").exists():
        pytest.skip("this kernel has no signals of folders")
    assert noticed(before, tmp_path, code) == "noticed"


FILES = """
import os, time
for _ in range(60):
    if os.fork() == 0:
        kept = [os.eventfd(0) for _ in range(500)]
        time.sleep(600)
time.sleep(600)
"""

WATCHES = """
import os, select, sys, time
for _ in range(int(sys.argv[1])):
    if os.fork() == 0:
        files = [os.eventfd(0) for _ in range(240)]
        kept = [select.epoll() for _ in range(240)]
        for epoll in kept:
            for file in files:
                epoll.register(file, select.EPOLLIN)
        time.sleep(600)
time.sleep(600)
"""


@needs_sandbox
@pytest.mark.parametrize(
    ("code", "why"),
    [
        pytest.param(FILES, "had more than 16384 files open in total", id="open files of the machine"),
        pytest.param(WATCHES, "had more than 100000 open files watched by epoll", id="watches of the user"),
    ],
)
def test_a_bot_that_uses_up_what_it_shares_with_the_referee_is_ended(
    now: BotHost, tmp_path: Path, code: str, why: str
) -> None:
    """A user has millions of watches; before, a bot with 86 such processes left the referee none."""
    ended = play(bot(tmp_path / "mine", code, "3"), now).ended[0]
    assert (ended.how, ended.crashed) == (why, True)

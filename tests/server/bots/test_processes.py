"""Bots as real processes: started, watched, restarted, ended."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest
import trio

from referee.errors import UsageError
from referee.server.bots import looking, processes
from referee.server.bots.processes import BotHost, BotProcess, BotProgram, open_bot
from referee.server.bots.sandbox import MIB, BotLimits, find_sandbox
from referee.server.bots.seccomp import program_of_this_machine
from tests.support.waiting import PATIENCE, until, wait_until

FOR_EVER = "import time\nwhile True: time.sleep(60)"
SANDBOXES = [
    pytest.param("off", id="without a sandbox"),
    pytest.param(
        "auto", id="in the sandbox", marks=pytest.mark.skipif(find_sandbox() is None, reason="this machine has none")
    ),
]


def python(folder: Path, code: str, **more: str) -> BotProgram:
    folder.mkdir(exist_ok=True)
    (folder / "bot.py").write_text(code)
    return BotProgram("test", (sys.executable, str(folder / "bot.py")), env=more)


def host(folder: Path, mode: str, **more: Any) -> BotHost:
    return BotHost(f"unix:{folder}/socket", find_sandbox(mode), **more)


def play(program: BotProgram, host: BotHost) -> BotProcess:
    """Runs a bot until it ends by itself."""

    async def main() -> BotProcess:
        with trio.fail_after(PATIENCE):
            async with open_bot(program, host, "secret") as bot:
                await bot.over.wait()
        return bot

    return trio.run(main)


@pytest.mark.parametrize("mode", SANDBOXES)
def test_a_bot_gets_a_clean_environment(mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASSWORD", "of the user")
    program = python(tmp_path / "bot", "import os; print(dict(os.environ))", DEPTH="3", REFEREE_TOKEN="mine")
    bot = play(program, host(tmp_path, mode))
    variables = dict(eval(bot.output.text()))
    address = "unix:/run/referee/socket" if find_sandbox(mode) else f"unix:{tmp_path}/socket"
    assert variables["REFEREE_ADDRESS"] == address
    assert variables["REFEREE_TOKEN"] == "secret"
    assert variables["DEPTH"] == "3"
    assert not variables.keys() - {
        "REFEREE_ADDRESS", "REFEREE_TOKEN", "DEPTH", "PATH", "HOME", "LANG", "LC_CTYPE", "PWD"
    }  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="it is Linux that knows batch work")
@pytest.mark.parametrize("mode", SANDBOXES)
def test_a_bot_interrupts_nobody_when_it_wakes(mode: str, tmp_path: Path) -> None:
    bot = play(python(tmp_path / "bot", "import os; print(os.sched_getscheduler(0))"), host(tmp_path, mode))
    assert bot.output.text() == f"{os.SCHED_BATCH}\n"


@pytest.mark.skipif(
    find_sandbox() is None or program_of_this_machine() is None, reason="this machine has no sandbox with seccomp"
)
def test_a_bot_in_the_sandbox_can_not_become_one_that_does(tmp_path: Path) -> None:
    code = "import os; os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0)); print(os.sched_getscheduler(0))"
    assert play(python(tmp_path / "bot", code), host(tmp_path, "require")).output.text() == f"{os.SCHED_BATCH}\n"


@pytest.mark.parametrize("mode", SANDBOXES)
def test_a_crashed_bot_is_started_again_but_not_for_ever(mode: str, tmp_path: Path) -> None:
    program = python(tmp_path / "bot", "raise SystemExit('no more ideas')")
    bot = play(program, host(tmp_path, mode, restarts=2))
    assert [ended.how for ended in bot.ended] == ["ended with exit code 1"] * 3
    assert bot.output.text() == "no more ideas\n" * 3
    assert "bot 'test': ended with exit code 1, the last of 3 times" in bot.failure
    assert "| no more ideas" in bot.failure
    assert str(tmp_path / "bot" / "bot.py") in bot.failure


@pytest.mark.parametrize("mode", SANDBOXES)
def test_a_bot_that_ends_by_itself_has_not_failed(mode: str, tmp_path: Path) -> None:
    bot = play(python(tmp_path / "bot", "print('bye')"), host(tmp_path, mode))
    assert (bot.failure, len(bot.ended), bot.output.text()) == ("", 1, "bye\n")


@pytest.mark.parametrize("mode", SANDBOXES)
@pytest.mark.parametrize(
    ("code", "how"),
    [
        pytest.param("import os; os.kill(os.getpid(), 9)", "killed by SIGKILL", id="a signal"),
        pytest.param("import os; os.abort()", "killed by SIGABRT", id="abort"),
        pytest.param("raise SystemExit(77)", "ended with exit code 77", id="an exit code"),
    ],
)
def test_how_a_bot_ended_is_told(mode: str, code: str, how: str, tmp_path: Path) -> None:
    bot = play(python(tmp_path / "bot", code), host(tmp_path, mode, restarts=0))
    assert bot.ended[0].how == how


@pytest.mark.parametrize("mode", SANDBOXES)
@pytest.mark.parametrize(
    ("code", "told", "grace"),
    [
        pytest.param(
            "import signal\nsignal.signal(signal.SIGTERM, lambda *_: exit('told to end'))\nprint('up', flush=True)\n",
            "up\ntold to end\n",
            30.0,
            id="a bot that listens",
        ),
        pytest.param(
            "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('up', flush=True)\n",
            "up\n",
            0.1,
            id="a bot that does not",
        ),
    ],
)
def test_the_end_of_the_block_ends_the_bot(
    mode: str, code: str, told: str, grace: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "SECONDS_TO_STOP", grace)
    program = python(tmp_path / "bot", f"{code}{FOR_EVER}")

    async def main() -> BotProcess:
        async with open_bot(program, host(tmp_path, mode), "") as bot:
            await until(lambda: bot.output.text() == "up\n")
        return bot

    bot = trio.run(main)
    assert bot.output.text() == told
    assert bot.failure == ""
    assert not living(tmp_path)


@pytest.mark.parametrize("mode", SANDBOXES)
@pytest.mark.parametrize("seconds", [0.0, 0.005, 0.01, 0.02, 0.04])
def test_a_bot_that_is_no_longer_wanted_while_it_is_being_started_ends(
    mode: str, seconds: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "SECONDS_TO_STOP", 0.2)
    program = python(tmp_path / "bot", FOR_EVER)

    async def main() -> None:
        where = host(tmp_path, mode)
        async with open_bot(program, where, "") as stopped:
            await trio.sleep(seconds)  # to end each at another point of its start, which takes a few hundredths
        assert stopped.failure == ""
        with trio.move_on_after(seconds):
            await BotProcess(program, where, "").run()

    trio.run(main)
    assert not living(tmp_path)
    assert not psutil.Process().children()


@pytest.mark.parametrize("mode", SANDBOXES)
def test_what_a_bot_started_ends_with_it(mode: str, tmp_path: Path) -> None:
    child = f"subprocess.Popen([sys.executable, '-c', {FOR_EVER!r}, {str(tmp_path)!r}])"
    bot = play(python(tmp_path / "bot", f"import subprocess, sys\n{child}"), host(tmp_path, mode))
    assert bot.ended[0].how == "ended with exit code 0"
    assert not living(tmp_path)


@pytest.mark.parametrize("mode", SANDBOXES)
def test_cpu_time_and_memory_are_measured(mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "SECONDS_BETWEEN_SAMPLES", 0.02)
    # The sleep allows ten more samples once it has all of its memory.
    work = "import time\nx = bytearray(64 << 20)\nwhile time.process_time() < 0.5: pass\ntime.sleep(0.2)"
    bot = play(python(tmp_path / "bot", work), host(tmp_path, mode))
    used = bot.ended[0].usage
    assert 0.4 < used.cpu_seconds < 1.5
    assert 64 * MIB < used.memory < 128 * MIB


@pytest.mark.parametrize("mode", SANDBOXES)
def test_a_bot_that_takes_too_much_memory_in_all_is_ended(
    mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "SECONDS_BETWEEN_SAMPLES", 0.02)
    code = f"import os\nfor _ in range(3): os.fork()\nx = bytearray(32 << 20)\n{FOR_EVER}"
    strict = host(tmp_path, mode, limits=BotLimits(memory=128 * MIB), restarts=0)
    bot = play(python(tmp_path / "bot", code), strict)
    assert bot.ended[0].how == "used more than 128 MiB of memory"
    assert "used more than 128 MiB of memory" in bot.failure


def test_a_bot_without_a_sandbox_has_limits_too(tmp_path: Path) -> None:
    code = "x = bytearray(256 << 20)"
    bot = play(python(tmp_path / "bot", code), host(tmp_path, "off", limits=BotLimits(memory=128 * MIB), restarts=0))
    assert "MemoryError" in bot.output.text()


@pytest.mark.parametrize("mode", SANDBOXES)
def test_bots_die_with_a_referee_that_is_killed(mode: str, tmp_path: Path) -> None:
    program = python(tmp_path / "bot", FOR_EVER)
    code = f"""
import trio
from referee.server.bots.processes import BotHost, BotProgram, open_bot
from referee.server.bots.sandbox import find_sandbox

async def main():
    host = BotHost("unix:{tmp_path}/socket", find_sandbox({mode!r}))
    async with open_bot(BotProgram("test", {program.command!r}), host, ""):
        await trio.sleep_forever()

trio.run(main)
"""
    referee = subprocess.Popen([sys.executable, "-c", code])
    try:
        wait_until(lambda: any(process.name().startswith("python") for process in living(tmp_path)))
    finally:
        referee.kill()
        referee.wait()
    wait_until(lambda: not living(tmp_path))


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("no-such-program",), id="unknown program"),
        pytest.param(("./no-such-file",), id="unknown path"),
        pytest.param((__file__,), id="not executable"),
    ],
)
def test_a_command_that_can_not_be_started_is_the_users_mistake(command: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no such program, or it is not executable"):
        BotProcess(BotProgram("test", command), host(tmp_path, "off"), "")


def living(folder: Path) -> list[psutil.Process]:
    """The processes that mention a folder, except ours."""
    found = []
    for process in psutil.process_iter(["cmdline", "status"]):
        words = " ".join(process.info["cmdline"] or [])
        if str(folder) in words and process.pid != os.getpid() and process.info["status"] != psutil.STATUS_ZOMBIE:
            found.append(process)
    return [process for process in found if "open_bot" not in " ".join(process.info["cmdline"])]

"""Bots in their own processes: kept or fresh, replaced when they fail, and reported with cause and last output."""

from __future__ import annotations

import json
import shlex
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import pytest
import trio

from referee import hosting
from referee.kernel.record import Cause, Record, SeatEnd
from referee.server.bots.sandbox import find_sandbox
from referee.server.storage.tokens import Tokens
from tests.clients.processes import bot_process
from tests.support.runner_process import has_word
from tests.support.tournaments import SECRET, a_plan
from tests.support.waiting import wait_until
from tournament.engines.engine import Setting
from tournament.engines.local import open_local_engine
from tournament.plan.draw import job_of, slots_of
from tournament.plan.plan import Plan
from tournament.storage.rows import ProcessRow

QUICK = '[time]\nstartup = "20s"\ndecision = "20s"\n'
CRASHES_AT_TURN_3 = """
import sys
from referee_client import run
class Bot:
    def choose(self, turn):
        if turn.number == 3:
            raise ValueError("turn three")
        return 0
run(Bot)
"""
CRASHES_ONCE_A_MATCH = """
from pathlib import Path
from referee_client import run
class Bot:
    def choose(self, turn):
        mark = Path(__file__).with_name(turn.match.match_id)
        if not mark.exists():
            mark.touch()
            raise ValueError("once a match")
        return 0
run(Bot)
"""
HANGS = """
import time
from referee_client import run
class Bot:
    def choose(self, turn):
        time.sleep(60)
run(Bot)
"""
READS_FILES = """# its own file
for path in {paths}:
    try:
        print(open(path).read())
    except OSError as error:
        print(error)
raise SystemExit(1)
"""
CHATTERS = """
import sys
from referee_client import run
class Bot:
    def choose(self, turn):
        sys.stderr.write("x" * 100_000)
        return 0
run(Bot)
"""


@dataclass
class Played:
    """The results of some matches."""

    records: list[Record] = field(default_factory=list)
    processes: list[ProcessRow] = field(default_factory=list)

    def of(self, bot: str) -> list[ProcessRow]:
        return [process for process in self.processes if process.bot == bot]

    def ends(self, bot: str) -> list[SeatEnd]:
        return [record.end.ends[record.header.bots.index(bot)] for record in self.records if record.end is not None]


def play(plan: Plan, matches: int = 1, hidden: tuple[str, ...] = ()) -> Played:
    """Play the first matches of a plan, one after the other."""
    played = Played()

    async def play_them() -> None:
        setting = Setting(plan=plan, capacity=1, hidden=hidden)
        async with open_local_engine(setting, played.processes.append) as engine:
            for slot in slots_of(plan, duplicate=True)[:matches]:
                played.records.append(await engine.submit(job_of(slot, plan, SECRET)))

    hosting.run(play_them)
    return played


def a_bot(name: str, command: list[str], env: str = "") -> str:
    words = ", ".join(json.dumps(word) for word in command)
    return f"[[bots]]\nname = '{name}'\ncommand = [{words}]\nenv = {{ {env} }}\n"


def a_local_plan(bots: str, *more: str, time: str = QUICK, sandbox: str = "off", **settings: Any) -> Plan:
    return a_plan(bots, extra="\n".join([time, *more]), in_process=False, sandbox=sandbox, **settings)


@pytest.fixture
def script(tmp_path: Path) -> Callable[[str], list[str]]:
    """Write a bot; return the command that starts it."""

    def write(text: str) -> list[str]:
        folder = tmp_path / "bot"
        folder.mkdir(exist_ok=True)
        (folder / "bot.py").write_text(text)
        return ["python", str(folder / "bot.py")]

    return write


def test_a_kept_bot_that_was_killed_while_it_waited_is_told_with_that() -> None:
    """Not with the end of its successor, which was never at fault."""
    plan = a_local_plan("first random", processes="kept")
    told: list[ProcessRow] = []

    def bots_of_first() -> list[psutil.Process]:
        return [process for process in psutil.Process().children() if has_word(process, "first")]

    async def kill_after_the_match() -> None:
        async with open_local_engine(Setting(plan=plan, capacity=1), told.append) as engine:
            await engine.submit(job_of(slots_of(plan, duplicate=True)[0], plan, SECRET))
            (victim,) = bots_of_first()
            victim.kill()
            await trio.to_thread.run_sync(wait_until, lambda: bots_of_first() not in ([], [victim]))

    hosting.run(kill_after_the_match)
    assert [process.why for process in told if process.failed] == ["killed by SIGKILL"]


@pytest.mark.parametrize(("processes", "started"), [("kept", 1), ("fresh", 3)])
def test_processes_are_kept_or_fresh(processes: str, started: int) -> None:
    played = play(a_local_plan("first random", processes=processes), 3)
    assert [len(played.of("first")), len(played.of("random"))] == [started, started]
    assert not [process for process in played.processes if process.failed]
    assert all(process.cpu_s > 0.01 and process.memory_bytes > 1 << 20 for process in played.processes)
    assert played.ends("first") == [SeatEnd.PLAYED] * 3


def test_a_bot_that_can_not_be_started_is_named_with_its_command() -> None:
    played = play(a_local_plan("first", a_bot("mine", ["no-such-program", "--fast"])), 1)
    assert played.ends("mine") == [SeatEnd.NO_SHOW]
    (process,) = played.of("mine")
    assert (process.failed, process.command) == (True, "no-such-program --fast")
    assert "no such program" in process.why


def test_a_bot_that_crashes_at_its_start_is_named_with_cause_and_last_words() -> None:
    command = ["python", "-c", 'import sys; sys.exit("no model file")']
    played = play(a_local_plan("first", a_bot("mine", command)), 1)
    assert played.ends("mine") == [SeatEnd.NO_SHOW]
    (process,) = played.of("mine")
    assert process.failed
    assert "no_show; its process ended with exit code 1, the last of 4 times" in process.why
    assert process.command == shlex.join(command)
    assert process.output.endswith("no model file\n")


def test_a_bot_that_never_comes_is_not_started_for_ever() -> None:
    played = play(a_local_plan("first", a_bot("mine", ["python", "-c", "raise SystemExit(1)"]), deals=5), 5)
    assert played.ends("mine") == [SeatEnd.NO_SHOW] * 5
    assert len(played.of("mine")) == 3


def test_a_bot_that_crashes_in_a_match_forfeits_it(script: Callable[[str], list[str]]) -> None:
    played = play(a_local_plan("first", a_bot("mine", script(CRASHES_AT_TURN_3))), 2)
    assert played.ends("mine") == [SeatEnd.STRIKES] * 2
    assert len(played.of("mine")) == 2, "it gets another chance in the next match"
    assert all("3 x disconnected" in process.why for process in played.of("mine"))
    assert "ValueError: turn three" in played.of("mine")[0].output


def test_crashes_are_counted_in_each_match_by_itself(script: Callable[[str], list[str]]) -> None:
    """A bot process that is kept and crashes once a match is replaced, up to three times in a match."""
    plan = a_local_plan("first", a_bot("mine", script(CRASHES_ONCE_A_MATCH)), deals=6, processes="kept")
    played = play(plan, 6)
    assert played.ends("mine") == [SeatEnd.PLAYED] * 6
    assert {answer.cause for record in played.records for step in record.steps for answer in step.answers} == {
        Cause.CHOSEN
    }


def test_a_bot_that_hangs_forfeits_and_is_replaced(script: Callable[[str], list[str]]) -> None:
    short = '[time]\nstartup = "20s"\ndecision = "30ms"\nbank = "0s"\n'
    played = play(a_local_plan("", a_bot("mine", script(HANGS)), a_bot("other", script(HANGS)), time=short), 2)
    assert played.ends("mine") == [SeatEnd.STRIKES] * 2
    assert ["3 x timeout" in process.why for process in played.of("mine")] == [True, True]


def test_what_a_bot_writes_is_kept_within_a_limit(script: Callable[[str], list[str]]) -> None:
    played = play(a_local_plan("first", a_bot("mine", script(CHATTERS))), 1)
    (process,) = played.of("mine")
    assert 1000 < len(process.output) <= 8000


def test_a_bot_gets_its_environment_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_THE_RUNNER", "1")
    code = "import os; print(sorted(os.environ)); print(os.environ['DEPTH']); raise SystemExit(1)"
    played = play(a_local_plan("first", a_bot("mine", ["python", "-c", code], "DEPTH = '3'")), 1)
    (process,) = played.of("mine")
    assert "SECRET_OF_THE_RUNNER" not in process.output
    assert "\n3\n" in process.output


@pytest.mark.skipif(find_sandbox() is None, reason="this machine has no sandbox")
def test_a_sandboxed_bot_can_not_read_the_database_and_the_plan_beside_it() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # the bot has its own user id
        secrets = [str(folder / "t.db"), str(folder / "plan.toml")]
        for secret in secrets:
            Path(secret).write_text("hidden cards")
        bot = folder / "bot.py"
        bot.write_text(READS_FILES.format(paths=[str(bot), *secrets]))
        plan = a_local_plan("first", a_bot("mine", ["python", str(bot)]), sandbox="require")
        (process,) = play(plan, hidden=tuple(secrets)).of("mine")
    assert "its own file" in process.output
    assert "hidden cards" not in process.output


def test_a_bot_that_dials_in_plays_with_its_token(tmp_path: Path) -> None:
    listen = f"[listen]\naddress = 'unix:{tmp_path / 'dial'}'\n"
    plan = a_local_plan("first", "[[bots]]\nname = 'far'\ndial_in = true", listen)
    tokens = tmp_path / "plan.tokens"
    token = Tokens(tokens).issue("far")
    played = Played()

    async def play_one(slots: int) -> None:
        setting = Setting(plan=plan, capacity=1, tokens=str(tokens))
        async with open_local_engine(setting, played.processes.append) as engine:
            command = [sys.executable, "-m", "referee_client.bots", "random"]
            with bot_process(command, f"unix:{tmp_path / 'dial'}", token):
                for slot in slots_of(plan, duplicate=True)[:slots]:
                    played.records.append(await engine.submit(job_of(slot, plan, SECRET)))

    hosting.run(play_one, 2)
    assert played.ends("far") == [SeatEnd.PLAYED] * 2
    assert played.of("far") == []

"""Running matches of a tournament in the browser: we follow a real run of two workers, which is killed and resumed."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest

from referee.kernel.record import Record
from referee.kernel.replay import Replay
from referee.pages.matches import board_parts
from tests.support.runner_process import running
from tests.support.tournaments import a_plan_text
from tests.support.waiting import PATIENCE, wait_until
from tests.support.web_process import Visitor, text_of, web
from tournament.storage.archive import open_archive

State = dict[str, list[str]]

FIRST, SECOND = "d001-t001-r0", "d001-t001-r1"
STEP = re.compile(r"Running, after step (\d+)\.")


class Run:
    """A tournament with a bot that waits in every match until the gate is opened; each deal has two rotations."""

    def __init__(self, folder: Path) -> None:
        self.plan, self.database, self.gate = folder / "plan.toml", folder / "t.db", folder / "gate"
        script = shutil.copy(Path(__file__).with_name("gated.py"), folder)
        bot = f'[[bots]]\nname = "gated"\ncommand = {json.dumps([sys.executable, str(script)])}\n'
        text = a_plan_text(
            "first",
            extra=f'{bot}[time]\ndecision = "60s"\n',
            in_process=False,
            sandbox="off",
            workers=2,
            concurrency=2,
            duplicate=True,
        )
        self.plan.write_text(text)
        self.open_gate(0)

    def open_gate(self, matches: int) -> None:
        """Let each process of the bot finish this many matches, counted from its first one."""
        self.gate.write_bytes(b"-" * matches)

    def has(self, match: str) -> bool:
        with open_archive(self.database) as archive:
            return archive.has(match)

    def record(self, match: str) -> Record:
        with open_archive(self.database) as archive:
            return archive.record(match)


def test_a_run_is_followed_through_its_end_and_a_kill(tmp_path: Path) -> None:
    run = Run(tmp_path)
    with running(run.plan, run.database) as runner:
        wait_until(lambda: run.database.exists() and _listed(run), PATIENCE)
        with (
            web(run.database, "--public", "0s", program="tournament") as pages,
            web(run.database, program="tournament") as unpublic,
        ):
            key, stranger, kept_out = pages.visitor(with_key=True), pages.visitor(), unpublic.visitor()
            wait_until(lambda: {FIRST, "d002-t001-r0"} <= running_now(key))
            assert not running_now(stranger), "another rotation of the deal is still to come"
            assert not may_follow(stranger, FIRST)
            with key.following(f"/matches/{FIRST}/feed") as states:
                seen = [*until(states, "after step")]
                run.open_gate(1)
                seen += until(states, "Reason for the end:")
            check_seen(seen, run.record(FIRST))
            wait_until(lambda: "once its deal is played out" in text_of(key.get(f"/matches/{FIRST}")[1]))
            wait_until(lambda: SECOND in running_now(stranger))
            assert may_follow(stranger, SECOND)
            assert not running_now(kept_out)
            assert not may_follow(kept_out, SECOND)
            with stranger.following(f"/matches/{SECOND}/feed") as states:
                seen = [*until(states, "after step")]
                runner.kill()
                seen += until(states, "is not running now")
                run.open_gate(0)
                with running(run.plan, run.database) as again:
                    seen += until(states, "after step")
                    run.open_gate(2)
                    seen += until(states, "Reason for the end:")
                    assert again.wait() == 0
            check_seen(seen, run.record(SECOND), times=2)
            wait_until(lambda: 'id="slider"' in key.get(f"/matches/{SECOND}")[1])
            assert not running_now(key)
    assert not [*tmp_path.glob("*.gallery")]


def _listed(run: Run) -> bool:
    """Whether the tournament has begun in its database."""
    try:
        return not run.has(FIRST)
    except Exception:  # noqa: BLE001 - it is being created
        return False


def running_now(visitor: Visitor) -> set[str]:
    """Return the matches that the first page links to as running."""
    with visitor.following("/feed") as states:
        return set(re.findall(r'href="/matches/([^"]+)"', str(next(states)["now"])))


def may_follow(visitor: Visitor, match: str) -> bool:
    """Whether there is a page that follows a match, and the feed that it needs."""
    status, _ = visitor.get(f"/matches/{match}")
    if status == HTTPStatus.OK:
        with visitor.following(f"/matches/{match}/feed"):
            return True
    assert visitor.get(f"/matches/{match}/feed")[0] == status == HTTPStatus.NOT_FOUND
    return False


def until(states: Iterator[State], said: str) -> Iterator[State]:
    """Return the states up to the first one whose head contains text."""
    for state in states:
        yield state
        if said in str(state["head"]):
            return
    pytest.fail(f"it was never said: {said}")


def check_seen(states: list[State], record: Record, times: int = 1) -> None:
    """Check that the page showed what a spectator saw, step by step, with the right texts.

    A match that resumes after a kill is shown from the start. It may be some steps further when the page follows again.
    """
    tables = tables_of(record)
    at, told_times = 0, 1
    for state in states:
        if "zones" not in state:
            continue  # nothing has arrived yet
        table = {part: state[part] for part in ("facts", "zones", "seats")}
        told = STEP.search(str(state["head"]))
        if told is None:
            at = tables.index(table, at)
        else:
            told_times += int(told[1]) < at
            at = int(told[1])
            assert table == tables[at]
    assert at > 0
    assert told_times <= times


def tables_of(record: Record) -> list[State]:
    """Return the spectator's table at the beginning and after each step."""
    replay = Replay(record)

    def table() -> State:
        parts = board_parts(replay.match.board(None), record.header.bots)
        return {part: [*map(str, pieces)] for part, pieces in parts.items()}

    tables = [table()]
    for step in record.steps:
        replay.take(step)
        tables.append(table())
    return tables

"""Tournaments that commands read: a finished one, and one with a match still to be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.tournaments import a_plan, a_plan_text, play_slot
from tests.tournament.commands.test_commands import finished_in
from tournament.storage.rows import ProcessRow
from tournament.storage.store import open_store
from tournament.storage.summary import finished

TEXT = a_plan_text("first random greedy", deals=2, duplicate=True)
PLAN = a_plan("first random greedy", deals=2, duplicate=True)
CRASH = ProcessRow(
    bot="first", command="=run", why="it fell", failed=True, wall_s=1.5, cpu_s=0.5, memory_bytes=1, output="\x1b[2J",
    ended_unix_s=2.0,
)  # fmt: skip


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished tournament, with entries of all kinds."""
    path = finished_in(tmp_path_factory.mktemp("queried"), TEXT)
    with open_store(path, PLAN, duplicate=True) as store:
        store.add_process(CRASH)
        store.add_void(store.slots[0], "the machine failed")
    return path


@pytest.fixture(scope="module")
def half_played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament with one match still to be played: the last rotation of a deal."""
    path = tmp_path_factory.mktemp("half") / "t.db"
    with open_store(path, PLAN, duplicate=True) as store:
        for slot in store.slots[:-1]:
            store.add(slot, finished(play_slot(slot, PLAN, store.secret)))
    return path

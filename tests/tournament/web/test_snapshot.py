"""The names of running matches, by the ids that their bots received, and which of them share their cards."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import trio

from tests.support.tournaments import a_plan, play_slot
from tournament.plan.draw import told_id
from tournament.storage.store import open_store
from tournament.storage.summary import finished
from tournament.web.snapshot import SnapshotSource

COMMAND = '[[bots]]\nname = "mine"\ncommand = ["python", "mine.py"]\n'


def test_a_match_that_was_begun_again_has_its_name_under_each_id(tmp_path: Path) -> None:
    plan = a_plan("first", extra=COMMAND, in_process=False)
    with open_store(tmp_path / "t.db", plan, duplicate=False) as store:
        first, second = store.slots
        source = SnapshotSource(tmp_path / "t.db")
        ids = [told_id(first, store.secret, attempt) for attempt in range(3)]
        assert [store.begin(first), store.begin(second)] == [0, 0]
        assert trio.run(source.names, ids) == {ids[0]: first.match}
        assert [store.begin(first), store.begin(first)] == [1, 2]
        assert trio.run(source.names, ids) == dict.fromkeys(ids, first.match)
        assert trio.run(source.names, ["ff" * 12]) == {}


def test_a_match_shares_its_cards_until_it_is_the_last_rotation(tmp_path: Path) -> None:
    plan = a_plan(seats=3, deals=1)
    for duplicate in (True, False):
        database = tmp_path / f"{duplicate}.db"
        with open_store(database, plan, duplicate=duplicate) as store:
            shares = partial(_shares, database, store.slots[-1].match)
            assert shares() is duplicate
            for slot in store.slots[:-1]:
                assert shares() is duplicate
                store.add(slot, finished(play_slot(slot, plan)))
            assert not shares()


def _shares(database: Path, match: str) -> bool:
    return trio.run(SnapshotSource(database).snapshot).has_other_rotations(match)

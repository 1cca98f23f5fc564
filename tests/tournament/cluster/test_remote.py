"""What a dask worker runs: its players, and their leases."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from referee.kernel.job import MatchJob
from tests.support.tournaments import SECRET, a_plan
from tests.support.waiting import wait_until
from tournament.cluster import remote
from tournament.cluster.messages import FromCluster, Lost, Opened, Opening
from tournament.engines.engine import Setting
from tournament.engines.messages import Done
from tournament.plan.draw import job_of, slots_of

PLAN = a_plan("first random")
JOB: MatchJob = job_of(slots_of(PLAN, duplicate=False)[0], PLAN, SECRET)


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for temporary files, of which nothing is left."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("referee.files.short_place", lambda: tmp_path)
    yield tmp_path
    for name in [*remote._players]:
        asyncio.run(remote.close_player(name))
    assert not list(tmp_path.glob("referee-passing-*"))


def opened(name: str, tournament: str = "spring", address: str = "tcp://worker", refused: str = "") -> None:
    opening = Opening(setting=Setting(plan=PLAN, capacity=1), check=False, folder="/somewhere", shared=False)
    worker = SimpleNamespace(address=address)
    said = asyncio.run(remote.open_player(name, tournament, msgspec.json.encode(opening), {}, worker))
    assert msgspec.json.decode(said, type=Opened).refused == refused


def result(name: str) -> object:
    ((line,),) = remote.play(name, [(JOB.match_id, msgspec.json.encode(JOB))])
    return msgspec.json.decode(line, type=FromCluster)


def test_a_new_runner_ends_the_player_that_an_earlier_one_left_on_the_worker() -> None:
    opened("old")
    opened("of another tournament", tournament="autumn")
    opened("of another worker", address="tcp://other")
    opened("new")
    names = ["old", "of another tournament", "of another worker", "new"]
    assert remote.renew(names) == names[1:]
    assert isinstance(result("new"), Done)
    assert result("old") == Lost(why="its dask worker has been restarted")


def test_a_player_that_nobody_renews_ends_with_its_files(monkeypatch: pytest.MonkeyPatch, temporary: Path) -> None:
    opened("left")
    (folder,) = temporary.glob("referee-passing-*")
    monkeypatch.setattr(remote, "LEASE_SECONDS", 0.0)
    wait_until(lambda: not folder.exists())
    assert remote.renew(["left"]) == []


def test_a_player_that_is_killed_is_replaced() -> None:
    opened("mine")
    first = remote._players["mine"]._process
    assert first is not None
    first.kill()
    first.wait()
    wait_until(lambda: remote._players["mine"]._process is None)
    assert isinstance(result("mine"), Done)


def test_a_player_that_writes_nonsense_is_ended_and_nobody_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stays = "print('nonsense', flush=True); input(); input()"
    monkeypatch.setattr(remote, "PLAYER", [sys.executable, "-c", stays])
    opened("broken", refused="its player wrote something that is not a message: b'nonsense\\n'")
    wait_until(lambda: remote._players["broken"]._process is None)


def test_matches_of_a_batch_are_played_one_after_the_other_also_if_one_kills_its_player(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "player.py"
    script.write_text(
        "import os, sys\nfrom tournament.cluster import player\nfrom tournament.engines import worker\n"
        "finished = worker.finished\n"
        f"def killed(record, **_):\n    if record.header.match_id == {JOB.match_id!r}:\n        os._exit(9)\n"
        "    return finished(record)\nworker.finished = killed\nplayer.main(sys.argv[1:])\n"
    )
    monkeypatch.setattr(remote, "PLAYER", [sys.executable, str(script)])
    opened("mine")
    jobs = [job_of(slot, PLAN, SECRET) for slot in slots_of(PLAN, duplicate=True)]
    others = [job for job in jobs if job.match_id != JOB.match_id]
    batch = [others[0], JOB, others[1]]
    answers = remote.play("mine", [(job.match_id, msgspec.json.encode(job)) for job in batch])
    said = [msgspec.json.decode(line, type=FromCluster) for (line,) in answers]
    assert isinstance(said[1], Lost)
    assert [one.match.match_id for one in said if isinstance(one, Done)] == [other.match_id for other in others[:2]]

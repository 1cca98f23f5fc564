"""`tournament run --cluster local:N`: as on one machine, except for workers that fail or lie."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.test_tournament_crashes import Stored, stored
from tests.support.tournaments import a_plan_text
from tests.tournament.commands.test_commands import tournament
from tournament.cluster import remote
from tournament.storage.archive import open_archive

SAME: dict[str, Any] = {"deals": 4, "seed": 11, "deals_from_seed": True}
LIAR = [sys.executable, "-m", "tests.tournament.cluster.lying_player"]


def a_file(folder: Path, bots: str = "first random greedy", extra: str = "", **settings: Any) -> Path:
    path = folder / "plan.toml"
    path.write_text(a_plan_text(bots, extra=extra, **settings))
    return path


def run(plan: Path, *words: object, name: str = "t.db", code: int = 0) -> tuple[Path, str]:
    """Play a plan. Return the database, and what was reported."""
    database = plan.with_name(name)
    return database, tournament("run", plan, "--db", database, *words, code=code).output


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    """The tournament as one process plays it."""
    return stored(run(a_file(tmp_path_factory.mktemp("undisturbed"), **SAME))[0])


def test_one_process_two_workers_and_a_cluster_of_three_give_the_same_table(
    tmp_path: Path, undisturbed: Stored
) -> None:
    plan = a_file(tmp_path, **SAME)
    two, _ = run(plan, "--workers", 2, name="two.db")
    three, said = run(plan, "--cluster", "local:3", name="three.db")
    assert said.count("plays 1 match at once") == 3
    assert stored(two) == stored(three) == undisturbed
    tournament("verify", three)


def test_a_bot_plays_with_all_files_of_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bot.py").write_text("import chooser, referee_client\nreferee_client.run(chooser.Bot)\n")
    (tmp_path / "chooser.py").write_text("class Bot:\n    def choose(self, turn):\n        return 0\n")
    monkeypatch.chdir(tmp_path)
    mine = '[[bots]]\nname = "mine"\ncommand = ["python", "bot.py"]\n'
    plan = a_file(tmp_path, "random", extra=mine, in_process=False, sandbox="off", deals=2)
    database, _ = run(Path("plan.toml"), "--cluster", "local:1")
    with open_archive(database) as archive:
        seats = [seat for match in archive.matches() for seat in match.seats if seat.bot == "mine"]
        assert [(seat.end, seat.defaults) for seat in seats] == [("played", 0)] * len(seats)
        assert {process.bot for process in archive.processes()} == {"mine", "random"}
    assert plan.exists()


@pytest.mark.parametrize("kind", ["choice", "result", "match"])
def test_a_worker_that_lies_is_named_and_its_matches_are_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undisturbed: Stored, kind: str
) -> None:
    monkeypatch.setattr(remote, "PLAYER", [*LIAR, kind, str(tmp_path / "mark")])
    database, said = run(a_file(tmp_path, trust="verify-all", **SAME), "--cluster", "local:2")
    assert "gets no more matches: it sent a wrong record of match" in said
    assert "2 matches will not count, because worker" in said
    with open_archive(database) as archive:
        replayed = [decision for decision in archive.decisions() if decision.kind == "replay"]
        assert len(replayed) == 2, "those that it sent before"
        assert all("sent a wrong record of match" in decision.why for decision in replayed)
    assert stored(database) == undisturbed
    tournament("verify", database)


def test_a_cluster_without_a_worker_that_can_play_is_an_error(tmp_path: Path) -> None:
    mine = '[[bots]]\nname = "mine"\ncommand = ["false"]\n'
    plan = a_file(tmp_path, "random", extra=mine, in_process=False, sandbox="off")
    _, said = run(plan, "--cluster", "local:1", code=1)
    assert "cluster local:1: no worker can play: 0: not all bots start" in said
    assert "bot mine: ended with exit code 1: false" in said


def test_tls_without_certificates_is_an_error(tmp_path: Path) -> None:
    _, said = run(a_file(tmp_path), "--cluster", "tls://127.0.0.1:1", code=1)
    assert "TLS needs certificates; set DASK_DISTRIBUTED__COMM__TLS__CA_FILE, DASK_" in said


def test_a_match_that_kills_three_players_is_void_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "player.py"
    script.write_text(
        "import os, sys\nfrom tournament.cluster import player\nfrom tournament.engines import worker\n"
        "worker.finished = lambda record, **_: os._exit(9)\nplayer.main(sys.argv[1:])\n"
    )
    monkeypatch.setattr(remote, "PLAYER", [sys.executable, str(script)])
    database, said = run(a_file(tmp_path, **SAME), "--cluster", "local:3", code=4)
    assert "3 worker processes ended while they played it; the last: worker" in said
    assert "its player ended (exit code 9)" in said
    with open_archive(database) as archive:
        assert archive.voids()


def test_a_worker_whose_clock_is_wrong_changes_only_the_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undisturbed: Stored
) -> None:
    script = tmp_path / "player.py"
    script.write_text(
        "import sys, time\nnow = time.time\ntime.time = lambda: now() + 3600\n"
        "from tournament.cluster import player\nplayer.main(sys.argv[1:])\n"
    )
    monkeypatch.setattr(remote, "PLAYER", [sys.executable, str(script)])
    database, _ = run(a_file(tmp_path, **SAME), "--cluster", "local:1")
    with open_archive(database) as archive:
        assert all(ended > time.time() for _, ended in archive.times())
    assert stored(database) == undisturbed


def test_workers_get_no_secret_and_no_seed_of_a_tournament(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "player.py"
    script.write_text(
        "import sys\nfrom tournament.cluster import player\nfrom tournament.engines import worker\n"
        f"told = open({str(tmp_path / 'told')!r}, 'ab')\nlines_of = player.lines_of\n"
        "async def seen(stream):\n    async for line in lines_of(stream):\n"
        "        told.write(line + b'\\n')\n        told.flush()\n        yield line\n"
        "player.lines_of = seen\nplayer.main(sys.argv[1:])\n"
    )
    monkeypatch.setattr(remote, "PLAYER", [sys.executable, str(script)])
    plan = a_file(tmp_path, **SAME | {"seed": 987654321})
    database, _ = run(plan, "--cluster", "local:1")
    told = (tmp_path / "told").read_text()
    with open_archive(database) as archive:
        secret = archive.tournament.secret.reveal().hex()
    assert len(told.splitlines()) == 1 + 24
    assert "987654321" not in told
    assert secret not in told

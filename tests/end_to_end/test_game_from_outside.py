"""A game that lies in another package is listed, played, told, verified, and has its tournament."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.outside import install, run

PLAN = """
[tournament]
name = "skeletons"
game = "skeleton"
seats = 2
deals = 12
duplicate = false
[time]
decision = "20s"
[[bots]]
name = "random"
builtin = "random"
[[bots]]
name = "first"
builtin = "first"
"""


def test_a_game_of_another_package_is_played(tmp_path: Path) -> None:
    environment = install(tmp_path / "site")

    def referee(*words: str) -> str:
        done = run(["referee", *words], environment, tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "skeleton" in referee("games")
    assert "keepers" in referee("games")
    assert "2 to 4 seats" in referee("games", "skeleton")
    referee("game", "proto", "skeleton", "--into", "protos")
    assert "message Looked {" in next((tmp_path / "protos").rglob("skeleton.proto")).read_text()
    bots = ("--bot", "random", "--bot", "first", "--decision", "20s")
    assert "4 matches" in referee("play", "skeleton", *bots, "--deals", "2", "--record", "records")
    referee("verify", "records")
    record = next((tmp_path / "records").glob("*.jsonl"))
    assert "SeatView(" in referee("show", str(record.relative_to(tmp_path)))


def test_a_game_of_another_package_has_its_tournament(tmp_path: Path) -> None:
    environment = install(tmp_path / "site")
    (tmp_path / "plan.toml").write_text(PLAN)
    told = []
    for words in (["run", "plan.toml", "--db", "a.db"], ["verify", "a.db"], ["show", "a.db"]):
        done = run(["tournament", *words], environment, tmp_path)
        assert done.returncode == 0, done.stderr
        told.append(done.stdout)
    assert "12" in told[-1]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        pytest.param(
            "skull = skeleton:GAME", "registered as game 'skull', but is the game 'skeleton'", id="another id"
        ),
        pytest.param("skull = skeleton.rules:FACTS", "registered as game 'skull', but is no game", id="no game"),
    ],
)
def test_what_is_registered_wrongly_is_refused(entry: str, message: str, tmp_path: Path) -> None:
    refused = run(["referee", "games", "skull"], install(tmp_path / "site", entry=entry), tmp_path)
    assert refused.returncode == 1
    assert message in refused.stderr

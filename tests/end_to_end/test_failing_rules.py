"""Rules that raise in the middle of a match, in processes: it is void, the log says why, and everything else continues.

All places and the quick paths are in `tests/games/battery/test_failing_games.py`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from referee_client.v1.match_pb2 import Match

from referee.kernel.record import read_record
from tests.end_to_end.serving import Server
from tests.support.failing_games import install
from tests.support.tournaments import a_plan_text
from tests.support.waiting import PATIENCE, wait_until
from tests.support.web_process import text_of, web

CAUSE = (
    r"the game skeleton failed at tests/support/failing_games\.py:\d+ in phase 'playing': "
    r"tests\.support\.failing_games\.Planted: mind the gap"
)


@pytest.fixture(autouse=True)
def _planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All processes find the game whose last phase fails in its second round."""
    for name, value in install(tmp_path).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PLACE", "last-phase-begins")


def run(program: str, *words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", program, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)


def test_play(tmp_path: Path) -> None:
    records = tmp_path / "records"
    bots = ["--bot", "first", "--bot", "random"]
    played = run("referee", "play", "skeleton", *bots, "--seed", 3, "--record", records)
    assert played.returncode == 4
    assert "0 matches, seed 3; 2 more without a result" in played.stdout
    assert re.search(f"no result: skeleton-3-d001-r0: {CAUSE}", played.stdout)
    assert "Traceback" in played.stderr
    ends = [read_record(path.read_bytes()).end for path in records.glob("*.jsonl")]
    assert [(end.places, bool(re.match(CAUSE, end.void_reason))) for end in ends if end] == [([], True)] * 2
    verified = run("referee", "verify", records)
    assert (verified.returncode, verified.stdout.count(": fine, ")) == (0, 2), "what was played before is sound"


@pytest.mark.parametrize(
    ("workers", "in_process"),
    [
        pytest.param(2, True, id="workers"),
        pytest.param(2, False, id="workers and processes"),
        pytest.param(1, False, id="processes"),
    ],
)
def test_tournament(tmp_path: Path, workers: int, in_process: bool) -> None:
    plan = a_plan_text("first random", game="skeleton", workers=workers, in_process=in_process)
    (tmp_path / "plan.toml").write_text(plan)
    ended = run("tournament", "run", tmp_path / "plan.toml", "--db", tmp_path / "t.db", "--no-check")
    assert ended.returncode == 4
    assert re.search(f"was void and will be played again: {CAUSE}", ended.stderr)
    assert "Halted" in ended.stderr
    assert "Traceback" in ended.stderr
    shown = run("tournament", "show", tmp_path / "t.db")
    assert "0 of 4 matches" in shown.stdout


def test_serve(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.running(), server.bots(a="first", b="random"):
        for match_id in ("m-1", "m-2"):
            server.create(match_id, "ab", game="skeleton")
        wait_until(lambda: set(server.finished()) == {"m-1", "m-2"})
        assert server.state("m-1") == Match.STATE_VOIDED
        assert server.takes_matches()
    end = server.record("m-1").end
    assert end is not None
    assert re.match(CAUSE, end.void_reason)
    log = server.log.read_text()
    assert log.count("is void") == 2
    assert "mind the gap" in log


def test_web_play() -> None:
    with web("--play", "skeleton", "--against", "first") as pages:
        visitor = pages.visitor(with_key=True)
        head = ""
        with visitor.following("/play/feed") as states:
            visitor.post("/play/begin")
            for shown in states:
                head = text_of("".join(shown.get("head", [])))
                found = re.search(r'name="turn" value="(\d+)"', "".join(shown.get("options", [])))
                if "no result" in head:
                    break
                if found:
                    visitor.post("/play/choose", turn=found[1], option=0)
        assert "The match has no result: the referee failed" in head
        assert "mind the gap" not in head
        code, said = pages.stop()
        assert (code, "mind the gap" in said) == (0, True)


def test_bot_check() -> None:
    checked = run("referee", "bot", "check", "random", "--game", "skeleton")
    assert checked.returncode == 4
    *_, last = checked.stderr.splitlines()
    assert re.fullmatch(f"Error: {CAUSE}. This is a defect of the game\\.", last)

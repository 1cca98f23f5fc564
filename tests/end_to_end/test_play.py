"""`referee play` with real processes over gRPC."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from referee.kernel.record import read_record
from referee.server.bots.sandbox import find_sandbox, is_forgetful
from tests.support.matches import without_times
from tests.support.shell import quoted, referee
from tests.support.waiting import wait_until

MINE = """
from referee_client import Turn, run

class LastOption:
    def choose(self, turn: Turn) -> int:
        turn.note = "always the last"
        return turn.option_count - 1

run(LastOption)
"""
COUNTS = """
from referee_client import Turn, run

class Counts:
    matches = 0

    def __init__(self) -> None:
        Counts.matches += 1

    def choose(self, turn: Turn) -> int:
        turn.note = str(Counts.matches)
        return 0

run(Counts)
"""
CRASHES = """
from referee_client import Turn, run

class Crashes:
    def choose(self, turn: Turn) -> int:
        raise ZeroDivisionError("my mistake")

run(Crashes)
"""
CRASHES_ONCE = """
from pathlib import Path
from referee_client import Turn, run

class CrashesOnceAMatch:
    def choose(self, turn: Turn) -> int:
        mark = Path(__file__).with_name(turn.match.match_id)
        if not mark.exists():
            mark.touch()
            raise ZeroDivisionError("my mistake")
        return 0

run(CrashesOnceAMatch)
"""


needs_sandbox = pytest.mark.skipif(not is_forgetful(find_sandbox()), reason="there is no sandbox that forgets")


def script(folder: Path, code: str) -> Path:
    folder.mkdir()
    (folder / "mine.py").write_text(code)
    return folder / "mine.py"


def test_the_same_seed_gives_the_same_records_but_for_times(tmp_path: Path) -> None:
    for run in ("one", "two"):
        words = ["--seats", 4, "--seed", 7, "--bot", "greedy", "--bot", "random", "--record", tmp_path / run]
        referee("play", "keepers", *words)
        assert referee("verify", tmp_path / run).stdout.count(": fine, ") == 4
    for path in (tmp_path / "one").iterdir():
        again = tmp_path / "two" / path.name
        assert without_times(read_record(path.read_bytes())) == without_times(read_record(again.read_bytes()))


@pytest.mark.parametrize("sandbox", ["auto", "off"])
def test_a_bot_of_ones_own_plays_beside_a_sample_bot(sandbox: str, tmp_path: Path) -> None:
    mine = script(tmp_path / "bot", MINE)
    words = ["--bot", quoted("python", mine), "--bot", "first", "--seed", 1, "--sandbox", sandbox, "--json"]
    played = json.loads(referee("play", "keepers", *words, "--record", tmp_path / "records").stdout)
    assert {bot["bot"]: (bot["matches"], bot["strikes"]) for bot in played["bots"]} == {"mine": (1, 0), "first": (1, 0)}
    told = referee("show", played["matches"][0]["record"], "--seat", 0).stdout
    assert "Note: always the last" in told


def test_with_duplicates_each_deal_is_played_from_every_seat(tmp_path: Path) -> None:
    mine = script(tmp_path / "bot", MINE)
    words = ["--bot", quoted("python", mine), "--bot", "first", "--seed", 1, "--duplicate", "--json"]
    played = json.loads(referee("play", "keepers", *words).stdout)
    assert [match["seats"] for match in played["matches"]] == [["mine", "first"], ["first", "mine"]]


@pytest.mark.parametrize(("processes", "counted"), [("kept", ["1", "2"]), ("fresh", ["1", "1"])])
def test_a_fresh_process_does_not_remember(processes: str, counted: list[str], tmp_path: Path) -> None:
    mine = script(tmp_path / "bot", COUNTS)
    words = [
        "--bot",
        quoted("python", mine),
        "--bot",
        "first",
        "--deals",
        2,
        "--processes",
        processes,
        "--no-duplicate",
    ]
    played = json.loads(referee("play", "keepers", *words, "--record", tmp_path / "records", "--json").stdout)
    notes = []
    for match in played["matches"]:
        record = read_record(Path(match["record"]).read_bytes())
        seat = match["seats"].index("mine")
        notes.append(next(answer.note for step in record.steps for answer in step.answers if answer.seat == seat))
    assert notes == counted


@pytest.mark.parametrize(
    ("processes", "sandbox", "matches"),
    [
        pytest.param("fresh", "require", 2, id="fresh in the sandbox", marks=needs_sandbox),
        pytest.param("kept", "require", 1, id="kept", marks=needs_sandbox),
        pytest.param("fresh", "off", 1, id="without a sandbox"),
    ],
)
def test_a_deal_comes_again_only_to_bots_that_can_not_remember_it(
    processes: str, sandbox: str, matches: int, tmp_path: Path
) -> None:
    mine = script(tmp_path / "bot", MINE)
    words = [
        "--bot",
        quoted("python", mine),
        "--bot",
        "first",
        "--processes",
        processes,
        "--sandbox",
        sandbox,
        "--json",
    ]
    assert len(json.loads(referee("play", "keepers", *words).stdout)["matches"]) == matches


def test_a_bot_that_crashes_is_named_with_its_last_words(tmp_path: Path) -> None:
    mine = script(tmp_path / "bot", CRASHES)
    result = referee("play", "keepers", "--bot", quoted("python", mine), "--bot", "first", code=1)
    assert "Error: bot 'mine': ended with exit code 1, the last of 4 times: python " in result.stderr
    assert "| ZeroDivisionError: my mistake" in result.stderr


def test_a_bot_that_crashes_once_a_match_plays_them_all(tmp_path: Path) -> None:
    mine = script(tmp_path / "bot", CRASHES_ONCE)
    words = ["--bot", quoted("python", mine), "--bot", "first", "--deals", 5, "--sandbox", "off", "--json"]
    played = json.loads(referee("play", "keepers", *words).stdout)
    ended = {one["bot"]: (one["matches"], one["forfeits"]) for one in played["bots"]}
    assert ended == {"mine": (5, 0), "first": (5, 0)}


def test_an_interrupted_run_ends_at_once_and_leaves_nothing(tmp_path: Path) -> None:
    sleeps = script(tmp_path / "bot", MINE.replace("turn.note =", "__import__('time').sleep(60); turn.note ="))
    words = ["play", "keepers", "--bot", quoted("python", sleeps), "--bot", "first", "--decision", "1h"]
    process = subprocess.Popen(
        [sys.executable, "-m", "referee", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        wait_until(lambda: is_running(sleeps))
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)  # "at once", on a busy machine; the bot sleeps for 60
    finally:
        process.kill()
    assert process.returncode == 3, said
    assert said.endswith(b"interrupted\n")
    wait_until(lambda: not is_running(sleeps))


def is_running(path: Path) -> bool:
    return any(str(path) in (process.info["cmdline"] or []) for process in psutil.process_iter(["cmdline"]))


def test_bots_play_where_few_files_may_be_open() -> None:
    """The limit of a bot is above this hard limit, which nobody but root may raise, and root does not here either."""
    as_others = ["setpriv", "--bounding-set=-sys_resource", "--inh-caps=-sys_resource"] if os.geteuid() == 0 else []
    play = quoted(
        sys.executable, "-m", "referee", "play", "keepers", "--bot", "greedy", "--bot", "random", "--deals", 1
    )
    done = subprocess.run(
        [*as_others, "sh", "-c", f"ulimit -n 256; {play}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr

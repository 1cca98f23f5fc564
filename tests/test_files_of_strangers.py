"""Devices, pipes, folders and endless files in place of a record, a plan, cards, results or a database."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.errors import RecordError, UsageError
from referee.files import MOST_OF_A_RECORD, read_bounded
from tests.support.tournaments import a_plan_text
from tests.support.waiting import PATIENCE
from tournament.storage.summary import unpack


def command(*words: object) -> subprocess.CompletedProcess[str]:
    """A command in a separate process, which is ended if it blocks or fills the memory."""
    limited = f"ulimit -v {4 << 20}; exec " + " ".join(f"'{word}'" for word in (sys.executable, "-m", *words))
    return subprocess.run(["sh", "-c", limited], capture_output=True, text=True, timeout=PATIENCE, check=False)


def pipe(path: Path) -> Path:
    os.mkfifo(path)
    return path


def endless(path: Path) -> Path:
    path.symlink_to("/dev/zero")
    return path


COMMANDS: dict[str, tuple[str, ...]] = {
    "referee verify": ("referee", "verify", "FILE"),
    "referee show": ("referee", "show", "FILE"),
    "referee show --html": ("referee", "show", "FILE", "--html", "OUT"),
    "referee play --cards": ("referee", "play", "keepers", "--bot", "first", "--bot", "first", "--cards", "FILE"),
    "tournament check": ("tournament", "check", "FILE"),
    "tournament run": ("tournament", "run", "FILE", "--db", "OUT"),
    "tournament rate": ("tournament", "rate", "FILE"),
    "tournament run --db": ("tournament", "run", "PLAN", "--db", "FILE"),
    "tournament show": ("tournament", "show", "FILE"),
    "tournament query": ("tournament", "query", "FILE", "SELECT 1"),
    "tournament verify": ("tournament", "verify", "FILE"),
    "tournament repair": ("tournament", "repair", "FILE"),
}


@pytest.mark.parametrize("make", [pipe, endless], ids=["pipe", "device"])
@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_what_is_no_regular_file_is_named_at_once(
    tmp_path: Path, words: tuple[str, ...], make: Callable[[Path], Path]
) -> None:
    file = make(tmp_path / "file")
    plan = tmp_path / "plan.toml"
    plan.write_text(a_plan_text())
    places = {"FILE": file, "OUT": tmp_path / "out", "PLAN": plan}
    ended = command(*(places.get(word, word) for word in words))
    assert ended.returncode == 1, ended.stderr
    assert f"{file}: not a regular file" in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_folder_with_a_pipe_in_it_is_verified_but_for_that(tmp_path: Path) -> None:
    pipe(tmp_path / "one.jsonl")
    (tmp_path / "two.jsonl").write_text("no record\n")
    said = command("referee", "verify", tmp_path)
    assert said.returncode == 1
    assert "one.jsonl: not a regular file" in said.stdout
    assert "two.jsonl: line 1: " in said.stdout


def test_cards_of_a_plan_that_are_a_pipe_are_named_with_their_line(tmp_path: Path) -> None:
    pipe(tmp_path / "cards.toml")
    (tmp_path / "plan.toml").write_text(a_plan_text(cards="cards.toml"))
    said = command("tournament", "check", tmp_path / "plan.toml")
    assert said.returncode == 1
    assert "tournament.cards: " in said.stderr
    assert "cards.toml: not a regular file" in said.stderr


@pytest.mark.parametrize(
    ("words", "mebibytes"),
    [("referee verify", 64), ("referee show", 64), ("tournament check", 4), ("tournament rate", 256)],
)
def test_a_file_that_is_too_large_is_refused_with_the_limit(tmp_path: Path, words: str, mebibytes: int) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate((mebibytes << 20) + 1)  # takes no space on the disk
    said = command(*words.split(), tmp_path / "large")
    assert said.returncode == 1
    assert f"large: the file is larger than {mebibytes} MiB" in said.stdout + said.stderr


def test_as_much_is_read_as_is_allowed_and_no_more(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(bytes(10))
    assert read_bounded(tmp_path / "file", 10) == bytes(10)
    with pytest.raises(UsageError, match="the file is larger than"):
        read_bounded(tmp_path / "file", 9)
    with pytest.raises(UsageError, match="this is a folder"):
        read_bounded(tmp_path, 9)


def test_a_record_that_unpacks_to_more_than_any_has_is_damaged() -> None:
    """5 MiB unpack to 5 GiB; no more of it is unpacked than a record may have."""
    zeros = zlib.compressobj(9)
    bomb = b"".join(zeros.compress(bytes(1 << 20)) for _ in range(4 * MOST_OF_A_RECORD >> 20)) + zeros.flush()
    tracemalloc.start()
    with pytest.raises(RecordError, match="its record is damaged: it unpacks to more than 64 MiB"):
        unpack(bomb)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2.5 * MOST_OF_A_RECORD
    with pytest.raises(RecordError, match="its record is damaged: it is truncated"):
        unpack(zlib.compress(b"a record")[:-4])

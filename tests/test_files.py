"""Folders that end with their process: the next process removes those of a killed one, and nothing else."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee import files
from referee.errors import UsageError
from referee.files import PASSING, passing_folder

HOLDER = """
import sys
from referee.files import passing_folder
with passing_folder() as folder:
    (folder / "socket").mkdir()
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for temporary files of this test and its processes; its path is short, unlike `tmp_path`."""
    with passing_folder() as folder:
        temporary_files_lie_in(folder, monkeypatch)
        yield folder


def temporary_files_lie_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))


@contextmanager
def holder() -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """A process with such a folder."""
    command = [sys.executable, "-c", HOLDER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, Path(process.stdout.readline().strip())
        finally:
            process.kill()


def test_what_a_killed_process_has_left_is_removed_by_the_next_one_and_the_folder_of_a_living_one_is_not() -> None:
    with holder() as (killed, left), holder() as (_, living):
        killed.kill()
        killed.wait()
        assert (left / "socket").is_dir()
        with passing_folder() as mine:
            assert not left.exists()
            assert (living / "socket").is_dir()
            assert mine.stat().st_mode & 0o777 == 0o700
            with passing_folder() as another:
                assert mine.is_dir()
                assert another.is_dir()
        assert not mine.exists()


def test_what_is_somebody_elses_or_no_folder_is_left_alone(place: Path) -> None:
    (place / f"{PASSING}file").touch()
    (place / "elsewhere").mkdir()
    (place / f"{PASSING}link").symlink_to(place / "elsewhere")
    (place / "referee-other").mkdir()
    foreign = place / f"{PASSING}foreign"
    foreign.mkdir()
    if os.geteuid() == 0:
        os.chown(foreign, 65534, 65534)
    else:
        foreign.rmdir()
    there = {*place.iterdir()}
    with passing_folder():
        pass
    assert {*place.iterdir()} == there


def test_where_the_path_would_be_too_long_for_a_socket_another_place_is_taken(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(place))
    long = place / ("ä" * 40)
    long.mkdir()
    temporary_files_lie_in(long, monkeypatch)
    with passing_folder() as folder, socket.socket(socket.AF_UNIX) as server:
        assert folder.parent == place
        (folder / "socket").mkdir()
        server.bind(str(folder / "socket" / "referee"))


def test_where_every_path_is_too_long_it_says_what_to_set(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LONGEST_PATH_OF_A_FOLDER", len(PASSING) + 10)
    with pytest.raises(
        UsageError, match=r"too long for a socket; set TMPDIR to a folder with a path of at most 1 bytes"
    ):
        passing_folder().__enter__()

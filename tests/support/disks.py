"""Real disks that are small, full or only to be read."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest


class SmallDisk:
    """A disk of its own, mounted at `path`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ballast = path / "ballast"

    def fill(self, leave: int = 0) -> None:
        """Fills it up to this number of bytes."""
        with self._ballast.open("ab", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass
            file.truncate(max(file.tell() - leave, 0))

    def empty(self) -> None:
        """Makes room again."""
        self._ballast.unlink()

    def read_only(self) -> None:
        """From now on it can only be read, seen from here: an ordinary user in a namespace may no more."""
        _mount("-o", "remount,bind,ro", self.path)


@contextmanager
def small_disk(path: Path, size: str = "1m") -> Iterator[SmallDisk]:
    """A disk of that size at `path`, for the length of the block; skips the test where nobody may mount.

    Root may; everyone else may in a separate namespace, where `test_disks_of_ordinary_users.py` runs these tests.
    """
    path.mkdir(parents=True)
    try:
        _mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", path)
    except (OSError, subprocess.CalledProcessError):
        left_out("a small disk cannot be mounted here: that takes root", allowed=os.geteuid() != 0)
    try:
        yield SmallDisk(path)
    finally:
        subprocess.run(["umount", "--lazy", path], check=True)


def left_out(why: str, *, allowed: bool = False) -> NoReturn:
    """Skips a test, or on CI fails it: there, everything has to be tried, unless that is `allowed`."""
    if os.environ.get("CI") and not allowed:
        pytest.fail(f"{why}, and on CI no test may be left out for that")
    pytest.skip(why)


def _mount(*words: object) -> None:
    subprocess.run(["mount", *map(str, words)], check=True, capture_output=True)

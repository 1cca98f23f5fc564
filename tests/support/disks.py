"""Real disks that are small, full or only to be read."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class SmallDisk:
    """A disk of its own, mounted at `path`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ballast = path / "ballast"

    def fill(self, leave: int = 0) -> None:
        """Fills it up to so many bytes."""
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
        """From now on it can only be read."""
        _mount("-o", "remount,ro", self.path)


@contextmanager
def small_disk(path: Path, size: str = "1m") -> Iterator[SmallDisk]:
    """A disk of that size at `path`, for the length of the block; skips the test where nobody may mount."""
    path.mkdir(parents=True)
    try:
        _mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", path)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("a small disk can not be mounted here: that takes root")
    try:
        yield SmallDisk(path)
    finally:
        subprocess.run(["umount", "--lazy", path], check=True)


def _mount(*words: object) -> None:
    subprocess.run(["mount", *map(str, words)], check=True, capture_output=True)

"""Keeps two referees from using one data directory."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.errors import UsageError


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Makes the directory, if there is none, and holds its lock, which ends with the process at the latest.

    Raises `UsageError` if another process holds it.
    """
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (directory / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"another referee is using {directory}") from None
        yield

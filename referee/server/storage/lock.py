"""Keeps two referees from using one data directory."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.errors import UsageError
from referee.files import plain, private_folder


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Create the directory if necessary, and hold its lock, which is released when the process ends, if not before.

    Raises `UsageError` if another process holds it, or the directory cannot be created.
    """
    private_folder(directory)
    path = directory / "lock"
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise UsageError(plain(error, path)) from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"another referee is using {directory}") from None
        yield
    finally:
        os.close(descriptor)

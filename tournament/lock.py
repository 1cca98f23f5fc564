"""A lock against two runners on one database. The kernel frees it when its holder dies, however it dies."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tournament.errors import UserError


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Holds `<database>.lock` for the block. Raises `UserError`, naming the holder, if another process has it."""
    path = database.with_name(database.name + ".lock")
    # Never removed: whoever waits for a file that was removed would lock a name that nobody else looks at.
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(descriptor, 32, 0).decode(errors="replace").strip() or "unknown"
            raise UserError(
                f"{database}: another runner (process {holder}) is playing this tournament; wait for it or stop it"
            ) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)

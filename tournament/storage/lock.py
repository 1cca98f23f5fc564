"""A lock against two runners on one database.

The kernel releases the lock when its holder ends, for whatever reason.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.files import plain, refuse_irregular
from tournament.errors import UserError


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Hold `<database>.lock` for the block. Raises `UserError`, naming the holder, if another process has it."""
    if database.is_dir():
        raise UserError(f"{database}: this is a folder; name a file, e.g. {database / 'tournament.db'}")
    with suppress(FileNotFoundError, NotADirectoryError):
        refuse_irregular(database, database.stat())
    if not database.parent.is_dir():
        raise UserError(f"{database}: there is no folder {str(database.parent)!r}; create it, or choose another place")
    path = database.with_name(database.name + ".lock")
    try:
        # The lock file is never removed, because a process that waits for a removed file would lock a file that no
        # other process opens.
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise UserError(plain(OSError(error.errno, error.strerror), database)) from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(descriptor, 32, 0).decode(errors="replace").strip() or "unknown"
            raise UserError(
                f"{database}: another runner (process {holder}) is playing this tournament; wait for it or stop it"
            ) from None
        os.ftruncate(descriptor, 0)
        with suppress(OSError):  # on a full disk, errors cannot name the holder
            os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)

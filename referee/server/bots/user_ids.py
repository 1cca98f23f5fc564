"""User ids for root's bots, each for one bot at a time on this machine.

The kernel does not limit the number of processes of user 0, and it counts all processes of any other user together. So
two bots with the same user id would share one limit, and one of them could exhaust it. A referee reserves a user id by
locking one byte of a file that all referees share. The lock belongs to an open file that the sandbox inherits. It ends
when the last copy of the open file is closed, even if a `kill -9` closes it.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import randbelow
from tempfile import gettempdir

from referee.errors import UsageError

FILE = Path("/run/referee-user-ids.lock")
FIRST = 61184  # the range from which systemd takes ids for services without a fixed user
HOW_MANY = 4000


@contextmanager
def user_id() -> Iterator[tuple[int, int]]:
    """A user id that no one else has, and the descriptor that holds it: it is free again when all copies are closed.

    Raises:
        UsageError: no user id is free.
    """
    descriptor = _open()
    try:
        start = randbelow(HOW_MANY)  # counting up would reveal to the bot how many were started before it
        for number in range(HOW_MANY):
            place = (start + number) % HOW_MANY
            if _lock(descriptor, place):
                yield FIRST + place, descriptor
                return
        raise UsageError(f"all {HOW_MANY} user ids for bots are in use: {FILE}")
    finally:
        os.close(descriptor)


def _open() -> int:
    file = FILE if os.access(FILE.parent, os.W_OK) else Path(gettempdir(), FILE.name)
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        descriptor = os.open(file, flags, 0o600)
    except OSError as error:
        raise UsageError(f"cannot open {file}, the list of user ids that bots are using: {error.strerror}") from None
    if os.fstat(descriptor).st_uid != os.geteuid():
        os.close(descriptor)
        raise UsageError(f"{file}, the list of user ids that bots are using, belongs to another user")
    return descriptor


def _lock(descriptor: int, place: int) -> bool:
    """Lock a byte for the open file, not for this process as usual; return whether it was free."""
    wanted = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, place, 1, 0)
    try:
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, wanted)
    except OSError:
        return False
    return True

"""What a bot has sent over the referee's unix socket that gRPC has not read yet.

The frames of a bot on this machine are not counted by any proxy. But gRPC reads all sockets in one thread: if a bot
sends data that is slow to read, its socket fills up, and the few bytes of all other bots have to wait. The kernel
reports how many bytes are waiting in each connection, and which process has made it.
"""

from __future__ import annotations

import fcntl
import os
import socket
import stat
import struct
import sys
import termios
from collections.abc import Collection
from contextlib import suppress

MOST_UNREAD = 64 * 1024
"""The limit of unread bytes in all connections of a bot together.

An answer has about 60, and up to 1,100 with the longest note.
"""

SECONDS_UNREAD = 0.4
"""A bot is ended only after more has waited for this long: the referee itself may have had no core for a moment."""

TOO_MUCH_UNREAD = (
    f"sent so much data that more than {MOST_UNREAD // 1024} KiB were waiting to be read for {SECONDS_UNREAD:g} s"
)

_NUMBER = struct.Struct("i")
_OF_PEER = struct.Struct("3i")


def unread_from(processes: Collection[int]) -> int:
    """How many bytes wait in the connections of these processes to a unix socket of this process."""
    if sys.platform != "linux":
        return 0
    unread = 0
    for name in os.listdir("/proc/self/fd"):  # noqa: PTH208 - there may be many
        with suppress(OSError):  # it is not a socket, or was closed meanwhile
            descriptor = int(name)
            if _peer(descriptor) in processes:
                unread += _waiting_in(descriptor)
    return unread


def unread_by_us() -> int:
    """How many bytes wait in all sockets of this process.

    It examines each socket, so the thread that plays matches must not call it.
    """
    if sys.platform != "linux":
        return 0
    unread = 0
    for name in os.listdir("/proc/self/fd"):  # noqa: PTH208 - as above
        with suppress(OSError):
            if stat.S_ISSOCK(os.fstat(int(name)).st_mode):
                unread += _waiting_in(int(name))
    return unread


def _waiting_in(descriptor: int) -> int:
    waiting: int = _NUMBER.unpack(fcntl.ioctl(descriptor, termios.FIONREAD, bytes(_NUMBER.size)))[0]
    return waiting


def _peer(descriptor: int) -> int:
    """Which process has made the connection. It does not copy the descriptor, which would keep the connection open."""
    borrowed = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, fileno=descriptor)
    try:
        peer: int = _OF_PEER.unpack(borrowed.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _OF_PEER.size))[0]
        return peer
    finally:
        borrowed.detach()

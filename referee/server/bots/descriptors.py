"""How many files all processes of a bot have open, and how many of them the kernel watches for it by epoll.

The number of open files is limited for the machine, and that of watches for each user. An ordinary user's bots share
both limits with the referee: once they have reached one, no bot can connect any more. Besides, each file and each watch
takes memory of the kernel that counts for no process.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress

MOST_FILES = 16_384
"""Open in all processes of a bot together; a large program has some hundreds."""
MOST_WATCHES = 100_000
"""Of all processes of a bot; a large program has some hundreds. They take some 27 MB."""

_FEW_FILES = 64
"""With no more open files a process can have 1,024 watches, and is not looked at: most processes are such."""


def too_many_descriptors(processes: Iterable[int]) -> str:
    """Why a bot has to be ended that has these processes; empty if they have few. It looks at no more than too many."""
    files = watches = 0
    for process in processes:
        descriptors = _descriptors(process)
        files += len(descriptors)
        if files > MOST_FILES:
            return f"had more than {MOST_FILES} files open in all"
        for descriptor in descriptors if len(descriptors) > _FEW_FILES else ():
            for _ in _watches(process, descriptor):
                watches += 1
                if watches > MOST_WATCHES:
                    return f"had more than {MOST_WATCHES} open files watched by epoll"
    return ""


def _descriptors(process: int) -> list[str]:
    try:
        return os.listdir(f"/proc/{process}/fd")  # noqa: PTH208 - there may be many
    except OSError:
        return []  # it has ended


def _watches(process: int, descriptor: str) -> Iterator[str]:
    """A line for each watch, if that is an epoll."""
    with suppress(OSError):
        if os.readlink(f"/proc/{process}/fd/{descriptor}") == "anon_inode:[eventpoll]":  # noqa: PTH115 - there are many
            with open(f"/proc/{process}/fdinfo/{descriptor}") as lines:  # noqa: PTH123 - the same
                yield from (line for line in lines if line.startswith("tfd:"))

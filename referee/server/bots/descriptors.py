"""How many files a bot's processes have open, and how many of those the kernel watches for it by epoll.

The machine limits the number of open files in total, and the number of watches for each user. An ordinary user's bots
share both limits with the referee. Once a limit is reached, no bot can connect any more. Each file and each watch also
takes kernel memory that is not counted for any process.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress

MOST_FILES = 16_384
"""The limit of open files in all processes of a bot together; a large program has a few hundred."""
MOST_WATCHES = 100_000
"""The limit of watches in all processes of a bot together; a large program has a few hundred.

This many take about 27 MB.
"""

_FEW_FILES = 64
"""With at most this many open files a process can have 1,024 watches, so its watches are not counted."""


def too_many_descriptors(processes: Iterable[int]) -> str:
    """Why the bot with these processes must be stopped; empty if it need not be stopped.

    Counting stops at the first excess.
    """
    files = watches = 0
    for process in processes:
        descriptors = _descriptors(process)
        files += len(descriptors)
        if files > MOST_FILES:
            return f"had more than {MOST_FILES} files open in total"
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
    """A line for each watch, if the descriptor is an epoll instance."""
    with suppress(OSError):
        if os.readlink(f"/proc/{process}/fd/{descriptor}") == "anon_inode:[eventpoll]":  # noqa: PTH115 - there are many
            with open(f"/proc/{process}/fdinfo/{descriptor}") as lines:  # noqa: PTH123 - the same
                yield from (line for line in lines if line.startswith("tfd:"))

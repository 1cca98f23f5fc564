"""How many open files a bot has the kernel watch by epoll, of which each user of a machine has a few millions at most.

An ordinary user's bots share that number with the referee: when they have it all, no bot can connect any more. And each
takes a part of the kernel's own memory, which no process shows.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress

MOST_WATCHES = 100_000
"""Of all processes of a bot; those of a large program are some hundreds. They take some 27 MB."""

_FEW_FILES = 64
"""With no more open files a process can have 1,024 watches, and is not looked at: most processes are such."""


def too_many_watches(processes: Iterable[int]) -> str:
    """Why a bot has to be ended; empty if its processes have few watches. It takes no longer the more they have."""
    watches = 0
    for process in processes:
        for file in _watching(process):
            with suppress(OSError), open(f"/proc/{process}/fdinfo/{file}") as lines:  # noqa: PTH123 - there are many
                for line in lines:
                    watches += line.startswith("tfd:")
                    if watches > MOST_WATCHES:
                        return f"had more than {MOST_WATCHES} open files watched by epoll"
    return ""


def _watching(process: int) -> list[str]:
    """The descriptors of a process that are epolls."""
    folder = f"/proc/{process}/fd"
    found = []
    with suppress(OSError):
        files = os.listdir(folder)  # noqa: PTH208 - there are many
        for file in files if len(files) > _FEW_FILES else ():
            with suppress(OSError):
                if os.readlink(f"{folder}/{file}") == "anon_inode:[eventpoll]":  # noqa: PTH115 - the same
                    found.append(file)
    return found

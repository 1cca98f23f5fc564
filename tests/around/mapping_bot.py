"""A bot that makes looks at its memory long, and thinks longer than it may: `mapping_bot.py FORKS MIB SECONDS TURNS`.

Every second page of MIB is a mapping of its own, which FORKS processes share. It thinks for SECONDS at its first TURNS.
"""

from __future__ import annotations

import ctypes
import os
import sys
import time

from referee_client import Turn, run

FORKS, MIB, SECONDS, TURNS = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
PAGE = 4096
READ, READ_AND_WRITE, PRIVATE_AND_ANONYMOUS, NO_HUGE_PAGES = 1, 3, 0x22, 15


def take_memory() -> None:
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    size = ctypes.c_size_t(MIB << 20)
    place = libc.mmap(None, size, READ_AND_WRITE, PRIVATE_AND_ANONYMOUS, -1, 0)
    libc.madvise(ctypes.c_void_p(place), size, NO_HUGE_PAGES)
    ctypes.memset(place, 1, size.value)
    for offset in range(0, size.value, 2 * PAGE):
        libc.mprotect(ctypes.c_void_p(place + offset), ctypes.c_size_t(PAGE), READ)
    for _ in range(FORKS):
        if os.fork() == 0:
            time.sleep(600)  # it ends with the sandbox
            os._exit(0)


class Slow:
    def choose(self, turn: Turn) -> int:
        if turn.number <= TURNS:
            time.sleep(SECONDS)
        return 0


take_memory()
run(Slow)

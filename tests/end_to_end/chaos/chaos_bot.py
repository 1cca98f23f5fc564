"""A bot that answers at once, and meanwhile does all it can to hurt the referee and its opponent.

In each match it makes another one of the attacks in `ATTACKS`, or the one that the variable ATTACK names.
"""

from __future__ import annotations

import ctypes
import fcntl
import mmap
import os
import random
import resource
import signal
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle
from pathlib import Path

from referee_client import Bot, MatchInfo, Turn, run

SESSIONS = 40
FORKS = 60
MAPPINGS = 20_000
PAGE = mmap.PAGESIZE
MIB = 1 << 20
LINE_ENDS = "\u2028 \u2029 \u0085 \x1b[2J"
libc = ctypes.CDLL(None, use_errno=True)


def spin() -> None:
    while True:
        pass


def spins_in_sessions() -> None:
    """Each session has a share of its own, where the kernel goes by sessions."""
    for _ in range(SESSIONS):
        if os.fork() == 0:
            with suppress(OSError):
                os.setsid()
            spin()
    signal.pause()


def spins_in_threads() -> None:
    for _ in range(SESSIONS):
        threading.Thread(target=spin, daemon=True).start()
    signal.pause()


def makes_looks_slow() -> None:
    """A mapping in 20,000 pieces, in 60 processes: to sum up its memory takes seconds."""
    with mmap.mmap(-1, 2 * MAPPINGS * PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        for page in range(0, 2 * MAPPINGS, 2):
            memory[page * PAGE] = 1
            libc.mprotect(ctypes.c_void_p(start + page * PAGE), ctypes.c_size_t(PAGE), mmap.PROT_READ)
        for _ in range(FORKS):
            if os.fork() == 0:
                break
        signal.pause()


def overruns_its_memory() -> None:
    """Memory that is given back before a look can see it."""
    while True:
        bytearray(random.randint(64, 512) * MIB)


def starts_processes() -> None:
    while True:
        with suppress(OSError):
            if os.fork() == 0:
                os._exit(0)
            os.wait()


def opens_all_descriptors() -> None:
    kept = []
    with suppress(OSError):
        while True:
            kept.append(os.pipe())
    spin()


def makes_files_without_end() -> None:
    folder = tempfile.mkdtemp()
    with suppress(OSError):
        for number in range(1_000_000):
            os.close(os.open(f"{folder}/{number}", os.O_CREAT | os.O_WRONLY))
    spin()


def fills_its_disk() -> None:
    with tempfile.TemporaryFile() as file, suppress(OSError):
        while True:
            file.write(bytes(MIB))
    spin()


def watches_and_locks() -> None:
    with Path(sys.executable).open("rb") as program:
        while True:
            with suppress(OSError):
                fcntl.flock(program, fcntl.LOCK_EX | fcntl.LOCK_NB)
                fcntl.flock(program, fcntl.LOCK_UN)
            libc.inotify_init1(0)


def writes_without_end() -> None:
    while True:
        with suppress(OSError):
            os.write(2, LINE_ENDS.encode() * 1000)


ATTACKS: dict[str, Callable[[], None]] = {
    attack.__name__: attack
    for attack in (
        spins_in_sessions,
        makes_looks_slow,
        spins_in_threads,
        overruns_its_memory,
        starts_processes,
        opens_all_descriptors,
        makes_files_without_end,
        fills_its_disk,
        watches_and_locks,
        writes_without_end,
    )
}


class Chaos(Bot):
    """Its attacks run in another process, so that its answers come at once."""

    wanted = os.environ.get("ATTACK")
    attacks = cycle([wanted] if wanted else random.sample(list(ATTACKS), len(ATTACKS)))
    attacker = 0

    def start(self, match: MatchInfo) -> None:
        if Chaos.attacker:
            with suppress(OSError):
                os.killpg(Chaos.attacker, signal.SIGKILL)
                os.waitpid(Chaos.attacker, 0)
        attack = ATTACKS[next(Chaos.attacks)]
        Chaos.attacker = os.fork()
        if Chaos.attacker == 0:
            with suppress(OSError):
                os.setpgid(0, 0)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            with suppress(BaseException):
                attack()
            os._exit(0)

    def choose(self, turn: Turn) -> int:
        turn.note = LINE_ENDS
        return random.randrange(len(turn.options))


run(Chaos)

"""Server, crowd and disk, and what is done to them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

import grpc
import psutil

from referee.kernel.job import TimeControl
from tests.end_to_end.serving import Server
from tests.end_to_end.soak.memory import Memory
from tests.end_to_end.soak.serve import LISTED
from tests.support.disks import SmallDisk
from tests.support.set_clock import SetClock
from tests.support.waiting import wait_until

BOTS = [f"bot-{number}" for number in range(100)]
QUICK = TimeControl(decision_ms=1000, bank_ms=2000, startup_ms=3000)
SECONDS_STOPPED = [1, 1, 1, 30]
CHECKED_AT_ONCE = 500
STILL_LISTED = LISTED + 200
"""The last records by their files' times, with some more: the referee itself counts in another order."""


class Soak:
    """What runs, and what it has come to.

    Attributes:
        memory: What is measured of this life of the server.
        faults: How often each kind of fault happened.
    """

    def __init__(self, folder: Path, disk: SmallDisk) -> None:
        self.disk = disk
        self.clock = SetClock.installed(folder)
        self.server = Server(folder, disk.path / "data", program=("tests.end_to_end.soak.serve",))
        self.tokens = [self.server.token(name) for name in BOTS]
        self.spectator = self.server.token("spectator", "--spectator")
        self.randomly = Random(time.time_ns())
        self.memory = Memory()
        self.process: subprocess.Popen[str]
        self.crowd: subprocess.Popen[str]
        self._serving = ExitStack()
        self._crowding = ExitStack()
        self._created = 0
        self._refused = 0
        self.faults: Counter[str] = Counter()
        self._next_faults: list[Callable[[], None]] = []
        self._crowd_log = folder / "crowd.log"
        self._checked = 0
        self._forgotten = disk.path / "forgotten"
        self._forgotten.mkdir()
        self._checking: subprocess.Popen[str] | None = None

    def serve(self) -> None:
        self.memory = Memory()
        environment = self.clock.environment if self.clock else {}
        self.process = self._serving.enter_context(self.server.running(environment=environment))

    def gather(self) -> None:
        self.crowd = self._crowding.enter_context(_crowd(self._crowd_log))
        assert self.crowd.stdin is not None
        settings = {
            "address": self.server.address,
            "tokens": self.tokens,
            "spectator": self.spectator,
            "seed": self.randomly.random(),
        }
        self.crowd.stdin.write(json.dumps(settings) + "\n")
        self.crowd.stdin.flush()

    def create(self) -> None:
        """Creates a match between bots that may be there or not."""
        name = f"soak-{self._created}"
        self._created += 1
        try:
            self.server.create(name, self.randomly.sample(BOTS, self.randomly.choice([2, 2, 3, 4])), QUICK)
        except grpc.RpcError as error:
            if error.code() not in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.RESOURCE_EXHAUSTED}:
                raise
            self._refused += 1

    def unfinished(self) -> int:
        return len(list(self.server.records.glob("*.journal")))

    def note_memory(self) -> None:
        over = self._checked + sum(1 for folder in (self.server.records, self._forgotten) for _ in _records(folder))
        self.memory.note(time.monotonic(), over, psutil.Process(self.process.pid).memory_info().rss / 1024)

    def kinds(self, *, may_kill_server: bool) -> list[Callable[[], None]]:
        """All that can go wrong here."""
        kinds: list[Callable[[], None]] = [self.full_disk, self.crowd_stops, self.server_stops, self.crowd_is_killed]
        return kinds + [self.clock_jumps] * (self.clock is not None) + [self.server_is_killed] * may_kill_server

    def fail(self, *, may_kill_server: bool) -> None:
        """Something goes wrong, and is well again a little later: everything once, and then everything again."""
        kinds = self.kinds(may_kill_server=may_kill_server)
        left = [fault for fault in self._next_faults if fault in kinds]
        self._next_faults = left or self.randomly.sample(kinds, len(kinds))
        self.happen(self._next_faults.pop())

    def happen(self, fault: Callable[[], None]) -> None:
        """Counts it, and lets it happen."""
        self.faults[fault.__name__] += 1
        fault()

    def full_disk(self) -> None:
        self.disk.fill()
        time.sleep(2)  # two tries of the server to write, which are a second apart
        self.disk.empty()

    def crowd_stops(self) -> None:
        _stop(self.crowd, 3)

    def server_stops(self) -> None:
        _stop(self.process, self.randomly.choice(SECONDS_STOPPED))

    def crowd_is_killed(self) -> None:
        self._crowding.close()
        self.gather()

    def clock_jumps(self) -> None:
        assert self.clock is not None
        self.clock.jump(self.randomly.choice([3600, -3600, 0, 86400]))

    def server_is_killed(self) -> None:
        self._serving.close()
        self.serve()

    def check_what_is_forgotten(self) -> None:
        """Takes records that the referee lists no longer out of its folder, and has them checked, many at once."""
        if self._checking is not None and self._checking.poll() is not None:
            self._take_check(self._checking)
        old = sorted(_records(self.server.records), key=os.path.getmtime)[:-STILL_LISTED]
        if self._checking is None and len(old) >= CHECKED_AT_ONCE:
            for path in old:
                path.rename(self._forgotten / path.name)
            self._checking = _verify(self._forgotten)

    def end(self) -> None:
        """Lets everything come to its end, in order, and checks what is left."""
        wait_until(lambda: self.unfinished() == 0, 120)
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(60) == 0
        self._crowding.close()
        self._serving.close()
        if self._checking is not None:
            self._take_check(self._checking)
        for path in list(_records(self.server.records)):
            path.rename(self._forgotten / path.name)
        self._take_check(_verify(self._forgotten))
        log = self.server.log.read_text(errors="replace")
        assert "Traceback" not in log, log[-5000:]
        assert "defect" not in log, log[-5000:]
        assert self._checked == self._created - self._refused, "a match got lost"

    def told(self) -> str:
        """What was done, in words."""
        played = f"{self._created} matches asked for, {self._refused} refused, {self._checked} records verified"
        return f"{played}; faults {_listed(self.faults)}; the crowd saw {_listed(self.seen())}"

    def seen(self) -> Counter[str]:
        """What all crowds saw, and how their calls failed."""
        return sum((Counter(json.loads(line)) for line in self._crowd_log.read_text().splitlines()), Counter[str]())

    def _take_check(self, checking: subprocess.Popen[str]) -> None:
        """Waits for the check of the forgotten records, and removes them."""
        said, _ = checking.communicate()
        assert checking.returncode == 0, said[-5000:]
        for path in list(_records(self._forgotten)):
            path.unlink()
            self._checked += 1
        self._checking = None


def _records(folder: Path) -> Iterator[Path]:
    return folder.glob("*.jsonl")


def _verify(folder: Path) -> subprocess.Popen[str]:
    command = ["nice", sys.executable, "-m", "referee", "verify", str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def _stop(process: subprocess.Popen[str], seconds: float) -> None:
    process.send_signal(signal.SIGSTOP)
    time.sleep(seconds)  # the fault itself: it does nothing for so long
    process.send_signal(signal.SIGCONT)


def _listed(counted: Counter[str]) -> str:
    return ", ".join(f"{count:,} {what}" for what, count in sorted(counted.items()))


@contextmanager
def _crowd(log: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.end_to_end.soak.crowd"]
    with (
        log.open("a") as seen,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=seen, text=True) as process,
    ):
        try:
            yield process
        finally:
            process.kill()

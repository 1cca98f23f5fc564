"""Half an hour of everything at once: bots and spectators come and go, and disk, clock and processes fail.

`REFEREE_SOAK_MINUTES=5 pytest -m long tests/end_to_end/soak -s` is a shorter one. In the end every record is sound, the
log knows of no defect, and memory has not grown but for what is known to stay of a match that is over.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

import grpc
import numpy as np
import psutil
import pytest

from referee.kernel.job import TimeControl
from tests.end_to_end.serving import Server
from tests.support.disks import SmallDisk, small_disk
from tests.support.waiting import wait_until

MINUTES = float(os.environ.get("REFEREE_SOAK_MINUTES", "30"))
BOTS = [f"bot-{number}" for number in range(100)]
QUICK = TimeControl(decision_ms=1000, bank_ms=2000, startup_ms=3000)
SECONDS_BETWEEN_MATCHES = 0.25
SECONDS_BETWEEN_FAULTS = 8.0
MATCHES_AT_ONCE = 5
MAX_UNFINISHED = 60
KIB_OF_A_MATCH_THAT_IS_OVER = 8
MIB_FOR_THE_REST = 15
FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)


class Soak:
    """Server, crowd and disk, and what is done to them."""

    def __init__(self, folder: Path, disk: SmallDisk) -> None:
        self.folder = folder
        self.disk = disk
        self.clock = folder / "clock"
        self.clock.write_text("+0")
        self.server = Server(folder, disk.path / "data")
        self.tokens = [self.server.token(name) for name in BOTS]
        self.spectator = self.server.token("spectator", "--spectator")
        self.randomly = Random(time.time_ns())
        self.process: subprocess.Popen[str]
        self.crowd: subprocess.Popen[str]
        self._serving = ExitStack()
        self._crowding = ExitStack()
        self.created = 0
        self.refused = 0
        self.faults: list[str] = []
        self.memory: list[tuple[float, int, float]] = []

    def serve(self) -> None:
        environment = {"FAKETIME_TIMESTAMP_FILE": str(self.clock), "FAKETIME_CACHE_DURATION": "1"}
        environment |= {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "LD_PRELOAD": str(FAKETIME)} if FAKETIME else {}
        self.process = self._serving.enter_context(self.server.running(environment=environment))

    def gather(self) -> None:
        self.crowd = self._crowding.enter_context(_crowd())
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
        """Creates a match between bots that may be there or not; some are cancelled."""
        name = f"soak-{self.created}"
        self.created += 1
        try:
            self.server.create(name, self.randomly.sample(BOTS, self.randomly.choice([2, 2, 3, 4])), QUICK)
        except grpc.RpcError as error:
            if error.code() not in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.RESOURCE_EXHAUSTED}:
                raise
            self.refused += 1

    def unfinished(self) -> int:
        return len(list(self.server.records.glob("*.journal")))

    def note_memory(self) -> None:
        resident = psutil.Process(self.process.pid).memory_info().rss / 1024
        self.memory.append((time.monotonic(), len(list(self.server.records.glob("*.jsonl"))), resident))

    def fail(self, *, may_kill_server: bool) -> None:
        """Something goes wrong, and is well again a little later."""
        faults: list[Callable[[], None]] = [self.full_disk, self.crowd_stops, self.server_stops, self.crowd_is_killed]
        faults += [self.clock_jumps] if FAKETIME else []
        faults += [self.server_is_killed] if may_kill_server else []
        fault = self.randomly.choice(faults)
        self.faults.append(fault.__name__)
        fault()

    def full_disk(self) -> None:
        self.disk.fill()
        time.sleep(2)
        self.disk.empty()

    def crowd_stops(self) -> None:
        self.crowd.send_signal(signal.SIGSTOP)
        time.sleep(3)
        self.crowd.send_signal(signal.SIGCONT)

    def server_stops(self) -> None:
        self.process.send_signal(signal.SIGSTOP)
        time.sleep(1)
        self.process.send_signal(signal.SIGCONT)

    def crowd_is_killed(self) -> None:
        self._crowding.close()
        self.gather()

    def clock_jumps(self) -> None:
        self.clock.write_text(self.randomly.choice(["+3600", "-3600", "+0", "+86400"]))

    def server_is_killed(self) -> None:
        self._serving.close()
        self.serve()

    def end(self) -> None:
        """Lets everything come to its end, in order."""
        wait_until(lambda: self.unfinished() == 0, 120)
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(60) == 0
        self._crowding.close()
        self._serving.close()

    def kib_per_match(self, since: float) -> tuple[float, float]:
        """How memory grew with each match that was over, and in a minute, from the measurements since then."""
        points = np.array([point for point in self.memory if point[0] >= since])
        of_matches = np.polyfit(points[:, 1], points[:, 2], 1)[0]
        of_minutes = np.polyfit((points[:, 0] - points[0, 0]) / 60, points[:, 2], 1)[0]
        return float(of_matches), float(of_minutes)


@contextmanager
def _crowd() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.end_to_end.soak.crowd"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.long
@pytest.mark.timeout(60 * MINUTES + 1200)
def test_a_soak(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", size="1g") as disk:
        soak = Soak(tmp_path, disk)
        soak.serve()
        soak.gather()
        begun = time.monotonic()
        end, next_fault = begun + 60 * MINUTES, begun + SECONDS_BETWEEN_FAULTS
        # Memory is measured in one life of the server, when it has warmed up: the kills come before.
        steady = begun + 60 * MINUTES / 3
        while time.monotonic() < end:
            for _ in range(min(MATCHES_AT_ONCE, MAX_UNFINISHED - soak.unfinished())):
                soak.create()
            soak.note_memory()
            time.sleep(SECONDS_BETWEEN_MATCHES)
            if time.monotonic() > next_fault:
                soak.fail(may_kill_server=time.monotonic() < steady - 30)
                next_fault = time.monotonic() + SECONDS_BETWEEN_FAULTS
        soak.end()
        of_match, of_minute = soak.kib_per_match(steady)
        grown = soak.memory[-1][2] - next(point for point in soak.memory if point[0] >= steady)[2]
        over = soak.memory[-1][1] - next(point for point in soak.memory if point[0] >= steady)[1]
        counts = {name: soak.faults.count(name) for name in sorted(set(soak.faults))}
        print(f"{soak.created} matches asked for, {soak.refused} refused; faults {counts}")
        print(f"memory: {of_match:.1f} KiB a match, {of_minute:.0f} KiB a minute; {grown:.0f} KiB in {over} matches")
        log = soak.server.log.read_text(errors="replace")
        assert "Traceback" not in log, log[-5000:]
        assert "defect" not in log, log[-5000:]
        records = soak.server.finished()
        assert len(records) == soak.created - soak.refused
        checked = subprocess.run(
            [sys.executable, "-m", "referee", "verify", str(soak.server.records)],
            capture_output=True,
            text=True,
            check=False,
        )
        print(checked.stdout[-300:])
        assert checked.returncode == 0, checked.stdout + checked.stderr
        assert grown <= KIB_OF_A_MATCH_THAT_IS_OVER * over + 1024 * MIB_FOR_THE_REST

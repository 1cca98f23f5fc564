"""Traces of matches for an OpenTelemetry collector, from a separate process.

A trace of a match takes about 1 ms of CPU time. The thread that plays only queues the times of a match when it has
ended, so a trace reveals nothing about a running one; a thread writes them to the process, which has the library. The
queue is bounded, and what does not fit is counted and reported.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from queue import Full, Queue

import msgspec
from msgspec import Struct

from referee.addresses import host_and_port
from referee.counts import counted
from referee.errors import UsageError
from referee.match_times import MatchTimes

EXPORTER = [sys.executable, "-m", "referee.trace_exporter"]

SCHEMES = ("http://", "https://")

MOST_WAITING = 1000
"""How many matches wait for the process before further ones are left out."""

SECONDS_TO_STOP = 15.0
"""How long the process may take to send what it has, when the program ends."""

log = logging.getLogger(__name__)


class TracedMatch(Struct, frozen=True):
    """A match that has ended, and when its result was stored, in seconds since 1970; 0 if it was not stored here."""

    times: MatchTimes
    stored_unix_s: float = 0.0
    store_s: float = 0.0


class Traces:
    """Sends matches that have ended to a collector. Made by `open_traces`.

    Attributes:
        missing: How many matches are not in the traces.
    """

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.missing = 0
        self._process = process
        self._queue: Queue[TracedMatch | None] = Queue(MOST_WAITING)
        self._has_ended = False
        self._writing = threading.Thread(target=self._write, daemon=True)
        self._writing.start()

    def ended(self, times: MatchTimes | None, *, stored_unix_s: float = 0.0, store_s: float = 0.0) -> None:
        """Trace a match that has ended, if it has. Returns at once."""
        if times is None:
            return
        try:
            if not self._has_ended:
                self._queue.put_nowait(TracedMatch(times, stored_unix_s, store_s))
                return
        except Full:
            pass
        self.missing += 1

    def close(self) -> None:
        """Let the process send what it has, and report what is missing."""
        limit = threading.Timer(SECONDS_TO_STOP, self._process.kill)
        limit.start()
        self._queue.put(None)
        self._writing.join()
        self._process.wait()
        limit.cancel()
        limit.join()
        if self._process.returncode:
            log.warning("traces: the exporter ended with exit code %s", self._process.returncode)
        if self.missing:
            log.warning("traces: %s missing", _are(self.missing))

    def _write(self) -> None:
        assert self._process.stdin is not None
        try:
            with self._process.stdin as pipe:
                while (match := self._queue.get()) is not None:
                    pipe.write(msgspec.json.encode(match) + b"\n")
                    pipe.flush()
        except OSError:  # it has ended
            self._has_ended = True
            self.missing += 1
            while not self._queue.empty():
                self.missing += self._queue.get_nowait() is not None


@contextmanager
def open_traces(address: str) -> Iterator[Traces | None]:
    """Send traces to a collector at this address within the block. If it is empty, do nothing.

    Raises `UsageError` if OpenTelemetry is not installed, or if the address is not valid.
    """
    if not address:
        yield None
        return
    check_traces_address(address)
    if any(find_spec(name) is None for name in ("opentelemetry", "grpc")) or _lacks_exporter():
        raise UsageError("--traces needs OpenTelemetry: install referee[traces]")
    process = subprocess.Popen([*EXPORTER, address], stdin=subprocess.PIPE, start_new_session=True)
    traces = Traces(process)
    try:
        yield traces
    finally:
        traces.close()


def check_traces_address(address: str) -> None:
    """Raise `UsageError` if this is not the address of a collector."""
    if not address.startswith(SCHEMES) or host_and_port(address.partition("://")[2].rstrip("/")) is None:
        raise UsageError(
            f"invalid address of a collector {address[:80]!r}: use http://host:port or https://host:port, "
            "e.g. http://127.0.0.1:4317"
        )


def _lacks_exporter() -> bool:
    try:
        return find_spec("opentelemetry.exporter.otlp.proto.grpc") is None
    except ModuleNotFoundError:
        return True


def _are(matches: int) -> str:
    return f"{counted(matches, 'match', 'matches')} {'is' if matches == 1 else 'are'}"

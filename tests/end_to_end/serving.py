"""`referee serve` and bots as processes, and an organiser that talks to it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import grpc
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthStub
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_pb2 import Match, Seat
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

from referee.kernel.job import TimeControl
from referee.kernel.record import Record, read_record
from referee.server.match.messages import time_control
from tests.support.shell import referee
from tests.support.waiting import PATIENCE, wait_until

PATIENT = TimeControl(decision_ms=60_000)


class Server:
    """A data directory, and at times a process that serves it; what it says goes to a file."""

    def __init__(
        self,
        folder: Path,
        data: Path | None = None,
        program: Sequence[str] = ("referee", "serve"),
        *,
        tcp: bool = False,
        files: int | None = None,
        ca: Path | None = None,
    ) -> None:
        """`program` are the module that serves, and the words before its options.

        With `tcp` it has a port, which is known when it runs; with `ca`, clients connect over TLS. It can open as many
        `files` as are said.
        """
        self._ca = ca
        self.program = program
        self._limit = [] if files is None else ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh"]
        self.data = data or folder / "data"
        self.log = folder / "serve.log"
        self.records = self.data / "records"
        self.address = ("127.0.0.1:0" if ca is None else "localhost:0") if tcp else f"unix:{folder / 'socket'}"
        self._authorization = (("authorization", f"Bearer {self.token('organiser', '--organiser')}"),)

    def token(self, *words: str) -> str:
        return referee("token", *words, "--data", self.data).stdout.strip()

    @contextmanager
    def running(self, *words: str, environment: Mapping[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
        """The process, from when it serves; killed at the end if it still runs."""
        command = [*self._limit, sys.executable, "-m", *self.program]
        command += ["--data", str(self.data), "--address", self.address]
        with (
            self.log.open("a") as log,
            subprocess.Popen(
                [*command, *words],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, **(environment or {})},
            ) as process,
        ):
            try:
                assert process.stdout is not None
                self.address = process.stdout.readline().strip()
                assert self.address
                yield process
            finally:
                process.kill()

    def fails_to_start(self) -> str:
        """What `referee serve` says that ends with 1."""
        command = [sys.executable, "-m", "referee", "serve", "--data", str(self.data), "--address", self.address]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert ended.returncode == 1, ended.stderr
        return ended.stderr

    def _channel(self) -> grpc.Channel:
        if self._ca is None:
            return grpc.insecure_channel(self.address)
        return grpc.secure_channel(self.address, grpc.ssl_channel_credentials(self._ca.read_bytes()))

    def create(
        self, match_id: str, bots: Sequence[str], control: TimeControl = PATIENT, game: str = "keepers"
    ) -> Match:
        """Creates a match; without an id the referee draws that and the seed."""
        seed = match_id.encode().ljust(32) if match_id else b""
        seats = [Seat(bot=bot) for bot in bots]
        request = wire.CreateMatchRequest(
            match_id=match_id, game_id=game, seats=seats, seed=seed, time_control=time_control(control)
        )
        with self._channel() as channel:
            response: wire.CreateMatchResponse = MatchServiceStub(channel).CreateMatch(
                request, metadata=self._authorization, timeout=PATIENCE
            )
            return response.match

    def cancel(self, match_id: str) -> None:
        with self._channel() as channel:
            request = wire.CancelMatchRequest(match_id=match_id)
            MatchServiceStub(channel).CancelMatch(request, metadata=self._authorization, timeout=PATIENCE)

    def state(self, match_id: str) -> Match.State:
        with self._channel() as channel:
            request = wire.GetMatchRequest(match_id=match_id)
            response: wire.GetMatchResponse = MatchServiceStub(channel).GetMatch(
                request, metadata=self._authorization, timeout=PATIENCE
            )
            return response.match.state

    def takes_matches(self) -> bool:
        """Whether it is not about to stop, by its health."""
        with self._channel() as channel:
            answer = HealthStub(channel).Check(HealthCheckRequest(), timeout=PATIENCE)
        return bool(answer.status == HealthCheckResponse.SERVING)

    def finished(self) -> dict[str, bytes]:
        return {path.stem: path.read_bytes() for path in self.records.glob("*.jsonl")}

    def record(self, match_id: str) -> Record:
        return read_record((self.records / f"{match_id}.jsonl").read_bytes())

    def journal(self, match_id: str) -> bytes:
        """What is written of a match that is not over."""
        path = self.records / f"{match_id}.journal"
        return path.read_bytes() if path.exists() else b""

    def bytes_written(self) -> int:
        """How much all records and journals hold."""
        return sum(map(_size, self.records.iterdir()))

    def wait_for_bytes(self, count: int) -> None:
        """Waits until that much is written."""
        wait_until(lambda: self.bytes_written() >= count)

    @contextmanager
    def bots(self, **kinds: str) -> Iterator[None]:
        """Sample bots by name; each is ended after the block."""
        bots = [self._bot(name, kind) for name, kind in kinds.items()]
        try:
            yield
        finally:
            for bot in bots:
                bot.send_signal(signal.SIGTERM)
            wait_until(lambda: all(bot.poll() is not None for bot in bots))

    def _bot(self, name: str, kind: str) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "REFEREE_ADDRESS": self.address, "REFEREE_TOKEN": self.token(name)}
        if self._ca is not None:
            environment["REFEREE_CA"] = str(self._ca)
        return subprocess.Popen([sys.executable, "-m", "referee_client.bots", kind], env=environment)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:  # its match has just ended, and it has another name now
        return 0

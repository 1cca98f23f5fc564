"""`referee serve` is stopped while bots misbehave: it takes nothing new, waits for no bot for long, and ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import grpc
import pytest
from referee_client.v1.match_pb2 import Match

from referee.kernel.replay import verify
from tests.end_to_end.serving import Server
from tests.support.waiting import PATIENCE, wait_until

SILENT = ("silent", "stopped", "never-reads")


@contextmanager
def hostile(server: Server, name: str) -> Iterator[None]:
    environment = {**os.environ, "REFEREE_ADDRESS": server.address, "REFEREE_TOKEN": server.token(name)}
    command = [sys.executable, "-m", "tests.end_to_end.hostile_bot", name]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.kill()


def test_the_running_matches_are_voided_after_the_grace_and_the_exit_code_is_zero(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with ExitStack() as stack:
        process = stack.enter_context(server.running("--grace", "2s"))
        for name in SILENT:
            stack.enter_context(hostile(server, name))
        stack.enter_context(server.bots(good="first"))
        for name in (*SILENT, "absent"):
            server.create(name, (name, "good"))
        wait_until(lambda: all(server.state(name) == Match.STATE_RUNNING for name in SILENT))
        process.send_signal(signal.SIGTERM)
        wait_until(lambda: not server.takes_matches())
        with pytest.raises(grpc.RpcError) as refused:
            server.create("late", ("silent", "good"))
        assert refused.value.code() is grpc.StatusCode.UNAVAILABLE
        assert process.wait(PATIENCE) == 0
    matches = {*SILENT, "absent"}
    assert {path.name for path in server.records.iterdir()} == {f"{name}.jsonl" for name in matches}
    for name in matches:
        record = server.record(name)
        verify(record)
        assert record.end is not None
        assert record.end.void

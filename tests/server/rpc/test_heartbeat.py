"""The heartbeat over real gRPC: it takes the whole way of an answer, and notices when that ends."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc

from referee.server.lag import SECONDS_BETWEEN_BEATS
from referee.server.rpc.heartbeat import SERVICE, Heartbeat, Method

ENOUGH = 3
SECONDS_FOR_SOME = 10 * SECONDS_BETWEEN_BEATS


class Beats:
    """Counts beats, and signals when there were enough."""

    def __init__(self) -> None:
        self.count = 0
        self.enough = asyncio.Event()

    def __call__(self) -> None:
        self.count += 1
        if self.count == ENOUGH:
            self.enough.set()


@asynccontextmanager
async def serving(path: Path, methods: dict[str, Method]) -> AsyncIterator[None]:
    server = grpc.aio.server()
    server.add_registered_method_handlers(SERVICE, methods)
    server.add_insecure_port(f"unix:{path}")
    await server.start()
    yield
    await server.stop(None)


def connected(path: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(str(path))
    return connection


def nothing() -> None:
    """Called when a connection is lost in these tests."""


def tried(test: Callable[[Heartbeat, Beats], Any]) -> None:
    """Run a test with a heartbeat that counts."""

    async def run() -> None:
        heartbeat, beats = Heartbeat(), Beats()
        heartbeat.beat = beats
        async with asyncio.timeout(60):
            await test(heartbeat, beats)

    asyncio.run(run())


def test_it_beats_as_long_as_messages_are_handed_over(tmp_path: Path) -> None:
    async def test(heartbeat: Heartbeat, beats: Beats) -> None:
        async with serving(tmp_path / "s", heartbeat.methods()):
            await heartbeat.connect(connected(tmp_path / "s"), nothing)
            await beats.enough.wait()
            await heartbeat.close()

    tried(test)


def test_a_server_that_reads_but_hands_nothing_over_is_not_heard(tmp_path: Path) -> None:
    """gRPC answers each PING while it reads: even under a flood of headers, while answers wait for a second."""

    async def reads_nothing(_requests: object, _context: object) -> None:
        opened.set()
        await asyncio.Event().wait()

    async def test(heartbeat: Heartbeat, beats: Beats) -> None:
        (name,) = heartbeat.methods()
        async with serving(tmp_path / "s", {name: grpc.stream_stream_rpc_method_handler(reads_nothing)}):
            await heartbeat.connect(connected(tmp_path / "s"), nothing)
            await opened.wait()
            await asyncio.sleep(SECONDS_FOR_SOME)  # no beat may come
            assert beats.count == 0
            await heartbeat.close()

    opened = asyncio.Event()
    tried(test)


def test_a_stream_that_ends_is_a_lost_connection(tmp_path: Path) -> None:
    async def ends_at_once(_requests: object, _context: object) -> None:
        return

    async def test(heartbeat: Heartbeat, _beats: Beats) -> None:
        (name,) = heartbeat.methods()
        lost = asyncio.Event()
        async with serving(tmp_path / "s", {name: grpc.stream_stream_rpc_method_handler(ends_at_once)}):
            await heartbeat.connect(connected(tmp_path / "s"), lost.set)
            await lost.wait()

    tried(test)


def test_the_name_of_the_method_is_another_one_in_each_server() -> None:
    assert Heartbeat().path != Heartbeat().path

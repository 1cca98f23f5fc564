"""Finds out whether clients are heard: a connection of the referee to itself, on which it sends a PING and waits.

A thread that is never held up is not enough: gRPC reads sockets in a thread of its own, and while that one is busy with
what somebody else sends, no answer of a bot arrives. The PING goes the way that bots go, and gRPC itself answers it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from referee.server.lag import PERIOD

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEADER_BYTES = 9
SETTINGS, PING = 4, 6
ACK = 1


class Heartbeat(asyncio.Protocol):
    """The client's side of that connection."""

    def __init__(self, beat: Callable[[], object], on_lost: Callable[[], object]) -> None:
        """Calls `beat` for every answer, and `on_lost` when the other side has ended the connection."""
        self._beat = beat
        self._on_lost = on_lost
        self._closing = False
        self._heard = b""
        self._transport: asyncio.Transport | None = None
        self._next: asyncio.TimerHandle | None = None
        self._lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begins."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(PREFACE + _frame(SETTINGS))
        self._ask()

    def data_received(self, data: bytes) -> None:
        """Takes answers; gRPC looks after this connection like any other, and asks too."""
        self._heard += data
        while len(self._heard) >= HEADER_BYTES:
            end = HEADER_BYTES + int.from_bytes(self._heard[:3], "big")
            if len(self._heard) < end:
                break
            self._take(self._heard[3], self._heard[4], self._heard[HEADER_BYTES:end])
            self._heard = self._heard[end:]

    def connection_lost(self, _error: Exception | None) -> None:
        """Ends."""
        self._lost.set_result(None)
        if self._next is not None:
            self._next.cancel()
        if not self._closing:
            self._on_lost()

    async def close(self) -> None:
        """Ends the connection."""
        assert self._transport is not None
        self._closing = True
        self._transport.abort()
        await self._lost

    def _take(self, kind: int, flags: int, payload: bytes) -> None:
        assert self._transport is not None
        if kind == PING and flags & ACK:
            self._beat()
            self._next = asyncio.get_running_loop().call_later(PERIOD, self._ask)
        elif kind == PING:
            self._transport.write(_frame(PING, ACK, payload))
        elif kind == SETTINGS and not flags & ACK:
            self._transport.write(_frame(SETTINGS, ACK))

    def _ask(self) -> None:
        assert self._transport is not None
        self._transport.write(_frame(PING, 0, bytes(8)))


def _frame(kind: int, flags: int = 0, payload: bytes = b"") -> bytes:
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + bytes(4) + payload

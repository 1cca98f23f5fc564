"""Measures whether messages from clients arrive: the referee connects to itself and sends messages as bots do.

Measuring only our own thread is not enough: gRPC reads sockets in another thread, and while that thread is busy with
the data of one client, no bot's answer arrives. A PING is not enough either: gRPC answers it while it reads, even if it
does not deliver messages for a second. So each beat is a message on a stream, which takes the whole way of an answer:
through the proxy if there is one, gRPC's thread, its queue of messages, and the loop.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import grpc

from referee.server.lag import SECONDS_BETWEEN_BEATS

if TYPE_CHECKING:
    from referee.server.rpc.status import Context

SERVICE = "referee.Heartbeat"
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEADER_BYTES = 9
DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY = 0, 1, 3, 4, 6, 7
ACK, END_STREAM, END_HEADERS = 1, 1, 4
STREAM = 1
EMPTY_MESSAGE = bytes(5)
"""An uncompressed message of length 0."""

Method: TypeAlias = "grpc.RpcMethodHandler[bytes, bytes]"


class Heartbeat:
    """Sends beats forever, beginning with `connect`; if a connection is lost, it uses the next one.

    Attributes:
        beat: A function that is called for every beat that arrives.
    """

    def __init__(self) -> None:
        self.beat: Callable[[], object] = lambda: None
        self._method = secrets.token_hex(16)  # no one else can call it
        self._connection: HeartbeatConnection | None = None

    @property
    def path(self) -> str:
        """The path of the method that the connection calls."""
        return f"/{SERVICE}/{self._method}"

    def methods(self) -> dict[str, Method]:
        """The method that serves the connection, on the server's side."""
        return {self._method: grpc.stream_stream_rpc_method_handler(self._hear)}

    async def connect(self, connection: Any, on_lost: Callable[[], object]) -> None:
        """Beat on this socket from now on; `on_lost` is called when the other side has ended the connection."""
        loop = asyncio.get_running_loop()
        _, self._connection = await loop.create_connection(
            lambda: HeartbeatConnection(self.path, on_lost), sock=connection
        )

    async def close(self) -> None:
        """End the heartbeat."""
        if self._connection is not None:
            await self._connection.close()

    async def _hear(self, _requests: object, context: Context) -> None:
        loop = asyncio.get_running_loop()
        while (await context.read()) is not grpc.aio.EOF:
            self.beat()
            if self._connection is not None:
                loop.call_later(SECONDS_BETWEEN_BEATS, self._connection.send)


class HeartbeatConnection(asyncio.Protocol):
    """The client's side. It sends the first beat at once, and each later one when `send` is called."""

    def __init__(self, path: str, on_lost: Callable[[], object]) -> None:
        self._path = path
        self._on_lost = on_lost
        self._closing = False
        self._heard = b""
        self._transport: asyncio.Transport | None = None
        self._lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Open the stream."""
        self._transport = cast(asyncio.Transport, transport)
        headers = _frame(HEADERS, END_HEADERS, _headers(self._path), STREAM)
        self._transport.write(PREFACE + _frame(SETTINGS) + headers)
        self.send()

    def send(self) -> None:
        """Send a beat."""
        if self._transport is not None and not self._lost.done():
            self._transport.write(_frame(DATA, 0, EMPTY_MESSAGE, STREAM))

    def data_received(self, data: bytes) -> None:
        """Handle the frames that gRPC sends on this connection as on any other."""
        self._heard += data
        while len(self._heard) >= HEADER_BYTES:
            end = HEADER_BYTES + int.from_bytes(self._heard[:3], "big")
            if len(self._heard) < end:
                break
            self._take(self._heard[3], self._heard[4], self._heard[HEADER_BYTES:end])
            self._heard = self._heard[end:]

    def connection_lost(self, _error: Exception | None) -> None:
        """Report the loss, unless we ended the connection."""
        self._lost.set_result(None)
        if not self._closing:
            self._on_lost()

    async def close(self) -> None:
        """End the connection."""
        assert self._transport is not None
        self._closing = True
        self._transport.abort()
        await self._lost

    def _take(self, kind: int, flags: int, payload: bytes) -> None:
        assert self._transport is not None
        if kind == PING and not flags & ACK:
            self._transport.write(_frame(PING, ACK, payload))
        elif kind == SETTINGS and not flags & ACK:
            self._transport.write(_frame(SETTINGS, ACK))
        elif kind in {RST_STREAM, GOAWAY} or (kind == HEADERS and flags & END_STREAM):
            self._transport.abort()  # without its stream the connection is useless


def _frame(kind: int, flags: int = 0, payload: bytes = b"", stream: int = 0) -> bytes:
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def _headers(path: str) -> bytes:
    """The headers of a call in HPACK.

    `:method` and `:scheme` come from the static table; nothing is added to the dynamic one.
    """
    return b"".join(
        [
            b"\x83\x86",
            b"\x04" + _text(path),
            b"\x01" + _text("referee"),
            b"\x0f\x10" + _text("application/grpc"),
            b"\x00" + _text("te") + _text("trailers"),
        ]
    )


def _text(text: str) -> bytes:
    """A text of fewer than 127 bytes, with its length."""
    return bytes([len(text)]) + text.encode()

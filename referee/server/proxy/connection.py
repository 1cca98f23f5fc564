"""One client's connection, and the matching connection to the referee."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import cast

from referee.server.gate import Gate
from referee.server.proxy.frames import Excess, FrameCounter, FrameRate

STRANGER = FrameRate(500, 1_000)
KNOWN = FrameRate(5_000, 20_000)
SECONDS_UNTIL_A_STREAM = 10.0
"""A client that opens no stream within this time is disconnected."""
SECONDS_FOR_A_CHANCE = 0.05
"""A client keeps its place for this long after it came, and after its connection to the referee was made."""
SECONDS_TO_FLUSH = 2.0
GOAWAY = b"\x07\x00\x00\x00\x00\x00\x7f\xff\xff\xff\x00\x00\x00\x0b"
"""A GOAWAY frame without its length: it refuses no stream, and its reason is ENHANCE_YOUR_CALM."""
GOAWAY_BYTES = 8

Connect = Callable[["Upstream", "ClientConnection"], Awaitable[object]]


class ClientConnection(asyncio.Protocol):
    """The client's side. It passes on as much as its frame counter allows, and reads nothing while data has to wait.

    Attributes:
        number: Unique in this process; the name of its socket at the referee begins with it.
        address: The client's IP address.
        queued: Whether the client waits for its turn to begin TLS.
        over: Whether it has ended (treat as read-only).
    """

    def __init__(
        self,
        number: int,
        address: str,
        connect: Connect,
        streams: Gate,
        on_end: Callable[[ClientConnection, str], None],
    ) -> None:
        """`connect` connects to the referee; `streams` is the queue for opening streams.

        `on_end` is called once, with the reason why we closed the connection; empty if we did not.
        """
        self.number = number
        self.address = address
        self._connect = connect
        self._streams = streams
        self._on_end = on_end
        self._counter = FrameCounter(STRANGER)
        self._loop = asyncio.get_running_loop()
        self._client: asyncio.Transport | None = None
        self._referee: asyncio.Transport | None = None
        self._referee_is_full = self._greeted = False
        self._held = b""  # bytes that may not be passed on yet
        self._ready = b""  # bytes that wait for the connection to the referee
        self._task: asyncio.Task[None] | None = None
        self.queued = False
        self.over = False
        self._since = self._loop.time()
        self._timer = self._loop.call_later(SECONDS_UNTIL_A_STREAM, self._check_streams)

    @property
    def idle(self) -> bool:
        """See `Client`."""
        waits = self.queued or self._task is not None
        return not (waits or self._counter.streams) and self._loop.time() - self._since > SECONDS_FOR_A_CHANCE

    @property
    def served(self) -> bool:
        """See `Client`."""
        return self._counter.streams > 0

    def know(self, streams: Gate) -> None:
        """Raise the limits of a client that has sent the referee a valid token."""
        self._counter.frames.pace = KNOWN
        self._streams = streams
        self._timer.cancel()

    def hang_up(self, why: str) -> None:
        """End the connection; `why` goes to the log and to the client."""
        if self._client is not None and self._greeted and not self.over:
            text = why.encode(errors="replace")
            self._client.write((GOAWAY_BYTES + len(text)).to_bytes(3, "big") + GOAWAY + text)
        self.end(why)

    def end(self, why: str = "") -> None:
        """End both sides, once the referee's last bytes have been sent."""
        if self.over:
            return
        self.over = True
        self._timer.cancel()
        self._held = self._ready = b""
        if self._task is not None:
            self._task.cancel()
        if self._referee is not None:
            self._referee.abort()
        if self._client is not None:
            self._client.close()
            self._loop.call_later(SECONDS_TO_FLUSH, self._client.abort)
        self._on_end(self, why)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the client's side, after TLS if there is TLS."""
        self._client = cast(asyncio.Transport, transport)
        if self.over:
            self._client.abort()

    def data_received(self, data: bytes) -> None:
        """Pass on what may be passed on."""
        if self.over:
            return
        self._held = self._held + data if self._held else data
        if self._task is None:
            self._pass_on()

    def connection_lost(self, _error: Exception | None) -> None:
        """End the referee's side too."""
        self.end()

    def pause_writing(self) -> None:
        """Stop reading from the referee while the client does not read."""
        if self._referee is not None:
            self._referee.pause_reading()

    def resume_writing(self) -> None:
        """Read from the referee again."""
        if self._referee is not None:
            self._referee.resume_reading()

    def referee_is_there(self, transport: asyncio.Transport) -> None:
        """Start the referee's side."""
        self._referee = transport
        self._since = self._loop.time()
        if self.over:
            transport.abort()

    def referee_said(self, data: bytes) -> None:
        """Pass on the referee's bytes."""
        if self._client is not None and not self.over:
            self._greeted = True
            self._client.write(data)

    def referee_reads(self, *, reads: bool) -> None:
        """Stop reading from the client while the referee does not read."""
        self._referee_is_full = not reads
        self._read_or_not()

    def _pass_on(self) -> None:
        counter = self._counter
        try:
            end = counter.passable(self._held, self._loop.time())
        except Excess as excess:
            self.hang_up(str(excess))
            return
        if end and self._referee is None:
            self._ready, self._held = self._held[:end], self._held[end:]
        elif end and self._referee is not None:
            self._referee.write(self._held[:end])
            self._held = self._held[end:]
        if self._ready or counter.needs_permit or counter.wait:
            self._task = self._loop.create_task(self._wait())
            self._read_or_not()

    async def _wait(self) -> None:
        """Wait for what is missing: the connection to the referee, a permit for a stream, or time."""
        if self._ready:
            try:
                await self._connect(Upstream(self), self)
            except OSError:
                self._task = None
                self.end("the referee cannot be reached")
                return
            if self._referee is not None:
                self._referee.write(self._ready)
            self._ready = b""
        if self._counter.needs_permit:
            await self._streams.enter(self.address)
            self._counter.permits += 1
        elif self._counter.wait:
            await asyncio.sleep(self._counter.wait)
        self._task = None
        self._pass_on()
        self._read_or_not()

    def _read_or_not(self) -> None:
        if self._client is None or self.over:
            return
        if self._task is not None or self._referee_is_full:
            self._client.pause_reading()
        else:
            with suppress(RuntimeError):  # it reads already
                self._client.resume_reading()

    def _check_streams(self) -> None:
        if not self._counter.streams:
            self.hang_up(f"it opened no stream for {SECONDS_UNTIL_A_STREAM:g} seconds")


class Upstream(asyncio.Protocol):
    """The referee's side."""

    def __init__(self, client: ClientConnection) -> None:
        self._client = client

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Report that the connection is made."""
        self._client.referee_is_there(cast(asyncio.Transport, transport))

    def data_received(self, data: bytes) -> None:
        """Pass the bytes to the client."""
        self._client.referee_said(data)

    def connection_lost(self, _error: Exception | None) -> None:
        """End the client's side too."""
        self._client.end()

    def pause_writing(self) -> None:
        """Stop sending to the referee for now."""
        self._client.referee_reads(reads=False)

    def resume_writing(self) -> None:
        """Send to the referee again."""
        self._client.referee_reads(reads=True)

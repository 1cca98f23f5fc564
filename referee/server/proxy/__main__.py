"""The process: `python -m referee.server.proxy SETTINGS`, with SETTINGS as JSON. Started by `starting`.

It prints a line as soon as it serves, and after that a line for each log message. From stdin, it reads the numbers of
the clients that have sent the referee a valid token, one per line. It ends when stdin ends, so it never outlives the
referee.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections import deque
from contextlib import suppress
from hashlib import blake2b
from itertools import count
from pathlib import Path

import msgspec

from referee.counts import counted
from referee.server.gate import Gate
from referee.server.loops import new_event_loop
from referee.server.proxy.clients import Clients, Newcomers, most_of_address
from referee.server.proxy.connection import ClientConnection, Upstream
from referee.server.proxy.settings import ProxySettings, tls_context

SECONDS_FOR_TLS = 10.0
SECONDS_BETWEEN_LINES = 10.0
SECONDS_UNTIL_FILES = 0.1
SECONDS_FOR_LAST_WORDS = 1.0
ACCEPTED_AT_ONCE = 64
SECONDS_FOR_REFUSED = 3.0
"""How long a refused connection is kept open. If it were closed at once, the client would reconnect at once."""
STDOUT = 1
"""A pipe to the referee, which writes each line to its log."""


class Proxy:
    """All connections of the process."""

    def __init__(self, settings: ProxySettings) -> None:
        self._settings = settings
        self._tls = tls_context(settings.tls_cert, settings.tls_key) if settings.tls_cert else None
        self._clients = Clients(settings.most_connections)
        self._newcomers = Newcomers(most_of_address(settings.most_connections))
        self._loop = asyncio.get_running_loop()
        self._numbers = count(1)
        self._handshakes = Gate(1, 0.002)
        self._connects = Gate(1, 0.002)
        self._streams_of_strangers = Gate(1, 0.005)
        self._streams_of_known = Gate(2, 0.002)
        self._admitting: dict[int, asyncio.Task[None]] = {}
        self._refused: deque[tuple[float, socket.socket]] = deque()
        self._sweeping: asyncio.TimerHandle | None = None
        self._empty = asyncio.Event()
        self._log = Log()

    async def run(self) -> None:
        """Serve until stdin ends."""
        over = self._loop.create_future()
        os.set_blocking(sys.stdin.fileno(), False)
        self._loop.add_reader(sys.stdin.fileno(), self._read_control, over)
        heartbeat = ClientConnection(0, "heartbeat", self._connect, self._streams_of_known, lambda _client, _why: None)
        heartbeat.know(self._streams_of_known)
        await self._loop.create_connection(lambda: heartbeat, sock=socket.socket(fileno=self._settings.heartbeat))
        for number in self._settings.listeners:
            listener = socket.socket(fileno=number)
            listener.settimeout(0)
            self._loop.add_reader(number, self._accept, listener)
        say("serving")
        await over
        await self._pass_on_last_words()

    async def _pass_on_last_words(self) -> None:
        """Wait briefly until clients have received the referee's last bytes; it has closed its connections."""
        self._empty.clear()
        if len(self._clients):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._empty.wait(), SECONDS_FOR_LAST_WORDS)

    def _read_control(self, over: asyncio.Future[None]) -> None:
        try:
            said = os.read(sys.stdin.fileno(), 65_536)
        except BlockingIOError:
            return
        if not said:
            self._loop.remove_reader(sys.stdin.fileno())
            over.set_result(None)
        for line in said.split():
            client = self._clients.vouch(int(line))
            if isinstance(client, ClientConnection):
                client.know(self._streams_of_known)
                self._newcomers.is_known(client.address)

    def _accept(self, listener: socket.socket) -> None:
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                accepted, peer = listener.accept()
            except BlockingIOError:
                return
            except OSError:  # there are too many open files
                self._loop.remove_reader(listener)
                self._loop.call_later(SECONDS_UNTIL_FILES, self._loop.add_reader, listener, self._accept, listener)
                return
            if not self._newcomers.may_come(peer[0], self._loop.time()):
                self._refuse(accepted, peer[0])
                continue
            self._make_room()
            number = next(self._numbers)
            client = ClientConnection(number, peer[0], self._connect, self._streams_of_strangers, self._end)
            self._clients.enter(client)
            if client.over:
                accepted.close()
            else:
                self._admitting[number] = self._loop.create_task(self._admit(client, accepted))

    def _refuse(self, accepted: socket.socket, address: str) -> None:
        """Close a connection after a delay."""
        self._log.note(address, "too many connections without a token from its address")
        self._make_room()
        self._refused.append((self._loop.time(), accepted))
        if self._sweeping is None:
            self._sweeping = self._loop.call_later(SECONDS_FOR_REFUSED, self._close_refused)

    def _make_room(self) -> None:
        """Keep descriptors free for clients: if few are left, close the oldest refused connection at once."""
        if self._refused and len(self._refused) + len(self._clients) >= self._settings.most_connections:
            self._refused.popleft()[1].close()

    def _close_refused(self) -> None:
        """Close the refused connections whose time has come, and schedule the next check."""
        now = self._loop.time()
        while self._refused and self._refused[0][0] + SECONDS_FOR_REFUSED <= now:
            self._refused.popleft()[1].close()
        self._sweeping = None
        if self._refused:
            seconds = self._refused[0][0] + SECONDS_FOR_REFUSED - now
            self._sweeping = self._loop.call_later(seconds, self._close_refused)

    async def _admit(self, client: ClientConnection, accepted: socket.socket) -> None:
        """Start to serve a client. TLS handshakes begin one after the other, each address in turn."""
        try:
            accepted.settimeout(0)
            accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            seconds = None
            if self._tls is not None:
                client.queued, seconds = True, SECONDS_FOR_TLS
                await self._handshakes.enter(client.address)
                client.queued = False
            await self._loop.connect_accepted_socket(
                lambda: client, accepted, ssl=self._tls, ssl_handshake_timeout=seconds
            )
        except (OSError, asyncio.CancelledError):  # it is gone, does not use TLS, or had to make room
            client.end()
            accepted.close()
        finally:
            self._admitting.pop(client.number, None)

    def _end(self, client: ClientConnection, why: str) -> None:
        self._clients.leave(client)
        if not len(self._clients):
            self._empty.set()
        admitting = self._admitting.get(client.number)
        if admitting is not None:
            admitting.cancel()
        if why:
            self._log.note(client.address, why)

    async def _connect(self, upstream: Upstream, client: ClientConnection) -> None:
        """Connect to the referee for one client after the other, each address in turn."""
        await self._connects.enter(client.address)
        connection = _connected(Path(self._settings.folder, name_of(client)), self._settings.upstream)
        await self._loop.create_connection(lambda: upstream, sock=connection)


def _connected(name: Path, upstream: str) -> socket.socket:
    """A connection to the referee from a socket with this name, which gRPC reports as the caller's address."""
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(0)
    try:
        connection.bind(str(name))
        name.unlink()
        connection.connect(upstream)
    except OSError:
        connection.close()
        raise
    return connection


class Log:
    """Messages for the log, limited in rate, so that strangers cannot fill it."""

    def __init__(self) -> None:
        self._next = 0.0
        self._left_out = 0

    def note(self, address: str, why: str) -> None:
        """Log that a connection was closed, or count it and mention it in the next line."""
        now = asyncio.get_running_loop().time()
        if now < self._next:
            self._left_out += 1
            return
        more = f" ({counted(self._left_out, 'other connection')} before it)" if self._left_out else ""
        say(f"ended a connection from {address}: {why}{more}")
        self._next, self._left_out = now + SECONDS_BETWEEN_LINES, 0


def name_of(client: ClientConnection) -> str:
    """The number of the connection, and a short hash of its address, because the path of a socket must be short."""
    return f"{client.number}-{blake2b(client.address.encode(), digest_size=6).hexdigest()}"


def say(line: str) -> None:
    """Send a line to the referee."""
    os.write(STDOUT, f"{line}\n".encode())


async def main() -> None:
    """Run the process."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # the referee gets it too, and ends this process after its matches
    await Proxy(msgspec.json.decode(sys.argv[1], type=ProxySettings)).run()
    os._exit(0)  # there is nothing to clean up


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(main())

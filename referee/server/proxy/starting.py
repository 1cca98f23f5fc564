"""In the referee: opens the ports of a TCP address and keeps the proxy process running that serves them."""

from __future__ import annotations

import errno
import logging
import os
import resource
import socket
import ssl
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path

import msgspec
import trio

from referee.errors import UsageError
from referee.files import passing_folder, plain
from referee.server.config import Config
from referee.server.proxy.settings import ProxySettings, tls_context

BACKLOG = 1024
RECEIVE_BUFFER = 32 * 1024
"""Bytes of a client's data that may wait here unread; the rest waits on the client's side."""
MOST_CONNECTIONS = 4096
FILES_KEPT_BACK = 64
"""Descriptors that are reserved for journals, tokens and the log, so that connections never take all of them."""
SECONDS_OF_SILENCE = 10
MOST_ENDS, SECONDS_OF_ENDS = 5, 60.0
SECONDS_TO_END = 5.0

log = logging.getLogger(__name__)

OnHeartbeat = Callable[[socket.socket, Callable[[], object]], object]
"""Gets a connection, and a function to call when it is lost."""


def most_connections() -> int:
    """The largest number of connections; the proxy needs two sockets for each of them."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(8, min(MOST_CONNECTIONS, (files - FILES_KEPT_BACK) // 2))


class Entrance:
    """The entrance for TCP clients of the referee. Made by `open_entrance`.

    Attributes:
        port: The port that clients connect to.
        upstream: The path of the socket on which the referee must listen.
    """

    def __init__(self, config: Config, listeners: list[socket.socket], folder: Path) -> None:
        self.port: int = listeners[0].getsockname()[1]
        self.upstream = folder / "referee"
        self._config = config
        self._listeners = listeners
        self._folder = folder
        self._control: int | None = None

    def caller(self, peer: str) -> str:
        """A short hash of the address of a peer of the referee; empty if it did not come through the proxy."""
        return self._name(peer).partition("-")[2]

    def vouch(self, peer: str) -> None:
        """Report to the proxy that a peer of the referee has sent a valid token."""
        number = self._name(peer).partition("-")[0]
        if self._control is not None and number:
            with suppress(BlockingIOError, BrokenPipeError):
                os.write(self._control, f"{number}\n".encode())

    def _name(self, peer: str) -> str:
        before, _, name = peer.rpartition("/")
        return name if before == f"unix:{self._folder}" else ""

    async def run(self, on_heartbeat: OnHeartbeat, task_status: trio.TaskStatus[None]) -> None:
        """Serve clients until cancelled; `task_status` reports the start once clients can connect.

        `on_heartbeat` receives a connection that takes the same path as every client's, but without limits; after every
        restart of the process, it receives a new one. Raises `RuntimeError` if that happens too often.
        """
        ends: deque[float] = deque(maxlen=MOST_ENDS)
        while True:
            async with self._process(on_heartbeat) as process:
                assert process.stdout is not None
                heard = b""
                async for data in process.stdout:
                    *lines, heard = (heard + data).split(b"\n")
                    for line in lines:
                        if line == b"serving":
                            task_status.started()
                            task_status = trio.TASK_STATUS_IGNORED
                        else:
                            log.warning("%s", line.decode(errors="replace"))
                code = await process.wait()
            if task_status is not trio.TASK_STATUS_IGNORED:
                raise RuntimeError(f"the proxy for {self._config.address} failed to start (exit code {code})")
            log.error("the proxy for %s ended (exit code %d): restarting it", self._config.address, code)
            ends.append(trio.current_time())
            if len(ends) == MOST_ENDS and ends[-1] - ends[0] < SECONDS_OF_ENDS:
                raise RuntimeError(f"the proxy for {self._config.address} ended {MOST_ENDS} times in a minute")

    @asynccontextmanager
    async def _process(self, on_heartbeat: OnHeartbeat) -> AsyncIterator[trio.Process]:
        """Start one process, and end it after the block."""
        ours, theirs = socket.socketpair()
        read, write = os.pipe()
        os.set_blocking(write, False)
        with closing(theirs):
            descriptors = [theirs.fileno(), *(listener.fileno() for listener in self._listeners)]
            command = [sys.executable, "-m", "referee.server.proxy", self._settings(descriptors).decode()]
            process = await trio.lowlevel.open_process(
                command, stdin=read, stdout=-1, pass_fds=descriptors, start_new_session=True
            )
        os.close(read)
        self._control = write
        on_heartbeat(ours, process.kill)
        try:
            yield process
        finally:
            self._control = None
            os.close(write)  # this ends the process
            with trio.move_on_after(SECONDS_TO_END, shield=True):
                await process.wait()
            process.kill()

    def _settings(self, descriptors: list[int]) -> bytes:
        heartbeat, *listeners = descriptors
        config = self._config
        return msgspec.json.encode(
            ProxySettings(
                listeners=listeners,
                heartbeat=heartbeat,
                upstream=str(self.upstream),
                folder=str(self._folder),
                most_connections=most_connections(),
                tls_cert="" if config.tls_cert is None else str(config.tls_cert),
                tls_key="" if config.tls_key is None else str(config.tls_key),
            )
        )


@contextmanager
def open_entrance(config: Config) -> Iterator[Entrance]:
    """Open the ports of a TCP address. Raises `UsageError` if that fails, or the certificate is not valid."""
    with ExitStack() as stack:
        try:
            if config.tls_cert is not None:
                tls_context(str(config.tls_cert), str(config.tls_key))
            listeners = [stack.enter_context(closing(one)) for one in _listeners(config.address)]
        except OSError as error:
            raise UsageError(f"cannot listen on {config.address}: {_why_not(config, error)}") from None
        yield Entrance(config, listeners, stack.enter_context(passing_folder()))


def _why_not(config: Config, error: OSError) -> str:
    if isinstance(error, ssl.SSLError):
        return f"{config.tls_cert} and {config.tls_key} are not a certificate and its key in PEM"
    if error.errno == errno.EADDRINUSE:
        return "another program is already listening there"
    return plain(error, None).partition(" (while attempting")[0]  # asyncio adds the address again


def _listeners(address: str) -> list[socket.socket]:
    """A socket for every address of the host name, all with the same port."""
    host, _, text = address.rpartition(":")
    host, port = host.strip("[]"), int(text)
    if host == "0.0.0.0" and socket.has_dualstack_ipv6():  # noqa: S104 - the user asked for it
        host = "::"
    found = {
        (family, place[0])
        for family, _kind, _protocol, _name, place in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    }
    listeners: list[socket.socket] = []
    failure: OSError | None = None
    for family, place in sorted(found):
        try:
            listener = socket.create_server((place, port), family=family, backlog=BACKLOG, dualstack_ipv6=place == "::")
        except OSError as error:
            failure = error
            continue
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        if sys.platform == "linux":  # a client that sends nothing does not even get a descriptor
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, SECONDS_OF_SILENCE)
        listener.settimeout(0)
        listeners.append(listener)
        port = listener.getsockname()[1]
    if not listeners:
        raise failure or OSError(f"{host} has no address")
    return listeners

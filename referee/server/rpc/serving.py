"""The gRPC server: its options, its services, health and reflection."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, suppress

import grpc
import trio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from referee_client.errors import ClientError
from referee_client.knowing import make_known

from referee.errors import UsageError
from referee.kernel.game import game_ids
from referee.kernel.proto_text import package
from referee.server.bridge import Bridge
from referee.server.config import Config
from referee.server.proxy.starting import Entrance, most_connections, open_entrance
from referee.server.rpc.callers import Callers
from referee.server.rpc.grpc_server import Rest, clients_not_logged, new_server
from referee.server.rpc.heartbeat import SERVICE as HEARTBEAT
from referee.server.rpc.heartbeat import Heartbeat

DAY = 24 * 60 * 60
SECONDS_FOR_GOODBYES = 2.0


class Front:
    """A gRPC server with its services, started or not.

    Attributes:
        address: The address that bots connect to, with the real port.
        entrance: The entrance for clients that cannot connect to its own socket; None if there is none.
        services: The names of the added services.
        heartbeat: Measures whether messages from clients arrive.
    """

    def __init__(self, server: grpc.aio.Server, address: str, entrance: Entrance | None, heartbeat: Heartbeat) -> None:
        self.address = address
        self.entrance = entrance
        self.services: list[str] = []
        self.server = server
        self.heartbeat = heartbeat
        self._connecting: asyncio.Task[None] | None = None
        self._health = health.aio.HealthServicer()
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)

    async def start(self) -> None:
        """Start to serve."""
        for service in self.services:
            await self._health.set(service, health_pb2.HealthCheckResponse.SERVING)
        for game_id in game_ids():
            _let_reflect(game_id)
        standard = [health.SERVICE_NAME, reflection.SERVICE_NAME]
        reflection.enable_server_reflection([*self.services, *standard], self.server)
        await self.server.start()

    async def let_clients_in(self, nursery: trio.Nursery, bridge: Bridge) -> None:
        """In trio: accept clients, and measure from now on whether their messages arrive.

        The proxy is run in `nursery`, which ends after the server, so that last messages are passed on.
        """
        self.heartbeat.beat = bridge.clients_are_heard
        if self.entrance is None:
            self._hear_directly()
        else:
            await nursery.start(self.entrance.run, self._hear)

    async def hear_no_more(self) -> None:
        """Stop the heartbeat."""
        if self._connecting is not None:
            await self._connecting
            await self.heartbeat.close()

    def _hear_directly(self) -> None:
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(self.address.removeprefix("unix:"))
        self._hear(connection, self._hear_directly)

    def _hear(self, connection: socket.socket, on_lost: Callable[[], object]) -> None:
        """Use this connection for the heartbeat from now on."""
        self._connecting = asyncio.get_running_loop().create_task(self.heartbeat.connect(connection, on_lost))

    async def drain(self) -> None:
        """Report in the health service that the server is stopping."""
        await self._health.enter_graceful_shutdown()


def _let_reflect(game_id: str) -> None:
    """Register a game's messages, so that reflection can describe its Position.

    The messages of a game from outside are built from the `.proto` in its package; without that file, or without
    grpcio-tools, the game is served anyway.
    """
    with suppress(ClientError):
        make_known(game_id, package(game_id))


@asynccontextmanager
async def open_server(bridge: Bridge, config: Config, callers: Callers) -> AsyncIterator[Front]:
    """In trio: open a server and bind its address; raises `UsageError` if that fails.

    Leaving the block stops the server.
    """
    with ExitStack() as stack:
        entrance = None if config.address.startswith("unix:") else stack.enter_context(open_entrance(config))
        callers.entrance = entrance
        server = new_server([callers], _options(config))
        heartbeat = Heartbeat()
        callers.uncounted.add(heartbeat.path)
        server.add_registered_method_handlers(HEARTBEAT, heartbeat.methods())
        front = Front(server, _bind(server, config, entrance), entrance, heartbeat)
        try:
            with clients_not_logged():
                yield front
        finally:
            await bridge.on_loop(front.hear_no_more)
            await bridge.on_loop(server.stop, SECONDS_FOR_GOODBYES)
            rest = Rest(server)
            vars(front).clear()
            del server
            await rest.is_gone()


def _options(config: Config) -> list[tuple[str, int]]:
    return [
        # Otherwise a second server on the same port would silently get some of the bots of every match.
        ("grpc.so_reuseport", 0),
        ("grpc.max_receive_message_length", config.limits.max_request_bytes),
        # If one connection has more calls than this, they wait on the client's side instead of in our memory; with the
        # overload protection, some of them would fail instead, without a reason.
        ("grpc.max_concurrent_streams", config.limits.streams_of_connection),
        ("grpc.http.overload_protection", 0),
        # Without the last of these three options, a frozen client is noticed only after a minute.
        ("grpc.keepalive_time_ms", 10_000),
        ("grpc.keepalive_timeout_ms", 5_000),
        ("grpc.http2.ping_timeout_ms", 5_000),
        # Bots may think for a long time, and may send PINGs meanwhile.
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
        # gRPC must not punish PINGs: it answers each further one with a GOAWAY, at thirty times the cost, and keeps the
        # connection. The proxy in front of TCP counts them.
        ("grpc.http2.min_ping_interval_without_data_ms", 1_000),
        ("grpc.http2.max_ping_strikes", 0),
        # On a Unix socket, nothing else would end silent connections and so keep descriptors free for journals.
        ("grpc.server_handshake_timeout_ms", 10_000),
        ("grpc.max_allowed_incoming_connections", most_connections() + 1),  # that one is the heartbeat
        # By default, streams that waited for half a minute are cancelled, which happens when thousands come at once.
        ("grpc.server_max_unrequested_time_in_server", DAY),
    ]


def _bind(server: grpc.aio.Server, config: Config, entrance: Entrance | None) -> str:
    """Let the server listen on its sockets; return the address for bots."""
    own = config.address if entrance is None else f"unix:{entrance.upstream}"
    try:
        if entrance is None:
            _refuse_live_socket(own.removeprefix("unix:"))
        server.add_insecure_port(own)
        if config.local_socket is not None:
            server.add_insecure_port(f"unix:{config.local_socket}")
    except (RuntimeError, OSError) as error:
        why = str(error).partition("; set GRPC_")[0]  # the referee silences gRPC's log itself
        raise UsageError(f"cannot listen on {config.address}: {why}") from None
    return own if entrance is None else f"{config.address.rpartition(':')[0]}:{entrance.port}"


def _refuse_live_socket(path: str) -> None:
    """Raise `UsageError` if a program listens there: gRPC would silently take the socket away from it."""
    with socket.socket(socket.AF_UNIX) as probe, suppress(OSError):
        probe.connect(path)
        raise UsageError(f"cannot listen on unix:{path}: another program is already listening there")

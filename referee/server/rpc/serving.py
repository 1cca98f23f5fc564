"""The gRPC server: its options, its services, health and reflection."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from referee_client.errors import ClientError
from referee_client.knowing import make_known

from referee.errors import UsageError
from referee.kernel.game import game_ids
from referee.kernel.proto_text import package
from referee.server.bridge import Bridge
from referee.server.config import Config
from referee.server.rpc.callers import Callers
from referee.server.rpc.grpc_server import Server, clients_not_logged

DAY = 24 * 60 * 60
SECONDS_FOR_GOODBYES = 2.0


class Front:
    """A server that is not started yet, or serves.

    Attributes:
        address: Where bots reach it; the port is the real one.
        services: What was added to it, by name.
    """

    def __init__(self, server: grpc.aio.Server, address: str) -> None:
        self.address = address
        self.services: list[str] = []
        self.server = server
        self._health = health.aio.HealthServicer()
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)

    async def start(self) -> None:
        """Serves from now on."""
        for service in self.services:
            await self._health.set(service, health_pb2.HealthCheckResponse.SERVING)
        for game_id in game_ids():
            _let_reflect(game_id)
        standard = [health.SERVICE_NAME, reflection.SERVICE_NAME]
        reflection.enable_server_reflection([*self.services, *standard], self.server)
        await self.server.start()

    async def drain(self) -> None:
        """Tells everybody who asks for the server's health that it is about to stop."""
        await self._health.enter_graceful_shutdown()


def _let_reflect(game_id: str) -> None:
    """Makes a game's messages known, so that reflection can tell what a Position is.

    Those of a game from outside are made from the `.proto` that its package ships; without one, or without
    grpcio-tools, the game is served all the same.
    """
    with suppress(ClientError):
        make_known(game_id, package(game_id))


@asynccontextmanager
async def open_server(bridge: Bridge, config: Config, callers: Callers) -> AsyncIterator[Front]:
    """In trio: binds the address; raises `UsageError` if that does not work.

    The server has stopped when the block is left.
    """
    server = Server([callers], _options(config))
    front = Front(server, _bind(server, config))
    try:
        with clients_not_logged():
            yield front
    finally:
        await bridge.on_loop(server.stop, SECONDS_FOR_GOODBYES)
        rest = server.rest
        vars(front).clear()
        del server
        await rest.is_gone()


def _options(config: Config) -> list[tuple[str, int]]:
    return [
        # A second server on the same port would silently get a part of the bots of every match.
        ("grpc.so_reuseport", 0),
        ("grpc.max_receive_message_length", config.limits.max_request_bytes),
        # What one connection asks for beyond this waits on its own side, instead of in our memory; with the protection
        # some of it would fail instead, without a reason.
        ("grpc.max_concurrent_streams", config.limits.streams_of_connection),
        ("grpc.http.overload_protection", 0),
        # Without the last of these three a frozen peer is noticed after a minute only.
        ("grpc.keepalive_time_ms", 10_000),
        ("grpc.keepalive_timeout_ms", 5_000),
        ("grpc.http2.ping_timeout_ms", 5_000),
        # Bots may think for long, and may look after their connection meanwhile.
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
        ("grpc.http2.min_ping_interval_without_data_ms", 1_000),
        ("grpc.http2.max_ping_strikes", 0),
        # The default cancels streams that had to wait for half a minute, which happens when thousands come at once.
        ("grpc.server_max_unrequested_time_in_server", DAY),
    ]


def _bind(server: grpc.aio.Server, config: Config) -> str:
    try:
        port = _add_port(server, config)
        if config.local_socket is not None:
            server.add_insecure_port(f"unix:{config.local_socket}")
    except (RuntimeError, OSError) as error:
        raise UsageError(f"can not listen on {config.address}: {error}") from None
    if config.address.startswith("unix:"):
        return config.address
    return f"{config.address.rpartition(':')[0]}:{port}"


def _refuse_live_socket(path: str) -> None:
    """Raises `UsageError` if somebody listens there: gRPC would take the socket away from it without a word."""
    with socket.socket(socket.AF_UNIX) as probe, suppress(OSError):
        probe.connect(path)
        raise UsageError(f"can not listen on unix:{path}: another program listens there already")


def _add_port(server: grpc.aio.Server, config: Config) -> int:
    if config.address.startswith("unix:"):
        _refuse_live_socket(config.address.removeprefix("unix:"))
    if config.tls_cert is None or config.tls_key is None:
        return server.add_insecure_port(config.address)
    pair = (config.tls_key.read_bytes(), config.tls_cert.read_bytes())
    return server.add_secure_port(config.address, grpc.ssl_server_credentials([pair]))

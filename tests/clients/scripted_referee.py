"""A referee that follows a script, over real gRPC: what the bot library does when connections fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import grpc
from referee_client.v1 import play_service_pb2 as wire
from referee_client.v1.play_service_pb2_grpc import PlayServiceServicer, add_PlayServiceServicer_to_server
from typing_extensions import override

Stream = Callable[["Ear", grpc.ServicerContext], Iterator[wire.PlayResponse]]
"""The script of one connection: yields the referee's messages, and reads the bot's in between."""


class Ear:
    """The bot's requests on one connection."""

    def __init__(self, requests: Iterator[wire.PlayRequest]) -> None:
        self._requests = requests
        self.hello = next(requests).hello

    def hear(self) -> wire.PlayRequest:
        return next(self._requests)

    def hear_the_end(self) -> None:
        assert list(self._requests) == []


class ScriptedReferee(PlayServiceServicer):
    """Runs the next script for each connection, and keeps the Hellos."""

    def __init__(self, streams: list[Stream]) -> None:
        self.hellos: list[wire.Hello] = []
        self.failures: list[BaseException] = []
        self._streams = iter(streams)

    @override
    def Play(
        self, request_iterator: Iterator[wire.PlayRequest], context: grpc.ServicerContext
    ) -> Iterator[wire.PlayResponse]:
        ear = Ear(request_iterator)
        self.hellos.append(ear.hello)
        stream = next(self._streams)
        try:
            yield from stream(ear, context)
        except AssertionError as failure:
            self.failures.append(failure)
            raise


@contextmanager
def scripted_referee(
    folder: Path, *streams: Stream, credentials: grpc.ServerCredentials | None = None
) -> Iterator[tuple[ScriptedReferee, str]]:
    """Serve the scripts; yield the referee and its address: a unix socket, or with TLS a port."""
    referee = ScriptedReferee(list(streams))
    with ThreadPoolExecutor(max_workers=4) as threads:
        server = grpc.server(threads, options=[("grpc.so_reuseport", 0)])
        add_PlayServiceServicer_to_server(referee, server)
        if credentials is None:
            address = f"unix:{folder / 'referee'}"
            server.add_insecure_port(address)
        else:
            address = f"localhost:{server.add_secure_port('localhost:0', credentials)}"
        server.start()
        try:
            yield referee, address
        finally:
            server.stop(grace=None).wait()
    assert referee.failures == []

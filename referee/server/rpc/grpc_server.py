"""The server of grpc.aio, so that a call whose method is no text does not end it.

grpc.aio decodes the method of each call in the one loop that accepts calls. If that fails, the loop ends and the server
with it: a single packet from anybody. Methods that are there are known to gRPC beforehand and come to no harm, so the
others are taken out before they reach that loop. This is not a part of gRPC's interface; a test sends the packet.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import grpc
import trio
from grpc._cython import cygrpc
from grpc.aio import _server

LOGGER = "grpc._cython.cygrpc"
SECONDS_TO_END = 1.0
BETWEEN_LOOKS = 0.01
FAULTS_OF_CLIENTS = (
    "Invalid encoding on",
    "Failed sending error status from server",
    "ExecuteBatchError raised in core by servicer method",  # who called has gone, and gRPC has not noticed yet
)
CallerIsGone = cygrpc.ExecuteBatchError
"""What is raised when something is written to somebody who has hung up, or whose connection is lost."""


@contextmanager
def clients_not_logged() -> Iterator[None]:
    """Keeps out of the log what a client did: gRPC writes damaged headers there, whole tokens among them."""
    logger = logging.getLogger(LOGGER)
    logger.addFilter(_is_ours)
    try:
        yield
    finally:
        logger.removeFilter(_is_ours)


def _is_ours(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(FAULTS_OF_CLIENTS)


class Server(_server.Server):  # type: ignore[misc]  # gRPC tells no types of its own parts
    """A server for methods that are added as registered ones, which generated code does."""

    def __init__(self, interceptors: Sequence[grpc.aio.ServerInterceptor], options: Sequence[tuple[str, int]]) -> None:
        self._loop = asyncio.get_running_loop()
        self._server = _Acceptor(self._loop, None, (), tuple(interceptors), tuple(options), None)

    @property
    def rest(self) -> Rest:
        """What is left of it when nobody else knows it any more."""
        return Rest(weakref.ref(self._server))


class Rest:
    """What gRPC keeps of a server that has stopped: until everything that its calls have begun is done."""

    def __init__(self, acceptor: weakref.ref[object]) -> None:
        self._acceptor = acceptor

    async def is_gone(self) -> None:
        """In trio: waits for it, but not for long. gRPC's own thread ends then, and the loop may be closed."""
        with trio.move_on_after(SECONDS_TO_END, shield=True):
            while True:
                gc.collect()  # its objects hang together in cycles
                if self._acceptor() is None:
                    return
                await trio.sleep(BETWEEN_LOOKS)


class _Acceptor(cygrpc.AioServer):  # type: ignore[misc]  # as above
    """What accepts calls."""

    async def _request_call(self) -> Any:
        """Answers every call of a method that is not there, whatever its name is, and returns for none."""
        loop = asyncio.get_running_loop()
        answers = set()
        while True:
            call = await super()._request_call()
            answer = loop.create_task(_refuse(call, loop))
            answers.add(answer)
            answer.add_done_callback(answers.discard)


async def _refuse(call: object, loop: asyncio.AbstractEventLoop) -> None:
    with suppress(CallerIsGone):
        await cygrpc._handle_rpc("", _NoMethods(), (), call, loop, False)  # noqa: FBT003, SLF001 - see above


class _NoMethods:
    def resolve_handler(self, _details: grpc.HandlerCallDetails) -> None:
        """There is no such method."""

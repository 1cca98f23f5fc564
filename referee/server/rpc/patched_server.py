"""The server of grpc.aio, patched so that a call whose method is not text does not stop it.

grpc.aio decodes the method of each call in the one loop that accepts calls. If that fails, the loop ends and the server
with it, so a single packet from anyone would stop it. Existing methods are registered with gRPC beforehand and do not
pass through that loop, so this server removes all other calls before they reach it.

This uses internals of grpcio, which any version may change. `grpc_server` imports this module only with a tested
version. A test sends the packet.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import grpc
from grpc._cython import cygrpc
from grpc.aio import _server


class PatchedServer(_server.Server):  # type: ignore[misc]  # gRPC has no types for its internals
    """A server for methods that are added as registered ones, as generated code does."""

    def __init__(self, interceptors: Sequence[grpc.aio.ServerInterceptor], options: Sequence[tuple[str, int]]) -> None:
        self._loop = asyncio.get_running_loop()
        self._server = _Acceptor(self._loop, None, (), tuple(interceptors), tuple(options), None)

    @property
    def inner(self) -> object:
        """The part of the server that gRPC holds until everything that its calls started is done."""
        return self._server


class _Acceptor(cygrpc.AioServer):  # type: ignore[misc]  # as above
    """Accepts calls."""

    async def _request_call(self) -> Any:
        """Answer every call of a missing method, whatever its name, and never return."""
        loop = asyncio.get_running_loop()
        answers = set()
        while True:
            call = await super()._request_call()
            answer = loop.create_task(_refuse(call, loop))
            answers.add(answer)
            answer.add_done_callback(answers.discard)


async def _refuse(call: object, loop: asyncio.AbstractEventLoop) -> None:
    with suppress(cygrpc.ExecuteBatchError):  # the caller has gone
        await cygrpc._handle_rpc("", _NoMethods(), (), call, loop, False)  # noqa: FBT003, SLF001 - see above


class _NoMethods:
    def resolve_handler(self, _details: grpc.HandlerCallDetails) -> None:
        """There is no such method."""

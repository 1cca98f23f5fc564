"""The stream between a bot and the referee, on the loop's side: reads, writes and limits.

What is said on it is the business of `bot_link`, in trio's thread.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Coroutine
from typing import Any, TypeAlias

import grpc
from google.protobuf.message import DecodeError
from referee_client.v1 import play_service_pb2 as wire

from referee.server.bridge import Bridge
from referee.server.config import Limits
from referee.server.errors import TooLate, TooMuch, WrongRequest
from referee.server.lobby.bot_link import BotLink, BotSeat
from referee.server.lobby.lobby import Lobby
from referee.server.rpc import status

SERVICE = "referee.v1.PlayService"
MAX_NOT_TAKEN = 256
SECONDS_FOR_GOODBYE = 2.0

Method: TypeAlias = "grpc.RpcMethodHandler[bytes, bytes]"


def play_methods(bridge: Bridge, lobby: Lobby, limits: Limits) -> dict[str, Method]:
    """The methods of the service. Messages go in and out as bytes: one that can not be read does not end the stream."""

    async def play(_requests: object, context: status.Context) -> None:
        await BotStream(context, bridge, lobby, limits).serve()

    return {"Play": grpc.stream_stream_rpc_method_handler(play)}


class BotStream:
    """One stream, for its whole life: a task that reads, one that writes, and the call itself, which waits for its end.

    It is the `Stream` that a `BotLink` sees: `send` and `close` are called in trio's thread.
    """

    def __init__(self, context: status.Context, bridge: Bridge, lobby: Lobby, limits: Limits) -> None:
        self._context = context
        self._bridge = bridge
        self._lobby = lobby
        self._limits = limits
        self._outbox: deque[bytes] = deque()
        self._filled: asyncio.Future[None] | None = None
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[Exception | None] = self._loop.create_future()
        self._closing = False

    def send(self, response: bytes, seat: BotSeat | None, limit: int) -> None:
        """See `Stream`."""
        self._bridge.to_loop.post(self._put, response, seat, limit)

    def close(self, goodbye: wire.Goodbye) -> None:
        """See `Stream`."""
        self._bridge.to_loop.post(self._put_last, wire.PlayResponse(goodbye=goodbye).SerializeToString())

    async def serve(self) -> None:
        """Serves the stream until it is over."""
        reader = asyncio.create_task(self._guard(self._read_all()))
        writer = asyncio.create_task(self._guard(self._write_all()))
        try:
            error = await self._over
            self._bridge.to_trio.post(self._lobby.lost, self)
            if error is not None:
                self._outbox.clear()
            self._closing = True
            self._wake_writer()
            # gRPC can not end a call in the middle of a write: who does not read stays here until it reads or goes.
            await asyncio.wait([writer])
            if error is not None:
                await status.abort(self._context, error)
        finally:
            reader.cancel()
            writer.cancel()
            self._bridge.to_trio.post(self._lobby.lost, self)

    async def _guard(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except grpc.aio.BaseError:  # the connection is gone
            self._end(None)
        except Exception as error:  # noqa: BLE001 - it becomes the status of the call
            self._end(error)

    def _end(self, error: Exception | None) -> None:
        if not self._over.done():
            self._over.set_result(error)

    async def _read_all(self) -> None:
        hello = await self._read_hello()
        bot = await self._bridge.ask(self._lobby.enter, hello, self)
        await self._read_requests(bot)
        await self._bridge.ask(self._lobby.lost, self)
        self._finish_writing()

    async def _read_hello(self) -> wire.Hello:
        too_late = TooLate("HELLO_TIMEOUT", "no Hello came in time")
        silence = self._loop.call_later(self._limits.hello, self._end, too_late)
        try:
            data = await self._context.read()
        finally:
            silence.cancel()
        try:
            request = wire.PlayRequest() if data is grpc.aio.EOF else wire.PlayRequest.FromString(data)
        except DecodeError:
            request = wire.PlayRequest()
        if request.WhichOneof("request") != "hello":
            raise WrongRequest("HELLO_EXPECTED", "the first request of a stream must be a Hello")
        return request.hello

    async def _read_requests(self, bot: BotLink) -> None:
        read, post = self._context.read, self._bridge.to_trio.post
        read_so_far = 0
        while (data := await read()) is not grpc.aio.EOF:
            post(bot.received, self, data, time.perf_counter())
            read_so_far += 1
            if read_so_far % MAX_NOT_TAKEN == 0:
                await self._bridge.ask(_nothing)  # is answered when trio's side has taken all that came before

    async def _write_all(self) -> None:
        write, outbox = self._context.write, self._outbox
        while True:
            while outbox:
                await write(outbox.popleft())
            if self._closing:
                self._end(None)
                return
            self._filled = self._loop.create_future()
            await self._filled

    def _put(self, response: bytes, seat: BotSeat | None, limit: int) -> None:
        if seat is not None:
            seat.handed = time.perf_counter()
        if len(self._outbox) >= limit:
            self._end(TooMuch("NOT_READING", f"{limit} responses wait and are not read", limit=limit))
        else:
            self._outbox.append(response)
            self._wake_writer()

    def _put_last(self, goodbye: bytes) -> None:
        if not self._closing:
            self._outbox.append(goodbye)
            self._finish_writing()

    def _finish_writing(self) -> None:
        """Ends the stream when everything is written, but waits only so long for that."""
        self._closing = True
        self._wake_writer()
        self._loop.call_later(SECONDS_FOR_GOODBYE, self._end, TooMuch("NOT_READING", "the last responses are not read"))

    def _wake_writer(self) -> None:
        filled = self._filled
        if filled is not None and not filled.done():
            filled.set_result(None)


def _nothing() -> None:
    pass

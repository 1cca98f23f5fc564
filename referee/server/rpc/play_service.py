"""The gRPC stream between a bot and the referee: reads, writes and limits.

`bot_link` interprets what is sent on it, and handles every request where it arrives.
"""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Callable
from typing import TypeAlias

import grpc
from google.protobuf.message import DecodeError
from referee_client.v1 import play_service_pb2 as wire

from referee.server.config import Limits
from referee.server.errors import TooLate, TooMuch, WrongRequest
from referee.server.lobby.bot_link import BotLink
from referee.server.lobby.lobby import Lobby
from referee.server.rpc import status
from referee.server.rpc.eager import begin

SERVICE = "referee.v1.PlayService"
SECONDS_FOR_GOODBYE = 2.0

Method: TypeAlias = "grpc.RpcMethodHandler[bytes, bytes]"


def play_methods(lobby: Lobby, limits: Limits, vouch: Callable[[status.Context], object]) -> dict[str, Method]:
    """The methods of the service. Messages are passed as bytes, so an unreadable one does not end the stream.

    `vouch` is called for every stream whose bot has sent a valid token.
    """

    async def play(_requests: object, context: status.Context) -> None:
        await BotStream(context, lobby, limits, vouch).serve()

    return {"Play": grpc.stream_stream_rpc_method_handler(play)}


class BotStream:
    """One stream from its beginning to its end: a task reads, writes start at once, and the call itself waits.

    To a `BotLink`, it is a `Stream`.
    """

    def __init__(
        self, context: status.Context, lobby: Lobby, limits: Limits, vouch: Callable[[status.Context], object]
    ) -> None:
        self._context = context
        self._vouch = vouch
        self._lobby = lobby
        self._limits = limits
        self._outbox: deque[bytes] = deque()
        self._writing = False
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[Exception | None] = self._loop.create_future()
        self._written_out: asyncio.Future[None] = self._loop.create_future()
        self._closing = False
        self._last_moment: asyncio.TimerHandle | None = None

    def send(self, response: bytes, limit: Callable[[], int]) -> None:
        """See `Stream`."""
        if not self._writing:
            self._writing = True
            self._write(response)
        elif len(self._outbox) >= (most := limit()):
            self._end(TooMuch("NOT_READING", f"{most} responses are waiting because you do not read them", limit=most))
        else:
            self._outbox.append(response)

    def close(self, goodbye: wire.Goodbye) -> None:
        """See `Stream`."""
        if not self._closing:
            self.send(wire.PlayResponse(goodbye=goodbye).SerializeToString(), _any_number)
            self._finish_writing()

    async def serve(self) -> None:
        """Serve the stream until it is over."""
        reader = asyncio.create_task(self._read_all())
        try:
            error = await self._over
            self._lobby.lost(self)
            if error is not None:
                self._outbox.clear()
            self._closing = True
            # gRPC cannot end a call in the middle of a write: a bot that does not read stays until it reads or leaves.
            if self._writing:
                await self._written_out
            if error is not None:
                await status.abort(self._context, error)
        finally:
            reader.cancel()
            if self._last_moment is not None:
                self._last_moment.cancel()
            self._lobby.lost(self)

    def _end(self, error: Exception | None) -> None:
        if not self._over.done():
            # If the connection is lost, an error cannot be sent.
            self._over.set_result(None if isinstance(error, grpc.aio.BaseError) else error)

    async def _read_all(self) -> None:
        try:
            hello = await self._read_hello()
            bot = self._lobby.enter(hello, self)
            self._vouch(self._context)
            await self._read_requests(bot)
            self._lobby.lost(self)
            self._finish_writing()
        except Exception as error:  # noqa: BLE001 - it becomes the status of the call
            self._end(error)

    async def _read_hello(self) -> wire.Hello:
        too_late = TooLate("HELLO_TIMEOUT", "no Hello arrived in time")
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
        read, take = self._context.read, bot.received
        while (data := await read()) is not grpc.aio.EOF:
            take(self, data)

    def _write(self, response: bytes) -> None:
        begin(self._context.write(response), self._wrote)

    def _wrote(self, error: Exception | None) -> None:
        if error is None and self._outbox:
            self._write(self._outbox.popleft())
            return
        self._writing = False
        if error is not None or self._closing:
            self._end(error)
            if not self._written_out.done():
                self._written_out.set_result(None)

    def _finish_writing(self) -> None:
        """End the stream once everything is written, or after `SECONDS_FOR_GOODBYE` at the latest."""
        self._closing = True
        if not self._writing:
            self._end(None)
        if self._last_moment is None:
            unread = TooMuch("NOT_READING", "you did not read the last responses")
            self._last_moment = self._loop.call_later(SECONDS_FOR_GOODBYE, self._end, unread)


def _any_number() -> int:
    return sys.maxsize

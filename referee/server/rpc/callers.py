"""How many calls may be in flight: from each caller, and in total. Runs on the loop. Bots' streams do not count.

Refusing a call here costs almost nothing, so no caller can slow down matches by calling often.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

import grpc
from google.protobuf.message import DecodeError

from referee.counts import counted
from referee.server.config import Limits
from referee.server.errors import TooMuch, WrongRequest
from referee.server.gate import Gate
from referee.server.proxy.starting import Entrance
from referee.server.rpc import status
from referee.server.rpc.rights import token_of
from referee.server.storage.tokens import Tokens

PLAY = "/referee.v1.PlayService/Play"

SHORT = "short calls"

BEGUN_AT_ONCE = 1
SECONDS_BETWEEN = 0.001
"""The interval at which calls are begun or refused, which is most of the cost of a call."""

MAX_NOT_BEGUN = 4000
"""How many calls may wait to begin; each takes about 15 kB, and with the largest request 220 kB."""

MethodHandler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Read: TypeAlias = "Callable[[bytes], Any] | None"


class Callers(grpc.aio.ServerInterceptor):
    """The calls in flight. Short calls are counted together, streams by their method.

    Attributes:
        entrance: The entrance that callers come through; None if they connect to the server's own socket.
        uncounted: The methods that count their calls themselves, or that only the referee calls.
    """

    def __init__(self, limits: Limits, tokens: Tokens) -> None:
        self._limits = limits
        self._tokens = tokens
        self._in_flight: Counter[tuple[str, str]] = Counter()
        self._counted_in: dict[status.Context, list[tuple[str, str]]] = {}
        self._handlers: dict[str, MethodHandler] = {}
        self._gate = Gate(BEGUN_AT_ONCE, SECONDS_BETWEEN)
        self.entrance: Entrance | None = None
        self.uncounted = {PLAY}

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[MethodHandler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> MethodHandler | None:
        """Count each call of the method from its beginning to its end, however it ends."""
        method = handler_call_details.method
        if method not in self._handlers:
            handler = await continuation(handler_call_details)
            if handler is None or method in self.uncounted:
                return handler
            self._handlers[method] = self._bounded(handler, method)
        return self._handlers[method]

    def give_away(self, context: status.Context) -> None:
        """If a call must end but cannot end yet, give its place to another caller; its own caller gets no new place."""
        self._leave(self._counted_in[context].pop())

    async def write(
        self, message: object, context: status.Context, what: str, then: Callable[[], object] = lambda: None
    ) -> None:
        """Write `what` to a stream. gRPC cannot end a call during that, so a caller that does not read loses its place.

        `then` is called when it does. Raises `TooMuch` once the message was read after all.
        """
        seconds, too_late = self._limits.reading, False

        def give_up() -> None:
            nonlocal too_late
            too_late = True
            self.give_away(context)
            then()

        patience = asyncio.get_running_loop().call_later(seconds, give_up)
        try:
            await context.write(message)
        finally:
            patience.cancel()
        if too_late:
            why = f"a {what} was not read within {counted(seconds, 'second')}"
            raise TooMuch("NOT_READING", why, seconds=f"{seconds:g}")

    def vouch(self, context: status.Context) -> None:
        """Record that a caller has sent a valid token."""
        if self.entrance is not None:
            self.entrance.vouch(context.peer())

    def _bounded(self, handler: MethodHandler, method: str) -> MethodHandler:
        # Requests arrive as bytes, because gRPC would report an unreadable request as a defect of the server.
        read, write = handler.request_deserializer, handler.response_serializer
        if handler.unary_unary is not None:
            return grpc.unary_unary_rpc_method_handler(self._counted(handler.unary_unary, read, SHORT), None, write)
        if handler.unary_stream is not None:
            return grpc.unary_stream_rpc_method_handler(self._counted(handler.unary_stream, read, method), None, write)
        assert handler.stream_stream is not None
        return grpc.stream_stream_rpc_method_handler(self._yielding(handler.stream_stream, read, method), None, write)

    def _counted(self, method: Callable[..., Any], read: Read, kind: str) -> Callable[..., Any]:
        async def answer(data: bytes, context: status.Context) -> Any:
            await self._begin(kind, context)
            try:
                return await method(_request(read, data), context)
            except WrongRequest as error:
                await status.abort(context, error)
            finally:
                self._end(context)

        return answer

    def _yielding(self, method: Callable[..., Any], read: Read, kind: str) -> Callable[..., Any]:
        async def requests_of(stream: AsyncIterator[bytes]) -> AsyncIterator[Any]:
            async for data in stream:
                yield _request(read, data)

        async def answer(stream: AsyncIterator[bytes], context: status.Context) -> AsyncIterator[Any]:
            await self._begin(kind, context)
            try:
                async for response in method(requests_of(stream), context):
                    yield response
            except WrongRequest as error:
                await status.abort(context, error)
            finally:
                self._end(context)

        return answer

    async def _begin(self, kind: str, context: status.Context) -> None:
        caller = self._name(context)
        try:
            self._check_crowd()
            await self._gate.enter(caller)
            self._check(kind, caller)
        except TooMuch as error:
            await status.abort(context, error)
        self._counted_in[context] = [(kind, caller), (kind, "")]
        self._in_flight.update(self._counted_in[context])

    def _check_crowd(self) -> None:
        if len(self._gate) >= MAX_NOT_BEGUN:
            why = f"{MAX_NOT_BEGUN} calls are waiting: try again later"
            raise TooMuch("TOO_MANY_CALLS_IN_ALL", why, limit=MAX_NOT_BEGUN)

    def _check(self, kind: str, caller: str) -> None:
        limits = self._limits
        if kind == SHORT:
            what, of_one, of_all = "calls", limits.calls_of_one, limits.calls
        else:
            what, of_one, of_all = f"calls of {kind}", limits.streams_of_one, limits.streams
        if self._in_flight[kind, caller] >= of_one:
            why = f"you already have {of_one} {what} in flight: wait until one of them has ended"
            raise TooMuch("TOO_MANY_CALLS", why, limit=of_one)
        if self._in_flight[kind, ""] >= of_all:
            raise TooMuch("TOO_MANY_CALLS_IN_ALL", f"{of_all} {what} are in flight: try again later", limit=of_all)

    def _end(self, context: status.Context) -> None:
        for place in self._counted_in.pop(context):
            self._leave(place)

    def _leave(self, place: tuple[str, str]) -> None:
        self._in_flight[place] -= 1
        if not self._in_flight[place]:
            del self._in_flight[place]

    def _name(self, context: status.Context) -> str:
        """The caller: the name of its token, or its address if it sends no known token."""
        known = self._tokens.known(token_of(context))
        if known is not None:
            self.vouch(context)
            return f"token {known.name}"
        return "this machine" if self.entrance is None else f"address {self.entrance.caller(context.peer())}"


def _request(read: Read, data: bytes) -> Any:
    try:
        return data if read is None else read(data)
    except DecodeError:
        raise WrongRequest("MALFORMED", "the request cannot be read as a message of this method") from None

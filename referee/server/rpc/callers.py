"""How many calls may be in flight: of each caller, and in all. Runs on the loop. The streams of bots are not counted.

A call that is refused here has cost next to nothing, so that nobody can keep the referee from its matches by asking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

import grpc
from google.protobuf.message import DecodeError

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
"""How fast calls are begun, or refused: that is most of what a call costs."""

MAX_NOT_BEGUN = 4000
"""How many calls may wait for that; each takes about 15 kB, and with the largest request 220 kB."""

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Read: TypeAlias = "Callable[[bytes], Any] | None"


class Callers(grpc.aio.ServerInterceptor):
    """Who is calling. Short calls are counted together, and streams by their method.

    Attributes:
        entrance: What the callers came through; None if they reach the server's own socket.
    """

    def __init__(self, limits: Limits, tokens: Tokens) -> None:
        self._limits = limits
        self._tokens = tokens
        self._in_flight: Counter[tuple[str, str]] = Counter()
        self._counted_in: dict[status.Context, list[tuple[str, str]]] = {}
        self._handlers: dict[str, Handler] = {}
        self._gate = Gate(BEGUN_AT_ONCE, SECONDS_BETWEEN)
        self.entrance: Entrance | None = None

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        """Counts each call of the method from its beginning to its end, however it ends."""
        method = handler_call_details.method
        if method not in self._handlers:
            handler = await continuation(handler_call_details)
            if handler is None or method == PLAY:
                return handler
            self._handlers[method] = self._bounded(handler, method)
        return self._handlers[method]

    def give_away(self, context: status.Context) -> None:
        """Lets somebody else have the place of a call that has to end and can not yet; its caller gets no other."""
        self._leave(self._counted_in[context].pop())

    def vouch(self, context: status.Context) -> None:
        """Takes notice that a caller has shown a valid token."""
        if self.entrance is not None:
            self.entrance.vouch(context.peer())

    def _bounded(self, handler: Handler, method: str) -> Handler:
        # Requests come as bytes: gRPC would take one that can not be read for a defect of ours.
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
            raise TooMuch("TOO_MANY_CALLS_IN_ALL", f"{MAX_NOT_BEGUN} calls wait: try again later", limit=MAX_NOT_BEGUN)

    def _check(self, kind: str, caller: str) -> None:
        limits = self._limits
        if kind == SHORT:
            what, of_one, of_all = "calls", limits.calls_of_one, limits.calls
        else:
            what, of_one, of_all = f"calls of {kind}", limits.streams_of_one, limits.streams
        if self._in_flight[kind, caller] >= of_one:
            why = f"{of_one} {what} of yours are in flight already: wait until one of them has ended"
            raise TooMuch("TOO_MANY_CALLS", why, limit=of_one)
        if self._in_flight[kind, ""] >= of_all:
            raise TooMuch("TOO_MANY_CALLS_IN_ALL", f"{of_all} {what} are in flight: try again later", limit=of_all)

    def _end(self, context: status.Context) -> None:
        for counted in self._counted_in.pop(context):
            self._leave(counted)

    def _leave(self, counted: tuple[str, str]) -> None:
        self._in_flight[counted] -= 1
        if not self._in_flight[counted]:
            del self._in_flight[counted]

    def _name(self, context: status.Context) -> str:
        """Who calls: the name of its token, or where it calls from if it shows none that is known."""
        known = self._tokens.known(token_of(context))
        if known is not None:
            self.vouch(context)
            return f"token {known.name}"
        return "this machine" if self.entrance is None else f"address {self.entrance.caller(context.peer())}"


def _request(read: Read, data: bytes) -> Any:
    try:
        return data if read is None else read(data)
    except DecodeError:
        raise WrongRequest("MALFORMED", "the request can not be read as a message of this method") from None

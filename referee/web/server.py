"""HTTP/1.1 over trio: every connection is a task, and what a browser may send or leave unread is limited.

h11 implements the protocol; this module handles sockets, time and limits. Connections do not wait for each other: a
slow reader skips states (see `feeds`), and the connection of a browser that does not read at all is closed.
"""

from __future__ import annotations

import logging
import socket
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http import HTTPStatus

import h11
import trio

from referee.web.feeds import Feed
from referee.web.passing_on import PassingOn
from referee.web.proxies import Proxies
from referee.web.requests import Refused, Response, WebRequest
from referee.web.shares import AddressShares

Handler = Callable[[WebRequest], Awaitable[Response]]
Refuse = Callable[[HTTPStatus, str], Response]

AT_ONCE = 16 * 1024

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class WebLimits:
    """Limits for all browsers together and for each of them. Times are in seconds.

    Attributes:
        connections: Open connections. If there are more, the one that has sent nothing for longest is closed.
        watchers: How many strangers (visitors without a seat or the key) may follow feeds at the same time.
        kept: How
            many further places are reserved for visitors who have a seat or the key.
        of_one_address: How many feeds strangers at one address may follow, unless they are on this machine.
        head: Bytes of a request's first line and headers.
        body: Bytes of a request's body.
        speaking: Time to send a whole request, from the start of the connection or from the previous answer.
        reading: Time to read what was sent.
        unsent: Bytes that the kernel buffers for one connection.
        unread: Time after which the kernel ends a connection whose other end accepts none of the buffered data.
    """

    connections: int = 800
    watchers: int = 500
    kept: int = 100
    of_one_address: int = 50
    head: int = 16 * 1024
    body: int = 64 * 1024
    speaking: float = 15.0
    reading: float = 10.0
    unsent: int = 64 * 1024
    unread: float = 30.0


class WebServer:
    """Answers requests.

    Attributes:
        connections: Number of open connections (treat as read-only).
        watchers: How many of them follow a feed (treat as read-only).
        strangers: How many of those have neither seat nor key (treat as read-only).
        responses: Number of responses by status (treat as read-only).
    """

    def __init__(
        self, answer: Handler, refuse: Refuse, limits: WebLimits | None = None, proxies: Proxies | None = None
    ) -> None:
        """`answer` may raise `Refused`, which `refuse` then turns into a page."""
        self._proxies = proxies or Proxies()
        self.connections = 0
        self.watchers = 0
        self.strangers = 0
        self.responses: Counter[HTTPStatus] = Counter()
        self._silent: dict[_Conversation, trio.CancelScope] = {}
        self._answer = answer
        self._refuse = refuse
        self._limits = limits or WebLimits()
        self._shares = AddressShares(self._limits.of_one_address, "live page")

    async def serve(self, listeners: Sequence[trio.SocketListener]) -> None:
        """Serve until cancelled."""
        await trio.serve_listeners(self._converse, list(listeners))

    async def _converse(self, stream: trio.SocketStream) -> None:
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self._limits.unsent)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux has it
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * self._limits.unread))
        self._make_room()
        self.connections += 1
        conversation = _Conversation(stream, self._limits, self._proxies)
        try:
            await conversation.hold(self._reply, self._silent)
        except (trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError, h11.ProtocolError):
            pass  # the browser is gone, or does not speak HTTP
        except Exception:
            log.exception("a defect of the web pages ended a connection")
        finally:
            if not conversation.dropped:
                self.connections -= 1
            with trio.CancelScope(shield=True, deadline=trio.current_time() + 1):
                await stream.aclose()

    def _make_room(self) -> None:
        """Drop the connection that has sent nothing for longest, if there are as many as there may be."""
        if self.connections >= self._limits.connections and self._silent:
            conversation = next(iter(self._silent))
            conversation.dropped = True
            self._silent.pop(conversation).cancel()
            self.connections -= 1

    async def _reply(self, request: WebRequest, conversation: _Conversation) -> None:
        response = await self._response(request)
        self.responses[response.status] += 1
        if response.feed is None:
            await conversation.send(response, with_body=request.method != "HEAD")
        elif request.method == "HEAD":
            await conversation.send(Response(kind=response.kind, headers=response.headers), with_body=False)
        else:
            try:
                with self._place(request.sender.address, kept=response.kept):
                    await conversation.follow(response, response.feed)
            except Refused as refused:
                await conversation.send(self._refuse(refused.status, str(refused)))

    @contextmanager
    def _place(self, address: str, *, kept: bool) -> Iterator[None]:
        """Take a place among those who follow feeds, during the block. Raises `Refused` if there is none."""
        with ExitStack() as stack:
            if not kept:
                if self.strangers >= self._limits.watchers:
                    why = f"{self.strangers} visitors are watching, which is the limit. Come back later."
                    raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, why)
                stack.enter_context(self._shares.held(address))
            elif self.watchers >= self._limits.watchers + self._limits.kept:
                why = f"{self.watchers} visitors are watching, which is the limit. Come back later."
                raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, why)
            self.watchers += 1
            self.strangers += not kept
            try:
                yield
            finally:
                self.watchers -= 1
                self.strangers -= not kept

    async def _response(self, request: WebRequest) -> Response:
        if self.connections > self._limits.connections:
            return self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "Too many connections are open. Come back later.")
        try:
            return await self._answer(request)
        except Refused as refused:
            return self._refuse(refused.status, str(refused))
        except Exception:
            log.exception("a defect of the web pages: %s %s", request.method, request.path)
            return self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR, "This page failed; the server's log says why.")


class _Conversation:
    """A connection: one request after the other."""

    def __init__(self, stream: trio.SocketStream, limits: WebLimits, proxies: Proxies) -> None:
        self._stream = stream
        self._proxies = proxies
        self._limits = limits
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=limits.head)
        self._address = _address_of(stream)
        self.dropped = False

    async def hold(
        self,
        reply: Callable[[WebRequest, _Conversation], Awaitable[None]],
        silent: dict[_Conversation, trio.CancelScope],
    ) -> None:
        """Answer requests; while none has arrived in full, this connection is among the `silent` ones."""
        while True:
            try:
                with trio.move_on_after(self._limits.speaking) as speaking:
                    silent[self] = speaking
                    try:
                        request = await self._hear()
                    finally:
                        silent.pop(self, None)
                if speaking.cancelled_caught or request is None:
                    return
            except h11.RemoteProtocolError as error:
                await self._give_up(HTTPStatus(error.error_status_hint))
                return
            except Refused as refused:
                await self._give_up(refused.status)
                return
            await reply(request, self)
            if self._http.our_state is not h11.DONE or self._http.their_state is not h11.DONE:
                return
            self._http.start_next_cycle()

    async def send(self, response: Response, *, with_body: bool = True) -> None:
        """Send a whole answer."""
        with trio.fail_after(self._limits.reading):
            await self._send(_head(response, len(response.body)))
        body = memoryview(response.body) if with_body else memoryview(b"")
        for place in range(0, len(body), self._limits.unsent):
            with trio.fail_after(self._limits.reading):
                await self._send(h11.Data(data=bytes(body[place : place + self._limits.unsent])))
        await self._send(h11.EndOfMessage())

    async def follow(self, response: Response, feed: Feed) -> None:
        """Send a feed until it is over, the browser disconnects, or the browser does not read."""
        with trio.fail_after(self._limits.reading):
            await self._send(_head(response, None))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._until_gone, nursery.cancel_scope)
            await self._pass_on(feed)
            nursery.cancel_scope.cancel()

    async def _pass_on(self, feed: Feed) -> None:
        try:
            if await PassingOn(self._stream, self._framed, self._limits.reading).run(feed):
                await self._send(h11.EndOfMessage())
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # the browser is gone

    def _framed(self, part: bytes) -> bytes:
        return self._http.send(h11.Data(data=part)) or b""

    async def _until_gone(self, scope: trio.CancelScope) -> None:
        try:
            while await self._stream.receive_some(AT_ONCE):
                pass  # a follower sends no further requests
        except trio.BrokenResourceError:
            pass
        scope.cancel()

    async def _hear(self) -> WebRequest | None:
        """The next request; None if the browser hangs up."""
        head = await self._next_event()
        if not isinstance(head, h11.Request):
            return None
        parts, size = [], 0
        while isinstance(event := await self._next_event(), h11.Data):
            size += len(event.data)
            if size > self._limits.body:
                raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "")
            parts.append(bytes(event.data))
        if not isinstance(event, h11.EndOfMessage):
            return None
        headers = {name.decode("ascii"): value.decode("latin-1") for name, value in head.headers}
        target = head.target.decode("latin-1")
        sender = self._proxies.sender(self._address, headers)
        return WebRequest(head.method.decode("ascii"), target, headers, b"".join(parts), sender)

    async def _next_event(self) -> object:
        while (event := self._http.next_event()) is h11.NEED_DATA:
            if self._http.they_are_waiting_for_100_continue:
                await self._send(h11.InformationalResponse(status_code=100, headers=[]))
            self._http.receive_data(await self._stream.receive_some(AT_ONCE))
        return event

    async def _give_up(self, status: HTTPStatus) -> None:
        """Answer a malformed request with its error."""
        if self._http.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            body = f"{status.value} {status.phrase}\n".encode()
            response = Response(body, status, "text/plain", {"connection": "close"})
            await self.send(response)

    async def _send(self, event: h11.Event) -> None:
        data = self._http.send(event)
        if data:
            await self._stream.send_all(data)


def _address_of(stream: trio.SocketStream) -> str:
    """The other end's IP address; empty if it has already disconnected."""
    try:
        return str(stream.socket.getpeername()[0])
    except OSError:
        return ""


def _head(response: Response, size: int | None) -> h11.Response:
    headers = {"content-type": response.kind, **response.headers}
    if size is None:
        headers["connection"] = "close"
    else:
        headers["content-length"] = str(size)
    return h11.Response(status_code=response.status, headers=[*headers.items()], reason=response.status.phrase)

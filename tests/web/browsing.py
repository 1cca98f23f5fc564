"""A site on a port of this machine, and browsers that send exactly what a test wants."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import h11
import trio

from referee.pages.layout import Navigation
from referee.web.access import AccessRules
from referee.web.feeds import Feed
from referee.web.proxies import Proxies
from referee.web.requests import Response, following, html
from referee.web.routes import Site, Visit
from referee.web.server import WebLimits, WebServer

KEY = "the-key"
PATIENCE = 20.0


@dataclass
class Served:
    """A site that is served."""

    port: int
    server: WebServer
    feed: Feed

    async def connect(self) -> trio.SocketStream:
        return await trio.open_tcp_stream("127.0.0.1", self.port)

    async def say(self, data: bytes) -> bytes:
        """The answer to some bytes, until the server closes the connection."""
        with trio.fail_after(PATIENCE):
            async with await self.connect() as stream:
                await stream.send_all(data)
                return b"".join([part async for part in stream])

    async def get(self, target: str, method: str = "GET", body: bytes = b"", **headers: str) -> Answer:
        """The answer to a request."""
        named = {"host": f"127.0.0.1:{self.port}", "connection": "close", "content-length": str(len(body))}
        named |= {name.replace("_", "-"): value for name, value in headers.items()}
        http = h11.Connection(h11.CLIENT)
        events = (h11.Request(method=method, target=target, headers=[*named.items()]), h11.Data(data=body))
        said = b"".join(http.send(event) or b"" for event in (*events, h11.EndOfMessage()))
        http.receive_data(await self.say(said))
        http.receive_data(b"")
        head = http.next_event()
        assert isinstance(head, h11.Response), head
        parts = []
        while isinstance(event := http.next_event(), h11.Data):
            parts.append(bytes(event.data))
        return Answer(
            head.status_code, {name.decode(): value.decode() for name, value in head.headers}, b"".join(parts)
        )

    async def key_cookie(self) -> str:
        """The cookie of someone who has shown the key."""
        origin = f"http://127.0.0.1:{self.port}"
        answer = await self.get("/key", "POST", f"key={KEY}".encode(), origin=origin)
        return answer.headers["set-cookie"].partition(";")[0]


@dataclass
class Answer:
    """A whole answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@asynccontextmanager
async def served(
    limits: WebLimits | None = None, proxies: Proxies | None = None, **access: Any
) -> AsyncIterator[Served]:
    """A site with a page, a form, a feed and a page that fails."""
    feed = Feed()
    site = Site(AccessRules(KEY, **access), Navigation("Trial"))

    async def hello(visit: Visit) -> Response:
        return html(f"hello {'friend' if visit.visitor.trusted else 'stranger'} {visit.request.query.get('q', '')}")

    async def take(visit: Visit) -> Response:
        return html(str(visit.request.form()))

    async def follow(_visit: Visit) -> Response:
        return following(feed)

    async def fail(_visit: Visit) -> Response:
        raise RuntimeError("a defect")

    site.add("GET", "/", hello)
    site.add("POST", "/form", take)
    site.add("GET", "/feed", follow)
    site.add("GET", "/fail", fail)
    site.add("GET", "/words/*/end", _words)
    server = WebServer(site.answer, site.refuse, limits, proxies)
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(server.serve, listeners)
        yield Served(listeners[0].socket.getsockname()[1], server, feed)
        nursery.cancel_scope.cancel()


async def _words(visit: Visit) -> Response:
    return html(repr(visit.words))

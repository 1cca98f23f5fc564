"""HTTP over real sockets: answers, limits, and hundreds of followers of one feed."""

from __future__ import annotations

import logging
import resource
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
import trio
import trio.lowlevel

from referee.server.open_files import allow_many_files
from referee.web.proxies import Proxies
from referee.web.server import WebLimits
from tests.support.waiting import until
from tests.web.browsing import Served, served

Case = Callable[[Served], Awaitable[None]]


def on_site(case: Case, limits: WebLimits | None = None, proxies: Proxies | None = None, **access: Any) -> None:
    async def run() -> None:
        async with served(limits, proxies, **access) as site:
            await case(site)

    trio.run(run)


@pytest.mark.parametrize(
    ("target", "method", "status", "said"),
    [
        pytest.param("/?q=1", "GET", 200, b"hello stranger 1", id="a page"),
        pytest.param("/words/a%2Fb%20c/end", "GET", 200, b"('a/b c',)", id="what stands in the path"),
        pytest.param("/", "HEAD", 200, b"", id="its head"),
        pytest.param("/feed", "HEAD", 200, b"", id="the head of what continues for ever"),
        pytest.param("/nowhere", "GET", 404, b"There is no such page", id="no page"),
        pytest.param("/static/../layout.py", "GET", 404, b"no such file", id="a file that is not for all"),
        pytest.param("/static/%2e%2e/layout.py", "GET", 404, b"no such file", id="the same in disguise"),
        pytest.param("/form", "GET", 405, b"does not support the method", id="another method"),
        pytest.param("/static/site.css", "GET", 200, b".page", id="a style"),
    ],
)
def test_a_request_gets_its_answer(target: str, method: str, status: int, said: bytes) -> None:
    async def ask(site: Served) -> None:
        answer = await site.get(target, method)
        assert answer.status == status
        assert said in answer.body
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"

    on_site(ask)


def test_a_style_is_not_sent_twice() -> None:
    async def ask(site: Served) -> None:
        tag = (await site.get("/static/site.css")).headers["etag"]
        again = await site.get("/static/site.css", if_none_match=tag)
        assert (again.status, again.body) == (304, b"")

    on_site(ask)


def test_one_connection_asks_again_and_again() -> None:
    async def ask(site: Served) -> None:
        request = b"GET / HTTP/1.1\r\nhost: localhost\r\n"
        said = await site.say((request + b"\r\n") * 2 + request + b"connection: close\r\n\r\n")
        assert said.count(b"hello stranger") == 3

    on_site(ask)


@pytest.mark.parametrize(
    ("said", "status"),
    [
        pytest.param(b"nonsense\r\n\r\n", b"400", id="no HTTP"),
        pytest.param(b"GET / HTTP/1.1\r\n\r\n", b"400", id="no host"),
        pytest.param(b"GET / HTTP/1.1\r\nhost: localhost\r\nx: " + b"a" * 20_000, b"431", id="endless headers"),
        pytest.param(
            b"POST /form HTTP/1.1\r\nhost: localhost\r\ncontent-length: 70000\r\n\r\n" + b"a" * 70_000,
            b"413",
            id="a large body",
        ),
        pytest.param(
            b"POST /form HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
            + (b"4000\r\n" + b"a" * 0x4000 + b"\r\n") * 5,
            b"413",
            id="a large body in parts",
        ),
    ],
)
def test_what_is_too_much_or_no_request_is_refused(said: bytes, status: bytes) -> None:
    async def ask(site: Served) -> None:
        with trio.fail_after(10):
            async with await site.connect() as stream:
                try:
                    await stream.send_all(said)
                    answer = await stream.receive_some()
                except trio.BrokenResourceError:  # the server has already closed the connection
                    return
        assert answer.startswith(b"HTTP/1.1 " + status)

    on_site(ask)


def test_who_says_no_whole_request_is_hung_up_on() -> None:
    async def ask(site: Served) -> None:
        assert await site.say(b"GET / HTTP/1.1\r\nhost: local") == b""
        assert await site.say(b"") == b""

    on_site(ask, WebLimits(speaking=0.2))


def test_connections_that_say_nothing_keep_nobody_out() -> None:
    async def ask(site: Served) -> None:
        idle = [await site.connect() for _ in range(15)]
        await until(lambda: site.server.connections == 10)
        for _ in range(3):
            assert (await site.get("/")).status == 200
        for stream in idle:
            await stream.aclose()
        await until(lambda: site.server.connections == 0)

    on_site(ask, WebLimits(connections=10))


def test_a_connection_too_many_is_told_so() -> None:
    async def ask(site: Served) -> None:
        async with await site.connect() as one, await site.connect() as other:
            for stream in (one, other):
                await stream.send_all(FOLLOW)
            await until(lambda: site.server.watchers == 2)
            answer = await site.get("/")
            assert (answer.status, b"Too many connections" in answer.body) == (503, True)
        await until(lambda: site.server.connections == 0)
        assert (await site.get("/")).status == 200

    on_site(ask, WebLimits(connections=2))


def test_strangers_leave_places_to_those_with_the_key() -> None:
    async def ask(site: Served) -> None:
        cookie = await site.key_cookie()
        with_key = FOLLOW.replace(b"\r\n\r\n", f"\r\ncookie: {cookie}\r\n\r\n".encode())
        async with AsyncExitStack() as stack:

            async def follow(request: bytes, status: bytes) -> None:
                stream = await stack.enter_async_context(await site.connect())
                await stream.send_all(request)
                assert (await stream.receive_some()).startswith(b"HTTP/1.1 " + status)

            for _ in range(3):
                await follow(FOLLOW, b"200")
            await follow(FOLLOW, b"503")
            for _ in range(2):
                await follow(with_key, b"200")
            await follow(with_key, b"503")

    on_site(ask, WebLimits(watchers=3, kept=2))


def test_a_defect_is_a_page_and_a_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def ask(site: Served) -> None:
        answer = await site.get("/fail")
        assert answer.status == 500
        assert b"a defect" not in answer.body
        assert (await site.get("/")).status == 200

    with caplog.at_level(logging.ERROR):
        on_site(ask)
    assert "a defect of the web pages: GET /fail" in caplog.text


FOLLOW = b"GET /feed HTTP/1.1\r\nhost: localhost\r\n\r\n"
LARGE = "x" * 60_000
WATCHERS, SLOW = 500, 40


def test_500_follow_and_those_who_do_not_read_are_dropped() -> None:
    allow_many_files()
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 3 * WATCHERS:
        pytest.skip("too few files may be open here for 500 connections")

    async def follow(site: Served, seen: list[int], at: int) -> None:
        async with await site.connect() as stream:
            await stream.send_all(FOLLOW)
            told = b""
            async for part in stream:
                told = (told + part)[-100:]
                seen[at] = 1 + (b"last" in told)
                if seen[at] == 2:
                    return

    async def ask(site: Served) -> None:
        slow = []
        for _ in range(SLOW):
            stream = await site.connect()
            stream.setsockopt(1, 8, 4096)  # SOL_SOCKET, SO_RCVBUF
            await stream.send_all(FOLLOW)
            slow.append(stream)
        seen = [0] * (WATCHERS - SLOW)
        async with trio.open_nursery() as nursery:
            for at in range(len(seen)):
                nursery.start_soon(follow, site, seen, at)
            await until(lambda: site.server.watchers == WATCHERS)
            refused = await site.get("/feed")
            assert refused.status == 503
            assert b"500 visitors are watching" in refused.body
            for number in range(3):
                site.feed.show({"large": [LARGE + str(number)]})
                await trio.lowlevel.checkpoint()
            await until(lambda: site.server.watchers == WATCHERS - SLOW)
            site.feed.show({"large": [], "end": ["last"]})
        assert seen == [2] * len(seen)
        for stream in slow:
            await stream.aclose()

    on_site(ask, WebLimits(reading=2.0, unsent=16 * 1024))


def test_who_leaves_is_noticed() -> None:
    async def ask(site: Served) -> None:
        async with await site.connect() as stream:
            await stream.send_all(FOLLOW)
            await until(lambda: site.feed.followers == 1)
        await until(lambda: (site.feed.followers, site.server.watchers, site.server.connections) == (0, 0, 0))

    on_site(ask)

"""Who a request is from, behind proxies that are believed and others that are not."""

from __future__ import annotations

from contextvars import copy_context

import pytest

from referee.errors import UsageError
from referee.pages.markup import ROOT, tag
from referee.web.listeners import read_prefix
from referee.web.proxies import Proxies, Sender, read_proxy
from referee.web.server import WebLimits
from tests.web.browsing import KEY, Served
from tests.web.test_server import FOLLOW, on_site

OURS = Proxies([read_proxy("127.0.0.1"), read_proxy("10.0.0.0/8"), read_proxy("fd00::/8")])


@pytest.mark.parametrize(
    ("peer", "headers", "sender"),
    [
        pytest.param("203.0.113.9", {"x-forwarded-for": "1.2.3.4"}, Sender("203.0.113.9", "h"), id="a stranger"),
        pytest.param("127.0.0.1", {}, Sender("127.0.0.1", "h"), id="nothing is said"),
        pytest.param(
            "127.0.0.1",
            {"x-forwarded-for": "1.2.3.4", "x-forwarded-proto": "https", "x-forwarded-host": "cup.example"},
            Sender("1.2.3.4", "cup.example", secure=True),
            id="all is said",
        ),
        pytest.param("127.0.0.1", {"x-forwarded-for": "9.9.9.9, 1.2.3.4"}, Sender("1.2.3.4", "h"), id="made up before"),
        pytest.param("::ffff:127.0.0.1", {"x-forwarded-for": "1.2.3.4"}, Sender("1.2.3.4", "h"), id="by both"),
        pytest.param("10.1.1.1", {"x-forwarded-for": "1.2.3.4, 10.2.2.2"}, Sender("1.2.3.4", "h"), id="two proxies"),
        pytest.param("10.1.1.1", {"x-forwarded-for": "10.3.3.3"}, Sender("10.3.3.3", "h"), id="one of the proxies"),
        pytest.param("127.0.0.1", {"x-forwarded-for": "unknown"}, Sender("127.0.0.1", "h"), id="no address"),
        pytest.param(
            "127.0.0.1",
            {"forwarded": 'for="[2001:db8::7]:4711";proto=https;host=cup.example'},
            Sender("2001:db8::7", "cup.example", secure=True),
            id="Forwarded",
        ),
        pytest.param(
            "127.0.0.1",
            {"forwarded": "for=9.9.9.9;host=evil", "x-forwarded-for": "1.2.3.4"},
            Sender("1.2.3.4", "h"),
            id="never both",
        ),
        pytest.param("127.0.0.1", {"forwarded": "nonsense;;=,"}, Sender("127.0.0.1", "h"), id="nonsense"),
        pytest.param("", {"x-forwarded-for": "1.2.3.4"}, Sender("", "h"), id="unknown"),
    ],
)
def test_who_sent_it(peer: str, headers: dict[str, str], sender: Sender) -> None:
    assert OURS.sender(peer, {"host": "h", **headers}) == sender


def test_what_is_no_proxy_is_refused() -> None:
    with pytest.raises(UsageError, match="--proxy 'here': use an IP address or a network"):
        read_proxy("here")


@pytest.mark.parametrize(("said", "path"), [("", ""), ("/cup", "/cup"), ("/a/b-c.d/", "/a/b-c.d"), ("/~x", "/~x")])
def test_a_prefix_is_a_path(said: str, path: str) -> None:
    assert read_prefix(said) == path


@pytest.mark.parametrize("said", ["cup", "//evil.example", "/a//b", "/a b", '/"', "/", "/a?b", "/a#b"])
def test_what_is_no_prefix_is_refused(said: str) -> None:
    with pytest.raises(UsageError, match=r"--prefix .*use a path"):
        read_prefix(said)


def test_behind_a_proxy_the_cookie_is_secure_and_the_name_the_visitors() -> None:
    async def ask(site: Served) -> None:
        said = {"x_forwarded_proto": "https", "x_forwarded_host": "cup.example:8443", "x_forwarded_for": "1.2.3.4"}
        sent = f"key={KEY}".encode()
        answer = await site.get("/key", "POST", sent, origin="https://cup.example:8443", **said)
        assert answer.status == 303
        assert "Secure" in answer.headers["set-cookie"].split("; ")

    on_site(ask, proxies=OURS, names=["cup.example"])


def test_a_proxy_that_is_not_named_is_not_believed() -> None:
    async def ask(site: Served) -> None:
        answer = await site.get("/", host="evil.example", x_forwarded_proto="https", x_forwarded_host="localhost")
        assert answer.status == 421

    on_site(ask)


def test_one_address_behind_the_proxy_follows_what_one_address_may() -> None:
    async def ask(site: Served) -> None:
        mine = FOLLOW.replace(b"\r\n\r\n", b"\r\nx-forwarded-for: 1.2.3.4\r\n\r\n")
        async with await site.connect() as stream:
            await stream.send_all(mine)
            assert (await stream.receive_some()).startswith(b"HTTP/1.1 200")
            refused = await site.get("/feed", x_forwarded_for="1.2.3.4")
            assert (refused.status, b"1 live page open" in refused.body) == (429, True)
            async with await site.connect() as other:
                await other.send_all(mine.replace(b"1.2.3.4", b"1.2.3.5"))
                assert (await other.receive_some()).startswith(b"HTTP/1.1 200")

    on_site(ask, WebLimits(of_one_address=1), proxies=OURS)


def test_a_feed_is_passed_on_at_once() -> None:
    async def ask(site: Served) -> None:
        assert (await site.get("/feed", "HEAD")).headers["x-accel-buffering"] == "no"

    on_site(ask)


def test_a_site_below_a_path_links_below_it() -> None:
    async def ask(site: Served) -> None:
        for target in ("/cup/?q=1", "/?q=1", "/cup?q=1"):  # the proxy takes its part off, or does not
            assert (await site.get(target)).body == b"hello stranger 1"
        page = (await site.get("/cup/key")).body
        assert b'action="/cup/key"' in page
        assert page.count(b'"/cup/') == page.count(b'"/'), "every link leads below the path"
        answer = await site.get("/key", "POST", f"key={KEY}".encode(), origin=f"http://127.0.0.1:{site.port}")
        assert answer.headers["location"] == "/cup/"
        assert "Path=/cup" in answer.headers["set-cookie"].split("; ")

    def run() -> None:
        ROOT.set("/cup")
        assert tag("a", "x", href="https://elsewhere.example/") == '<a href="https://elsewhere.example/">x</a>'
        assert tag("a", "x", href="#here", title="/") == '<a href="#here" title="/">x</a>'
        on_site(ask)

    copy_context().run(run)

"""Host names, keys and origins: who may see what."""

from __future__ import annotations

import pytest

from referee.errors import UsageError
from referee.web.listeners import read_listener
from tests.web.browsing import KEY, Served
from tests.web.test_server import on_site


@pytest.mark.parametrize(
    ("host", "status"),
    [
        pytest.param("127.0.0.1:80", 200, id="a number"),
        pytest.param("[::1]:80", 200, id="a long number"),
        pytest.param("localhost", 200, id="localhost"),
        pytest.param("cup.example:80", 200, id="a name from --host"),
        pytest.param("evil.example", 421, id="a foreign name that resolves to us"),
        pytest.param("127.0.0.1.evil.example", 421, id="a name like a number"),
        pytest.param("localhost@evil.example", 421, id="a name after a name"),
        pytest.param("", 421, id="none"),
    ],
)
@pytest.mark.parametrize("target", ["/", "/static/site.css", "/feed-that-is-none"])
def test_only_its_own_names_are_answered(host: str, status: int, target: str) -> None:
    async def ask(site: Served) -> None:
        answered = (await site.get(target, host=host)).status
        assert answered == (status if status == 421 or "none" not in target else 404)

    on_site(ask, names=["cup.example"])


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        pytest.param({"origin": "http://localhost:1"}, 200, id="our own page"),
        pytest.param({}, 403, id="nobody says where from"),
        pytest.param({"origin": "null"}, 403, id="a page that hides where it is from"),
        pytest.param({"origin": "http://evil.example"}, 403, id="another site"),
        pytest.param({"origin": "http://localhost:2"}, 403, id="another port"),
    ],
)
def test_what_changes_something_comes_from_our_own_pages(origin: dict[str, str], status: int) -> None:
    async def ask(site: Served) -> None:
        answer = await site.get("/form", "POST", b"a=1", host="localhost:1", **origin)
        assert answer.status == status
        assert (b"'a': '1'" in answer.body) == (status == 200)

    on_site(ask)


ORIGIN = "http://localhost:1"


def test_the_key_lets_in_and_never_stands_in_an_address() -> None:
    async def ask(site: Served) -> None:
        page = await site.get("/key")
        assert (page.status, b'method="post"' in page.body, b"key.js" in page.body) == (200, True, True)
        shown = await site.get("/key", "POST", f"key={KEY}".encode(), host="localhost:1", origin=ORIGIN)
        assert (shown.status, shown.headers["location"]) == (303, "/")
        cookie = shown.headers["set-cookie"]
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
        assert "Secure" not in cookie
        assert KEY not in cookie
        known = await site.get("/", cookie=cookie.partition(";")[0])
        assert b"hello friend" in known.body
        wrong = await site.get("/key", "POST", b"key=wrong", host="localhost:1", origin=ORIGIN)
        assert (wrong.status, b"This key is wrong" in wrong.body, "set-cookie" in wrong.headers) == (403, True, False)
        elsewhere = await site.get(
            "/key", "POST", f"key={KEY}".encode(), host="localhost:1", origin="http://evil.example"
        )
        assert elsewhere.status == 403
        assert (await site.get(f"/?key={KEY}")).status == 403

    on_site(ask, closed=True)


@pytest.mark.parametrize("cookie", ["", "referee=", "referee=guess", "other=1; referee=the-key"])
def test_a_closed_site_shows_nothing_to_strangers(cookie: str) -> None:
    async def ask(site: Served) -> None:
        answer = await site.get("/", cookie=cookie)
        assert answer.status == 403
        assert b"You need the key" in answer.body
        assert (await site.get("/feed", cookie=cookie)).status == 403

    on_site(ask, closed=True)


def test_the_browser_itself_can_say_that_a_request_is_from_our_pages() -> None:
    """Behind a proxy that passes on the name without the port, as `Host $host` of nginx does."""

    async def ask(site: Served) -> None:
        for said, status in (("same-origin", 200), ("same-site", 403), ("cross-site", 403)):
            fetched = {"origin": "https://localhost:8443", "sec_fetch_site": said}
            assert (await site.get("/form", "POST", b"a=1", host="localhost", **fetched)).status == status

    on_site(ask)


@pytest.mark.parametrize(
    ("target", "host", "origin", "status"),
    [
        pytest.param("//[/", "localhost", ORIGIN, 404, id="a path like a broken host"),
        pytest.param("http://[/", "localhost", ORIGIN, 400, id="a broken URL"),
        pytest.param("/", "[::1", ORIGIN, 400, id="a broken host"),
        pytest.param("/form", "localhost:1", "http://[", 400, id="a broken origin"),
    ],
)
def test_what_is_malformed_is_refused_without_a_defect(
    caplog: pytest.LogCaptureFixture, target: str, host: str, origin: str, status: int
) -> None:
    async def ask(site: Served) -> None:
        method = "POST" if target == "/form" else "GET"
        assert (await site.get(target, method, host=host, origin=origin)).status == status

    on_site(ask)
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("address", "public", "private", "closed"),
    [
        pytest.param("127.0.0.1:0", False, False, False, id="this machine"),
        pytest.param("127.0.0.1:0", False, True, True, id="this machine, with --private"),
        pytest.param("0.0.0.0:0", False, False, True, id="all machines"),
        pytest.param("0.0.0.0:0", True, False, False, id="all machines, with --everybody"),
    ],
)
def test_who_sees_something_without_the_key(address: str, public: bool, private: bool, closed: bool) -> None:
    assert read_listener(address, everybody=public, private=private).access().closed is closed


def test_a_site_is_not_for_everybody_and_private() -> None:
    with pytest.raises(UsageError, match="--everybody and --private contradict each other"):
        read_listener("127.0.0.1:0", everybody=True, private=True)

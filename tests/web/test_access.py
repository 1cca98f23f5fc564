"""Host names, keys and origins: who may see what."""

from __future__ import annotations

import pytest

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


def test_the_key_lets_in_and_does_not_stay_in_the_address() -> None:
    async def ask(site: Served) -> None:
        shown = await site.get(f"/?key={KEY}&q=1")
        assert (shown.status, shown.headers["location"]) == (303, "/?q=1")
        cookie = shown.headers["set-cookie"]
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
        assert KEY not in cookie
        known = await site.get("/", cookie=cookie.partition(";")[0])
        assert b"hello friend" in known.body

    on_site(ask, closed=True)


@pytest.mark.parametrize("cookie", ["", "referee=", "referee=guess", "other=1; referee=the-key"])
def test_a_closed_site_shows_nothing_to_strangers(cookie: str) -> None:
    async def ask(site: Served) -> None:
        answer = await site.get("/", cookie=cookie)
        assert answer.status == 403
        assert b"You need the key" in answer.body
        assert (await site.get("/?key=wrong", cookie=cookie)).status == 403
        assert (await site.get("/feed", cookie=cookie)).status == 403

    on_site(ask, closed=True)


def test_the_way_back_leads_to_no_other_site() -> None:
    async def ask(site: Served) -> None:
        assert (await site.get(f"//evil.example/?key={KEY}")).headers["location"] in {"/", "/evil.example/"}

    on_site(ask)

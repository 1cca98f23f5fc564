"""Seats at a remote referee: they belong to their tokens, whatever page or browser shows them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import trio
from referee_client.settings import Settings

from referee.web.playing import MOST_TRIES
from referee.web.sessions import Sessions
from referee.web.web_seats import MOST, NoSeat, WebSeats
from tests.end_to_end.serving import Server
from tests.support.waiting import until
from tests.support.web_process import Visitor, WebProcess, text_of, web

TAKEN = "Another page has taken over your seat"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    with server.running():
        yield server


@pytest.fixture
def pages(server: Server) -> Iterator[WebProcess]:
    with web("--referee", server.address, token=server.token("guest", "--spectator")) as pages:
        yield pages


def asked(visitor: Visitor) -> dict[str, list[str]]:
    """What the visitor's page shows when the seat is asked."""
    with visitor.following("/play/feed") as states:
        return next(shown for shown in states if shown.get("options"))


def test_a_token_brings_its_seat_to_another_browser(server: Server, pages: WebProcess) -> None:
    token, first, second = server.token("ada"), pages.visitor(), pages.visitor()
    with server.bots(b="first"):
        assert 'id="options"' in first.post("/sit", token=token)[1]
        server.create("m-1", ["ada", "b"])
        asked(first)
        with first.following("/play/feed") as states:
            next(states)
            assert 'id="options"' in second.post("/sit", token=token)[1]
            *_, last = states  # the feed of the page that has lost the seat ends
        assert TAKEN in last["status"][0]
        assert last["options"] == []
        assert asked(second)["options"]
        assert first.post("/play/choose", turn=1, option=0)[0] == 409
        assert TAKEN in first.get("/play")[1]
        assert second.post("/play/choose", turn=1, option=0)[0] == 200


def test_signing_in_again_and_again_takes_one_place(server: Server, pages: WebProcess) -> None:
    token = server.token("ada")
    for _ in range(MOST + 4):
        assert 'id="options"' in pages.visitor().post("/sit", token=token)[1]
    assert 'id="options"' in pages.visitor().post("/sit", token=server.token("bob"))[1]


def test_a_session_comes_only_with_a_seat_and_is_always_new(server: Server, pages: WebProcess) -> None:
    eve = pages.visitor()
    assert "this referee did not issue the token" in text_of(eve.post("/sit", token="wrong")[1])
    assert eve.cookie == ""
    ada, planted = pages.visitor(), "referee_0=planted"
    ada.post("/sit", token=server.token("ada"))
    first = ada.cookie
    assert first
    victim, bob = pages.visitor(), server.token("bob")
    for cookie in (planted, first):
        victim.cookie = cookie
        victim.post("/sit", token=bob)
        assert victim.cookie not in {planted, first}
    assert ada.get("/play/feed")[0] == 409, "a planted cookie is worth nothing"


def test_one_address_tries_few_tokens(server: Server) -> None:
    options = ("--referee", server.address, "--proxy", "127.0.0.1")
    with web(*options, token=server.token("guest", "--spectator")) as pages:
        eve, ada = pages.visitor(), pages.visitor()
        eve.headers["X-Forwarded-For"], ada.headers["X-Forwarded-For"] = "203.0.113.7", "203.0.113.8"
        said = [eve.post("/sit", token="wrong") for _ in range(MOST_TRIES + 1)]
        assert [status for status, _ in said] == [200] * MOST_TRIES + [429]
        assert "10 tries from your address failed" in said[-1][1]
        assert 'id="options"' in ada.post("/sit", token=server.token("ada"))[1]


WITHOUT_PAGE = 0.2
"""Seconds after which these seats are free again."""


@pytest.mark.parametrize("has_page", [False, True], ids=["freed", "kept"])
def test_a_place_without_a_page_is_freed(server: Server, has_page: bool) -> None:
    async def run() -> None:
        async with trio.open_nursery() as nursery:
            seats = WebSeats(Settings(server.address), nursery, Sessions(), WITHOUT_PAGE)
            session = await seats.sit_down(server.token("ada"), "", trusted=False)
            seat = seats.seat_of(session)
            assert seat is not None
            if has_page:
                with seat.feed.followed(lambda: None):
                    await trio.sleep(3 * WITHOUT_PAGE)  # the delay is what is tested; a slow machine only waits longer
                    assert seats.seat_of(session) is seat
            await until(lambda: seats.seat_of(session) is None)
            assert "No page showed your seat" in seats.why_not(session)
            assert (seat.feed.over, seats.why_not(session)) == (True, "")
            nursery.cancel_scope.cancel()

    trio.run(run)


def test_a_referee_that_does_not_answer_gives_no_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.web.web_seats.SECONDS_TO_SIT_DOWN", 0.2)

    async def run() -> None:
        async with trio.open_nursery() as nursery:
            seats = WebSeats(Settings(f"unix:{tmp_path / 'nobody'}"), nursery, Sessions())
            with pytest.raises(NoSeat, match="gives you no seat now"):
                await seats.sit_down("a token", "", trusted=False)
            nursery.cancel_scope.cancel()

    trio.run(run)

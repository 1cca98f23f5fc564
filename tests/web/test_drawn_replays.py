"""Replays are drawn once, a few at a time, and not at all for a browser that has them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from referee.web.drawn_replays import AT_ONCE, MOST_WAITING, DrawnReplays
from referee.web.requests import Refused, Response, WebRequest

ASK = WebRequest("GET", "/")


class Drawer:
    """Draws when it may, and counts."""

    def __init__(self) -> None:
        self.may = trio.Event()
        self.drawn: list[str] = []
        self.at_once = 0

    async def draw(self, name: str) -> str:
        self.drawn.append(name)
        await self.may.wait()
        if name == "broken":
            raise Refused(HTTPStatus.CONFLICT, "it cannot be replayed")
        return f"<p>{name}</p>"


def with_replays(check: Callable[[DrawnReplays, Drawer], Awaitable[None]], most_bytes: int = 1000) -> None:
    async def run() -> None:
        await check(DrawnReplays(most_bytes), Drawer())

    trio.run(run)


def test_forty_who_ask_for_one_replay_get_one_drawing() -> None:
    async def check(replays: DrawnReplays, drawer: Drawer) -> None:
        answers: list[Response] = []

        async def ask() -> None:
            answers.append(await replays.answer(ASK, "a", partial(drawer.draw, "a")))

        async with trio.open_nursery() as nursery:
            for _ in range(40):
                nursery.start_soon(ask)
            await wait_all_tasks_blocked()
            drawer.may.set()
        assert drawer.drawn == ["a"]
        assert {answer.body for answer in answers} == {b"<p>a</p>"}
        tag = answers[0].headers["etag"]
        again = await replays.answer(WebRequest("GET", "/", {"if-none-match": tag}), "a", partial(drawer.draw, "a"))
        assert (again.status, again.body, drawer.drawn) == (304, b"", ["a"])

    with_replays(check)


def test_few_are_drawn_at_a_time_and_few_wait() -> None:
    async def check(replays: DrawnReplays, drawer: Drawer) -> None:
        async with trio.open_nursery() as nursery:
            for number in range(MOST_WAITING):
                nursery.start_soon(replays.answer, ASK, number, partial(drawer.draw, str(number)))
            await wait_all_tasks_blocked()
            assert len(drawer.drawn) == AT_ONCE
            with pytest.raises(Refused, match="which is the limit"):
                await replays.answer(ASK, "more", partial(drawer.draw, "more"))
            drawer.may.set()
        assert len(drawer.drawn) == MOST_WAITING

    with_replays(check)


def test_what_cannot_be_drawn_is_tried_again() -> None:
    async def check(replays: DrawnReplays, drawer: Drawer) -> None:
        drawer.may.set()
        for _ in range(2):
            with pytest.raises(Refused, match="it cannot be replayed"):
                await replays.answer(ASK, "broken", partial(drawer.draw, "broken"))
        assert drawer.drawn == ["broken"] * 2

    with_replays(check)


def test_the_ones_seen_last_are_kept_and_each_viewer_has_their_own() -> None:
    async def check(replays: DrawnReplays, drawer: Drawer) -> None:
        drawer.may.set()

        async def see(*key: str) -> bytes:
            return (await replays.answer(ASK, key, partial(drawer.draw, "-".join(key)))).body

        assert await see("a", "spectator") == b"<p>a-spectator</p>"
        assert await see("a") == b"<p>a</p>"
        await see("a", "spectator")
        await see("b")
        assert len(drawer.drawn) == 3
        await see("a", "spectator")
        assert len(drawer.drawn) == 3
        await see("a")
        assert len(drawer.drawn) == 4

    with_replays(check, most_bytes=30)

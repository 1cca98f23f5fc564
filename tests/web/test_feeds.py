"""What is followed: whoever applies the messages has what is so, however much of it he missed."""

from __future__ import annotations

import json
from typing import Any

import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.web.feeds import Feed, Parts
from tests.support.web_process import applied

PARTS = st.dictionaries(st.sampled_from(["a", "b"]), st.lists(st.sampled_from(["x", "y", "<p>"]), max_size=4))


def read(shown: dict[str, list[str]], message: bytes) -> None:
    """Takes in a message, as the script of a page does."""
    for line in message.split(b"\n"):
        if line.startswith(b"data: {"):
            applied(shown, json.loads(line.removeprefix(b"data: ")))


@settings(max_examples=60)
@given(st.lists(PARTS, max_size=6), st.sets(st.integers(0, 6)))
def test_who_misses_some_has_all_the_same_in_the_end(changes: list[Any], missed: set[int]) -> None:
    async def run() -> None:
        feed = Feed()
        shown: dict[str, list[str]] = {}
        following = feed.follow()
        feed.show({"a": ["first"]})
        for number, parts in enumerate(changes):
            feed.show(parts)
            if number not in missed and full(feed.parts) != full(shown):
                read(shown, await anext(following))
        feed.close()
        async for message in following:
            read(shown, message)
        assert full(shown) == full(feed.parts)

    trio.run(run)


def full(parts: Parts) -> dict[str, list[str]]:
    """What a page shows: a part with nothing in it looks like none."""
    return {name: list(pieces) for name, pieces in parts.items() if pieces}


def test_what_is_the_same_again_is_not_told() -> None:
    async def run() -> None:
        feed = Feed()
        feed.show({"a": ["x"]})
        following = feed.follow()
        await anext(following)
        feed.show({"a": ["x"]})
        with trio.move_on_after(0.05) as waiting:
            await anext(following)
        assert waiting.cancelled_caught
        await following.aclose()
        assert feed.followers == 0

    trio.run(run)


def test_a_message_is_made_once_for_all() -> None:
    async def run() -> None:
        feed = Feed()
        feed.show({"a": ["x"]})
        first, second = feed.follow(), feed.follow()
        await anext(first), await anext(second)
        feed.show({"a": ["y"], "b": ["z" * 10_000]})
        one, other = await anext(first), await anext(second)
        assert one.partition(b"data: {")[2] == other.partition(b"data: {")[2]
        assert one.count(b"zzz") < 4000
        state = feed._states[-1]
        assert state.changes is state.changes
        await first.aclose()
        await second.aclose()

    trio.run(run)

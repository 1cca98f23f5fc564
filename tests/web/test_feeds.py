"""Feeds: a follower who applies the messages has the current state, however many states it missed."""

from __future__ import annotations

import json
import re
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st
from referee_client.protocol import Heard, NewMatch, OpenTurn
from referee_client.seat import Seat
from referee_client.v1 import match_pb2
from referee_client.v1 import play_service_pb2 as wire

from referee.web.feeds import Feed, Parts
from referee.web.seats import WebSeat
from tests.support.web_process import applied

PARTS = st.dictionaries(st.sampled_from(["a", "b"]), st.lists(st.sampled_from(["x", "y", "<p>"]), max_size=4))


def read(shown: dict[str, list[str]], message: bytes) -> None:
    """Apply a message, as the script of a page does."""
    for line in message.split(b"\n"):
        if line.startswith(b"data: {"):
            applied(shown, json.loads(line.removeprefix(b"data: ")))


@settings(max_examples=60)
@given(st.lists(PARTS, max_size=6), st.sets(st.integers(0, 6)))
def test_who_misses_some_has_all_the_same_in_the_end(changes: list[Any], missed: set[int]) -> None:
    feed = Feed()
    shown: dict[str, list[str]] = {}
    with feed.followed(lambda: None) as follower:
        feed.show({"a": ["first"]})
        for number, parts in enumerate(changes):
            feed.show(parts)
            if number not in missed:
                read(shown, follower.news())
                assert full(shown) == full(feed.parts)
        feed.close()
        read(shown, follower.news())
    assert full(shown) == full(feed.parts)
    assert follower.knows_all


def full(parts: Parts) -> dict[str, list[str]]:
    """The contents of a page, in which an empty part looks like a missing one."""
    return {name: list(pieces) for name, pieces in parts.items() if pieces}


def test_what_is_the_same_again_is_not_told() -> None:
    feed, told = Feed(), []
    feed.show({"a": ["x"]})
    with feed.followed(lambda: told.append(feed.parts)) as follower:
        assert (feed.followers, bool(follower.news()), follower.news()) == (1, True, b"")
        feed.show({"a": ["x"]})
        assert (told, follower.news()) == ([], b"")
        feed.show({"a": ["y"]})
        feed.close()
        assert len(told) == 2
        assert follower.news().endswith(b"event: over\ndata: -\n\n")
        assert follower.news() == b""
    assert feed.followers == 0


def test_a_message_is_made_once_for_all() -> None:
    feed = Feed()
    feed.show({"a": ["x"]})
    with feed.followed(lambda: 1) as first, feed.followed(lambda: 2) as second:
        first.news(), second.news()
        feed.show({"a": ["y"], "b": ["z" * 10_000]})
        one, other = first.news(), second.news()
    assert one.partition(b"data: {")[2] == other.partition(b"data: {")[2]
    assert feed.now.changes is feed.now.changes


def test_the_clock_of_a_seat_does_not_jump_when_somebody_sets_that_of_the_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def heard() -> AsyncIterator[Heard]:
        seat = Seat(wire.MatchStarted(match_id="m", game_id="keepers", seats=[match_pb2.Seat(bot="a")]))
        yield NewMatch(seat, again=False)
        turn = wire.Turn(match_id="m", turn=1, option_count=1, option_texts=["pass"], text="A table.")
        turn.decision_left.FromSeconds(60)
        yield OpenTurn(seat, turn, again=False)

    async def run() -> None:
        seat = WebSeat()
        await seat.play(heard(), lambda _request: None)
        later = time.time() + 7200
        monkeypatch.setattr(time, "time", lambda: later)
        with seat.feed.followed(lambda: None) as follower:
            message = follower.news().decode()
        until, now = re.search(r'data-until=\\"(\d+)', message), re.search(r"event: now\ndata: (\d+)", message)
        assert until is not None
        assert now is not None
        assert int(until[1]) - int(now[1]) == pytest.approx(60_000, abs=5_000)

    trio.run(run)

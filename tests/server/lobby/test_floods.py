"""A bot that floods and reads nothing: its stream ends with a Goodbye for the flood, whatever it sends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import cast

import pytest
import trio
from referee_client.v1 import play_service_pb2 as wire
from trio.testing import MockClock, wait_all_tasks_blocked

from referee.kernel.job import TimeControl
from referee.server.bridge import Bridge
from referee.server.config import Limits
from referee.server.lag import NO_LAG, Lag
from referee.server.lobby.bot_link import BotLink
from referee.server.match.task import MatchTask
from tests.support.matches import job
from tests.support.seats import MemorySeat

MOST = Limits().max_unasked_requests
NOT_READING = "not reading"
UNKNOWN = b"\xc2\x3e\x05later"  # field 1000, a message: what a later version of the protocol may add
GARBAGE = b"\xff"


def _choice(match_id: str = "m-0", *, turn: int, option: int) -> bytes:
    choice = wire.Choice(match_id=match_id, turn=turn, option=option)
    return wire.PlayRequest(choice=choice).SerializeToString()


GOOD = _choice(turn=1, option=0)
OTHER = _choice(turn=1, option=1)
FUTURE = _choice(turn=99, option=0)
STRANGE = _choice("of others", turn=1, option=0)
RESIGN = wire.PlayRequest(resign=wire.Resign(match_id="m-0")).SerializeToString()
HELLO = wire.PlayRequest(hello=wire.Hello(protocol_version=1)).SerializeToString()


class NeverLate:
    """The part of a `Bridge` that a bot's link uses."""

    def lost(self, _now: float) -> float:
        return 0.0

    def lag_since(self, _lost: float, _now: float) -> Lag:
        return NO_LAG


class Unread:
    """A stream whose responses stay until the test takes them."""

    def __init__(self) -> None:
        self.waiting: list[wire.PlayResponse] = []
        self.end = ""

    def send(self, response: bytes, limit: Callable[[], int]) -> None:
        if self.end:
            return
        if len(self.waiting) >= limit():
            self.end = NOT_READING
        else:
            self.waiting.append(wire.PlayResponse.FromString(response))

    def close(self, goodbye: wire.Goodbye) -> None:
        if not self.end:
            self.end = goodbye.why
            self.waiting.append(wire.PlayResponse(goodbye=goodbye))


class Table:
    """A bot at its stream, with matches in which it is asked first."""

    def __init__(self, nursery: trio.Nursery, matches: int, max_strikes: int) -> None:
        self.stream = Unread()
        self.link = BotLink("a", cast("Bridge", NeverLate()), Limits())
        self.link.enter(wire.Hello(protocol_version=1), self.stream)
        times = TimeControl(decision_ms=60_000, max_strikes=max_strikes)
        self.tasks = [
            MatchTask.begin(
                job(match_id=f"m-{number}", time_control=times),
                [self.link.seat(), MemorySeat(nursery, answer=1)],
                lambda _: None,
            )
            for number in range(matches)
        ]
        for task in self.tasks:
            nursery.start_soon(task.play)

    def say(self, *requests: bytes) -> None:
        for request in requests:
            self.link.received(self.stream, request)


def at_a_table(play: Callable[[Table], Awaitable[None]], matches: int, max_strikes: int = 1000) -> Unread:
    """The stream after a bot has played such matches. Nothing here waits for real time."""

    async def run() -> Unread:
        async with trio.open_nursery() as nursery:
            table = Table(nursery, matches, max_strikes)
            await wait_all_tasks_blocked()
            await play(table)
            nursery.cancel_scope.cancel()
        return table.stream

    return trio.run(run, clock=MockClock())


def assert_flood(stream: Unread) -> None:
    assert stream.end.startswith(f"more than {MOST} requests ")
    assert [heard.HasField("goodbye") for heard in stream.waiting] == [False] * (len(stream.waiting) - 1) + [True]


@pytest.mark.parametrize("max_strikes", [3, 1000])
@pytest.mark.parametrize("matches", [0, 1, 3])
@pytest.mark.parametrize(
    "flood",
    [
        pytest.param([GARBAGE] * (MOST + 1), id="garbage"),
        pytest.param([UNKNOWN] * (MOST + 1), id="of a later version"),
        pytest.param([HELLO] * (MOST + 1), id="one Hello after the other"),
        pytest.param([STRANGE] * (MOST + 1), id="matches of others"),
        pytest.param([FUTURE] * (MOST + 1), id="turns to come"),
        pytest.param([RESIGN] * (MOST + 2), id="resignations"),
        pytest.param([GOOD] * (MOST + 2), id="the same answer"),
        pytest.param([GOOD, *[OTHER] * (MOST + 1)], id="other answers"),
        pytest.param([UNKNOWN] * MOST + [GARBAGE] * (MOST + 1), id="a later version, then garbage"),
        pytest.param([GARBAGE] * MOST + [UNKNOWN] * (MOST + 1), id="garbage, then a later version"),
        pytest.param([UNKNOWN, GARBAGE] * (MOST + 1), id="by turns"),
        pytest.param([UNKNOWN, GARBAGE, FUTURE, STRANGE, RESIGN, HELLO] * MOST, id="all by turns"),
        pytest.param([*[UNKNOWN, GARBAGE] * MOST, GOOD, *[UNKNOWN, GARBAGE] * (MOST + 1)], id="around an answer"),
    ],
)
def test_a_flood_that_nobody_reads_is_told_that_it_is_one(flood: list[bytes], matches: int, max_strikes: int) -> None:
    async def play(table: Table) -> None:
        table.say(*flood)

    assert_flood(at_a_table(play, matches, max_strikes))


def test_matches_that_end_meanwhile_take_no_room_away() -> None:
    async def play(table: Table) -> None:
        table.say(*[GARBAGE] * MOST)
        for task in table.tasks:
            task.void("enough")
        await wait_all_tasks_blocked()
        table.say(*[UNKNOWN] * MOST, GARBAGE)

    assert_flood(at_a_table(play, matches=3))


def test_who_reads_may_be_of_no_use_for_ever_but_not_flood() -> None:
    """Each answer proves what was read before it; the next question waits behind all strikes."""

    async def play(table: Table) -> None:
        for turn in range(1, 6):
            table.say(*[UNKNOWN, GARBAGE] * MOST, _choice(turn=turn, option=0))
            await wait_all_tasks_blocked()
            assert [heard.turn.turn for heard in table.stream.waiting if heard.HasField("turn")] == [turn, turn + 1]
            del table.stream.waiting[:-1]

    assert not at_a_table(play, matches=1).end


def test_what_was_told_on_a_lost_stream_takes_no_room_of_the_next_one() -> None:
    async def play(table: Table) -> None:
        table.say(*[UNKNOWN, GARBAGE] * MOST, GOOD)
        await wait_all_tasks_blocked()
        lost = table.stream
        assert not lost.end
        table.stream = Unread()
        table.link.lost(lost)
        table.link.enter(wire.Hello(protocol_version=1, resume_token=table.link.resume_token), table.stream)
        table.say(_choice(turn=2, option=0), *[UNKNOWN, GARBAGE] * (MOST + 1))

    assert_flood(at_a_table(play, matches=1))


def test_strikes_make_no_room_for_who_answers_and_reads_nothing() -> None:
    async def play(table: Table) -> None:
        for turn in range(1, 6):
            table.say(*[UNKNOWN] * MOST, _choice(turn=turn, option=0))
            await wait_all_tasks_blocked()

    stream = at_a_table(play, matches=1)
    assert stream.end == NOT_READING
    assert len(stream.waiting) < 3 * MOST

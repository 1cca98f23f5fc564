"""What a seat sees between its Turns and at the end, if its bot wants updates."""

from __future__ import annotations

import trio
from referee_client.v1 import play_service_pb2 as wire
from trio.testing import MockClock

from referee.kernel.replay import Replay
from referee.kernel.seats import Seat
from referee.server.match.task import MatchTask
from tests.server.match.virtual import TIMES, Played
from tests.support.matches import job
from tests.support.seats import MemorySeat

THINKS = 0.7


def wanting(nursery: trio.Nursery) -> list[MemorySeat]:
    return [
        MemorySeat(nursery, answer=1, wants_updates=True, wants_text=True, thinks=THINKS),
        MemorySeat(nursery, answer=1, thinks=THINKS),
    ]


def test_each_step_brings_a_turn_or_an_update_and_the_end_the_last_table() -> None:
    played = Played(wanting)
    watching, plain = played.seats
    brought = [
        response
        for _, response in watching.heard
        if response.WhichOneof("response") in {"turn", "update", "match_ended"}
    ]
    assert len(brought) == 1 + len(played.record.steps)
    assert plain.said("update") == []
    assert not plain.ended().HasField("position")
    replay, told = Replay(played.record), 0
    for response, step in zip(brought, [None, *played.record.steps], strict=True):
        if step is not None:
            replay.take(step)
        match = replay.match
        kind = response.WhichOneof("response")
        assert kind == ("match_ended" if match.over else "turn" if 0 in match.asked else "update")
        said = getattr(response, kind)
        assert said.position.value == match.position_bytes(Seat(0), told), "its own view and events"
        assert said.text
        if kind == "turn":
            told = match.event_count


def test_an_update_comes_with_the_step_and_not_with_an_answer() -> None:
    """Seat 1 sees its Turns and Updates at the very moments at which seat 0, a spectator between them, sees its own."""
    slow = Played(lambda nursery: [MemorySeat(nursery, answer=1, wants_updates=True, thinks=at) for at in (0.9, 0.2)])
    told = [
        [at for at, response in seat.heard if response.WhichOneof("response") in {"turn", "update", "match_ended"}]
        for seat in slow.seats
    ]
    assert told[0] == told[1]


def test_who_comes_back_while_others_are_asked_sees_the_table() -> None:
    def leave_and_return(seat: MemorySeat, turn: wire.Turn) -> None:
        seat.choose(turn)
        seat.after(0.1, seat.disconnect)
        seat.after(0.2, seat.reconnect)

    played = Played(
        lambda nursery: [
            MemorySeat(nursery, answer=1, wants_updates=True, plan={1: leave_and_return}),
            MemorySeat(nursery, answer=1, thinks=0.5),
        ]
    )
    kinds = [response.WhichOneof("response") for _, response in played.seats[0].heard]
    again = kinds.index("match_started", 1)
    assert kinds[again + 1] == "update"


def test_a_match_without_a_result_ends_without_a_table() -> None:
    assert not messages_of_a_void_match().match_ended.HasField("position")


def messages_of_a_void_match() -> wire.PlayResponse:
    async def run() -> wire.PlayResponse:
        async with trio.open_nursery() as nursery:
            seats = wanting(nursery)
            task = MatchTask.begin(job(2, time_control=TIMES), seats, lambda _line: None)
            nursery.start_soon(task.play)
            await trio.sleep(3 * THINKS)
            task.void("a test says so")
            await trio.sleep(1)
            nursery.cancel_scope.cancel()
        (ended,) = seats[0].said("match_ended")
        return ended

    return trio.run(run, clock=MockClock(autojump_threshold=0))

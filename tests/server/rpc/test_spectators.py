"""Spectators over real gRPC: each sees every step, whenever it comes, and those that misbehave cost nothing."""

from __future__ import annotations

import gc
import logging
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest
from referee_client.v1 import match_pb2
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

from referee.kernel.replay import Replay
from referee.server.config import Config, Limits
from referee.server.rpc.showings import Showing
from referee.server.storage.journal import RecordFiles
from referee.server.storage.tokens import Role
from tests.support.raw_bot import RawBot, raw_bot, reason_of
from tests.support.running import Running, running_referee
from tests.support.waiting import wait_until

NARROW = [("grpc.http2.lookahead_bytes", 1024), ("grpc.http2.bdp_probe", 0)]
"""With these options, what a spectator does not read stays at the referee."""


class Audience:
    """A caller that creates matches and watches them, and two bots."""

    def __init__(self, running: Running, channel: grpc.Channel, bots: list[RawBot]) -> None:
        self.running = running
        self.stub = MatchServiceStub(channel)
        self.bots = bots
        self.metadata = self.as_somebody("boss")

    def as_somebody(self, name: str) -> list[tuple[str, str]]:
        return [("authorization", f"Bearer {self.running.token(name, Role.ORGANISER)}")]

    def create(self, match_id: str = "m") -> None:
        seats = [match_pb2.Seat(bot=bot) for bot in "ab"]
        request = wire.CreateMatchRequest(
            match_id=match_id, game_id="keepers", seats=seats, seed=bytes(32), options={"first_seat": "0"}
        )
        self.stub.CreateMatch(request, metadata=self.metadata)

    def watch(self, match_id: str = "m", metadata: list[tuple[str, str]] | None = None, *, text: bool = False) -> Any:
        request = wire.WatchMatchRequest(match_id=match_id, wants_text=text)
        return self.stub.WatchMatch(request, metadata=metadata or self.metadata)

    def connect(self) -> None:
        for bot, name in zip(self.bots, "ab", strict=True):
            bot.hello(self.running.token(name))

    def play(self) -> None:
        with ThreadPoolExecutor() as threads:
            list(threads.map(RawBot.play_on, self.bots))


@pytest.fixture
def audience(tmp_path: Path) -> Iterator[Audience]:
    config = Config(address=f"unix:{tmp_path / 'socket'}", data=tmp_path / "data")
    with (
        running_referee(config) as running,
        grpc.insecure_channel(running.address) as channel,
        raw_bot(running.address) as a,
        raw_bot(running.address) as b,
    ):
        yield Audience(running, channel, [a, b])


def _seen(call: Any) -> list[bytes]:
    """What a spectator saw, without the state of the match at that moment: positions and texts."""
    return [step.position.value + step.text.encode() for step in call]


def test_everybody_sees_the_same_whenever_they_come(audience: Audience) -> None:
    """Several watch before the match begins, while it runs, and after it is over."""
    audience.connect()
    audience.create()
    with ThreadPoolExecutor() as threads:
        early = [threads.submit(_seen, audience.watch()) for _ in range(3)]
        first = audience.bots[0].hear_until("turn").turn
        audience.bots[0].choose(first)
        middle = [threads.submit(_seen, audience.watch()) for _ in range(3)]
        audience.play()
        late = [threads.submit(_seen, audience.watch()) for _ in range(3)]
        seen = {tuple(one.result()) for one in [*early, *middle, *late]}
        text = [threads.submit(_seen, audience.watch(text=True)).result() for _ in range(2)]
    assert len(seen) == 1
    assert len(text[0]) == len(seen.pop()) > 10
    assert text[0] == text[1]


def test_several_watch_a_match_that_waits(audience: Audience) -> None:
    audience.create("first")
    audience.create("second")
    with ThreadPoolExecutor() as threads:
        calls = [audience.watch("second") for _ in range(5)]
        for call in calls:
            assert next(call).match.state == match_pb2.Match.STATE_WAITING
        seen = [threads.submit(list, call) for call in calls]
        audience.connect()
        for bot in audience.bots:
            bot.hear_until("match_started")
        audience.play()
        audience.play()
        assert {one.result()[-1].match.state for one in seen} == {match_pb2.Match.STATE_FINISHED}


def test_a_match_is_played_again_once_for_all_who_watch_it(audience: Audience, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its record is read from the disk once, not for every step."""
    audience.connect()
    audience.create()
    audience.play()
    work: Counter[str] = Counter()

    def count(owner: Any, name: str) -> None:
        method = getattr(owner, name)

        def counted(self: Any, *args: Any) -> Any:
            work[name] += 1
            return method(self, *args)

        monkeypatch.setattr(owner, name, counted)

    count(Replay, "take")
    count(RecordFiles, "read")
    # They join while the first of them holds the match open: it has read nothing yet.
    calls = [audience.watch() for _ in range(20)]
    with ThreadPoolExecutor(20) as threads:
        steps = {len(seen) for seen in threads.map(_seen, calls)}
    assert len(steps) == 1
    assert 0 < work["take"] < 3 * steps.pop()
    assert 1 <= work["read"] < 4  # once, and again if the first ones left before the last one came


def test_four_hundred_who_do_not_read_get_no_more_than_their_places(audience: Audience) -> None:
    audience.connect()
    audience.create()
    limits = Limits()
    people = [audience.as_somebody(f"watcher {number}") for number in range(4)]
    calls = [audience.watch(metadata=people[number % 4], text=True) for number in range(400)]
    wait_until(lambda: sum(call.done() for call in calls) >= 400 - limits.streams)
    refused = [call for call in calls if call.done()]
    assert len(refused) == 400 - limits.streams
    assert {call.code() for call in refused} == {grpc.StatusCode.RESOURCE_EXHAUSTED}
    assert {reason_of(call) for call in refused} <= {"TOO_MANY_CALLS", "TOO_MANY_CALLS_IN_ALL"}
    audience.play()
    assert len(refused) == sum(call.code() is not grpc.StatusCode.OK for call in calls if call.done())
    for call in calls:
        call.cancel()
    wait_until(lambda: _is_let_in(audience))


def test_who_hangs_up_while_it_is_let_in_takes_no_place_with_it(audience: Audience) -> None:
    audience.create()
    for number in range(3 * Limits().streams):
        call = audience.watch()
        time.sleep(number % 10 / 1000)  # so that each is at another point of joining
        call.cancel()
    wait_until(lambda: _is_let_in(audience))
    wait_until(lambda: not _matches_shown())


def test_who_hangs_up_in_the_middle_of_a_step_is_no_defect(
    audience: Audience, caplog: pytest.LogCaptureFixture
) -> None:
    audience.connect()
    audience.create()
    audience.play()
    with grpc.insecure_channel(audience.running.address, options=NARROW) as blocked:
        request = wire.WatchMatchRequest(match_id="m", wants_text=True)
        calls = [MatchServiceStub(blocked).WatchMatch(request, metadata=audience.metadata) for _ in range(20)]
        for call in calls:
            call.initial_metadata()  # waits until it is let in
        wait_until(_matches_shown)
    wait_until(lambda: not _matches_shown())
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


def _is_let_in(audience: Audience) -> bool:
    call = audience.watch()
    try:
        next(call)
    except grpc.RpcError:
        return False
    finally:
        call.cancel()
    return True


def _matches_shown() -> int:
    """How many matches are being replayed for spectators."""
    gc.collect()
    return sum(isinstance(one, Showing) for one in gc.get_objects())


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        pytest.param(lambda data: b"nonsense\n", "BAD_RECORD", id="garbled"),
        pytest.param(lambda data: data[:200], "BAD_RECORD", id="cut in the header"),
        pytest.param(lambda data: data.replace(b'"option":0', b'"option":1'), "BAD_RECORD", id="a changed choice"),
        pytest.param(None, "NO_RECORD", id="gone"),
    ],
)
def test_a_record_that_was_damaged_later_is_told(audience: Audience, tmp_path: Path, damage: Any, reason: str) -> None:
    audience.connect()
    audience.create()
    audience.play()
    path = tmp_path / "data" / "records" / "m.jsonl"
    wait_until(path.exists)
    if damage is None:
        path.unlink()
    else:
        path.write_bytes(damage(path.read_bytes()))
    call = audience.watch()
    with pytest.raises(grpc.RpcError) as raised:
        list(call)
    assert (raised.value.code(), reason_of(raised.value)) == (grpc.StatusCode.FAILED_PRECONDITION, reason)


def test_who_does_not_read_loses_its_place_to_others_and_gets_no_second_one(tmp_path: Path) -> None:
    limits = Limits(streams=3, streams_of_one=2, reading=6.0)
    config = Config(address=f"unix:{tmp_path / 'socket'}", limits=limits)
    with (
        running_referee(config) as running,
        grpc.insecure_channel(running.address) as channel,
        grpc.insecure_channel(running.address, options=NARROW) as blocked,
        raw_bot(running.address) as a,
        raw_bot(running.address) as b,
    ):
        audience = Audience(running, channel, [a, b])
        audience.connect()
        audience.create()
        audience.play()
        stub = MatchServiceStub(blocked)
        request = wire.WatchMatchRequest(match_id="m", wants_text=True)
        one, other = audience.as_somebody("one"), audience.as_somebody("other")
        idle = [stub.WatchMatch(request, metadata=somebody) for somebody in (one, one, other)]
        for call in idle:
            call.initial_metadata()  # waits until it is let in
        assert not _is_let_in(audience)
        wait_until(lambda: _is_let_in(audience))
        wait_until(lambda: not _matches_shown())
        assert not any(call.done() for call in idle)
        again = stub.WatchMatch(request, metadata=one)
        with pytest.raises(grpc.RpcError):
            next(again)
        assert reason_of(again) == "TOO_MANY_CALLS"
        for call in idle:
            with pytest.raises(grpc.RpcError) as raised:
                list(call)
            assert (raised.value.code(), reason_of(raised.value)) == (
                grpc.StatusCode.RESOURCE_EXHAUSTED,
                "NOT_READING",
            )

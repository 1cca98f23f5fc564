"""How many calls may be in flight, over real gRPC: further ones get a clear answer, and every place is freed again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.empty_pb2 import Empty
from grpc_health.v1.health_pb2 import HealthCheckRequest
from grpc_health.v1.health_pb2_grpc import HealthStub
from referee_client.v1 import match_pb2
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

from referee.server.config import Config, Limits
from referee.server.storage.tokens import Role
from tests.support.raw_bot import reason_of
from tests.support.running import Running, running_referee
from tests.support.waiting import wait_until

LIMITS = Limits(calls=6, calls_of_one=4, streams=6, streams_of_one=4)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with running_referee(Config(address=f"unix:{tmp_path / 'socket'}", limits=LIMITS)) as referee:
        yield referee


class Caller:
    """A caller with its own connection and token."""

    def __init__(self, running: Running, name: str, channel: grpc.Channel) -> None:
        self.stub = MatchServiceStub(channel)
        self.metadata = [("authorization", f"Bearer {running.token(name, Role.ORGANISER)}")]
        self.list_matches()  # from now on the referee knows the token

    def list_matches(self) -> wire.ListMatchesResponse:
        response: wire.ListMatchesResponse = self.stub.ListMatches(wire.ListMatchesRequest(), metadata=self.metadata)
        return response

    def list_later(self) -> Any:
        return self.stub.ListMatches.future(wire.ListMatchesRequest(), metadata=self.metadata)

    def watch(self) -> Any:
        return self.stub.WatchMatch(wire.WatchMatchRequest(match_id="m"), metadata=self.metadata)

    def create(self) -> None:
        seats = [match_pb2.Seat(bot=bot) for bot in "ab"]
        self.stub.CreateMatch(
            wire.CreateMatchRequest(match_id="m", game_id="keepers", seats=seats), metadata=self.metadata
        )


@pytest.fixture
def callers(running: Running) -> Iterator[list[Caller]]:
    with grpc.insecure_channel(running.address) as channel:
        yield [Caller(running, name, channel) for name in ("one", "two", "three")]


@contextmanager
def held_up(running: Running) -> Iterator[None]:
    """No request is answered while the block runs, so that no call can end."""
    patience = running.referee._bridge._patience

    def hold() -> None:
        patience._woken = True  # so nothing wakes it again

    def let_go() -> None:
        patience._woken = False
        patience._wake_once()

    running.call(hold)
    try:
        yield
    finally:
        running.call(let_go)


def _ended(calls: list[Any], count: int) -> list[tuple[str, str]]:
    """Wait until this many calls have ended; return how they ended."""
    wait_until(lambda: sum(call.done() for call in calls) == count)
    return [(call.code().name, reason_of(call)) for call in calls if call.done()]


def test_one_caller_has_so_many_calls_in_flight(running: Running, callers: list[Caller]) -> None:
    one, two, _ = callers
    with held_up(running):
        calls = [one.list_later() for _ in range(10)]
        assert _ended(calls, 6) == [("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS")] * 6
        others = [two.list_later()]
    assert [call.result() for call in [*[call for call in calls if call.code() is grpc.StatusCode.OK], *others]]
    assert [call.code() for call in calls].count(grpc.StatusCode.OK) == 4
    assert one.list_matches() == two.list_matches()


def test_all_together_have_so_many_calls_in_flight(running: Running, callers: list[Caller]) -> None:
    with held_up(running):
        calls = [caller.list_later() for caller in callers for _ in range(4)]
        assert set(_ended(calls, 6)) == {("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS_IN_ALL")}
    assert [call.code() for call in calls].count(grpc.StatusCode.OK) == 6


def test_who_shows_no_token_is_counted_by_where_it_calls_from(running: Running, callers: list[Caller]) -> None:
    one = callers[0]
    with held_up(running):
        one.metadata = []
        calls = [one.list_later() for _ in range(4)]
        one.metadata = [("authorization", "Bearer made-up")]
        calls += [one.list_later() for _ in range(4)]
        assert _ended(calls, 4) == [("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS")] * 4
        known = callers[1].list_later()
    assert known.result() == callers[1].list_matches()


def test_streams_are_bounded_and_every_place_comes_back(running: Running, callers: list[Caller]) -> None:
    one, two, three = callers
    one.create()
    watching = [one.watch() for _ in range(8)]
    assert _ended(watching, 4) == [("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS")] * 4
    others = [two.watch() for _ in range(4)]
    assert _ended(others, 2) == [("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS_IN_ALL")] * 2
    for call in [*watching, *others]:
        call.cancel()

    def let_in() -> bool:
        call = three.watch()
        try:
            next(call)
        except grpc.RpcError:
            return False
        finally:
            call.cancel()
        return True

    wait_until(let_in)


def test_other_streams_are_bounded_too(running: Running, callers: list[Caller]) -> None:
    with grpc.insecure_channel(running.address) as channel:
        watching = [HealthStub(channel).Watch(HealthCheckRequest()) for _ in range(10)]
        assert _ended(watching, 6) == [("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS")] * 6
        for call in watching:
            call.cancel()
    callers[0].list_matches()


def test_a_method_that_is_not_there_is_refused_as_ever(running: Running) -> None:
    with grpc.insecure_channel(running.address) as channel:
        method: grpc.UnaryUnaryMultiCallable[Empty, bytes] = channel.unary_unary(
            "/referee.v1.MatchService/Nothing", request_serializer=Empty.SerializeToString
        )
        with pytest.raises(grpc.RpcError) as raised:
            method(Empty())
    assert raised.value.code() is grpc.StatusCode.UNIMPLEMENTED


def test_one_connection_can_ask_for_more_than_is_in_flight_at_once(running: Running, callers: list[Caller]) -> None:
    calls = [callers[0].list_later() for _ in range(3000)]
    codes = {call.code() for call in calls}
    assert codes <= {grpc.StatusCode.OK, grpc.StatusCode.RESOURCE_EXHAUSTED}
    assert grpc.StatusCode.OK in codes

"""The bot library over real gRPC: lost connections, refusals, TLS."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from referee_client import ClientError, RefusedError, Session, SettingsError, Turn, UnreachableError
from referee_client.reconnecting import back_off
from referee_client.running import play
from referee_client.settings import Settings
from referee_client.v1 import play_service_pb2 as wire

from tests.clients import messages
from tests.clients.scripted_referee import Ear, scripted_referee
from tests.clients.slow_way import slow_way
from tests.support.certificates import self_signed


class Counting:
    """Answers its turns with 0, 1, 2, 0, ...: a new answer would differ from the lost one."""

    def __init__(self) -> None:
        self.count = -1

    def choose(self, turn: Turn) -> int:
        self.count += 1
        return self.count % 3


def one_match(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
    yield from [messages.welcome(), messages.match_started(), messages.turn(number=1)]
    assert ear.hear().choice.option == 0
    yield messages.turn(number=2)
    assert ear.hear().choice.option == 1
    yield from [messages.match_ended(), messages.goodbye()]


def lost_after_the_first_answer(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
    yield from [messages.welcome("come back"), messages.match_started(), messages.turn(number=1)]
    assert ear.hear().choice.option == 0
    context.abort(grpc.StatusCode.UNAVAILABLE, "the cable broke")


def the_rest_of_that_match(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
    assert ear.hello.resume_token == "come back"
    yield from [messages.welcome("come back"), messages.match_started(resumed=True), messages.turn(number=1)]
    assert ear.hear().choice.option == 0
    yield messages.turn(number=2)
    assert ear.hear().choice.option == 1
    yield from [messages.match_ended(), messages.goodbye()]


def test_a_bot_plays_until_goodbye(tmp_path: Path) -> None:
    with scripted_referee(tmp_path, one_match) as (referee, address):
        play(Session(Counting, token="secret"), Settings(address))
    assert [hello.token for hello in referee.hellos] == ["secret"]


def test_a_lost_connection_is_made_again_and_the_match_goes_on(tmp_path: Path) -> None:
    with scripted_referee(tmp_path, lost_after_the_first_answer, the_rest_of_that_match) as (referee, address):
        play(Session(Counting), Settings(address))
    assert [hello.resume_token for hello in referee.hellos] == ["", "come back"]


def test_a_referee_that_takes_the_lost_connection_for_alive_is_tried_again(tmp_path: Path) -> None:
    def not_yet(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        context.abort(grpc.StatusCode.ALREADY_EXISTS, "you are connected already")
        yield messages.goodbye()

    with scripted_referee(tmp_path, not_yet, one_match) as (referee, address):
        play(Session(Counting), Settings(address))
    assert len(referee.hellos) == 2


def test_a_goodbye_for_now_is_followed_by_a_new_connection(tmp_path: Path) -> None:
    def for_now(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        yield from [messages.welcome(), messages.goodbye(may_reconnect=True)]

    with scripted_referee(tmp_path, for_now, one_match) as (referee, address):
        play(Session(Counting), Settings(address))
    assert len(referee.hellos) == 2


@pytest.mark.parametrize(
    "code",
    [
        grpc.StatusCode.UNAUTHENTICATED,
        grpc.StatusCode.INVALID_ARGUMENT,
        grpc.StatusCode.FAILED_PRECONDITION,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        grpc.StatusCode.ABORTED,
    ],
)
def test_a_refusal_is_not_tried_again(tmp_path: Path, code: grpc.StatusCode) -> None:
    def stream(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        yield messages.welcome()
        context.abort(code, "so it is")

    with (
        scripted_referee(tmp_path, stream) as (referee, address),
        pytest.raises(RefusedError, match=f"{code.name}: so it is"),
    ):
        play(Session(Counting), Settings(address))
    assert len(referee.hellos) == 1


def test_the_clock_of_a_turn_runs_from_its_arrival_while_the_bot_thinks_about_another_match(tmp_path: Path) -> None:
    thoughts: list[tuple[float, float]] = []

    class Thinker:
        def choose(self, turn: Turn) -> int:
            time.sleep(0.3)  # it thinks; the other Turn arrives in a thousandth of that time
            arrival = turn.deadline - turn.decision_left - turn.bank_left
            thoughts.append((arrival, time.monotonic()))
            return 0

    def stream(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        yield from [messages.welcome(), messages.match_started("m1"), messages.match_started("m2")]
        yield from [messages.turn("m1"), messages.turn("m2")]
        assert [ear.hear().choice.match_id for _ in range(2)] == ["m1", "m2"]
        yield messages.goodbye()

    with scripted_referee(tmp_path, stream) as (_, address):
        play(Session(Thinker), Settings(address))
    (_, first_thought), (second_arrival, _) = thoughts
    assert second_arrival < first_thought - 0.1


def test_a_referee_that_is_slow_to_answer_is_waited_for(tmp_path: Path) -> None:
    """If an attempt had only as much time as the longest wait between two, none would ever succeed."""

    def stream(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        yield from [messages.welcome(), messages.goodbye()]

    with scripted_referee(tmp_path, stream) as (referee, address), slow_way(tmp_path, address, seconds=1.2) as far:
        play(Session(Counting), Settings(far), patience=3.0)
    assert len(referee.hellos) == 1


def test_a_referee_that_is_not_there_is_given_up(tmp_path: Path) -> None:
    settings = Settings(f"unix:{tmp_path / 'nobody'}")
    with pytest.raises(UnreachableError, match=r"no connection to .* for 0.2 seconds; last error: UNAVAILABLE"):
        play(Session(Counting), settings, patience=0.2)


@pytest.mark.parametrize(
    ("patience", "waits"),
    [
        pytest.param(0, [], id="none"),
        pytest.param(0.2, [0.05, 0.1, 0.05], id="cut at the end"),
        pytest.param(6.15, [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 1.0], id="at most two seconds each"),
    ],
)
def test_the_waits_grow_and_end(patience: float, waits: list[float]) -> None:
    assert list(back_off(patience)) == pytest.approx(waits)


def test_the_environment_says_where_the_referee_is() -> None:
    everything = {"REFEREE_ADDRESS": "example:1", "REFEREE_TOKEN": "t", "REFEREE_CA": "ca.pem"}
    assert Settings.from_environment(everything) == Settings("example:1", "t", Path("ca.pem"))
    assert Settings.from_environment({"REFEREE_ADDRESS": "example:1", "REFEREE_CA": ""}) == Settings("example:1")
    with pytest.raises(SettingsError, match="REFEREE_ADDRESS"):
        Settings.from_environment({})


def test_a_missing_authorities_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(ClientError, match=r"REFEREE_CA: .*nothing.pem"):
        play(Session(Counting), Settings("example:1", ca=tmp_path / "nothing.pem"))


def test_tls_with_the_organisers_own_authority(tmp_path: Path) -> None:
    key, certificate = self_signed()
    (tmp_path / "ca.pem").write_bytes(certificate)
    credentials = grpc.ssl_server_credentials([(key, certificate)])
    with scripted_referee(tmp_path, one_match, credentials=credentials) as (referee, address):
        play(Session(Counting), Settings(address, ca=tmp_path / "ca.pem"))
    assert len(referee.hellos) == 1


def test_an_unknown_authority_is_not_trusted(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_bytes(self_signed()[1])
    credentials = grpc.ssl_server_credentials([self_signed()])
    with (
        scripted_referee(tmp_path, one_match, credentials=credentials) as (referee, address),
        pytest.raises(UnreachableError),
    ):
        play(Session(Counting), Settings(address, ca=tmp_path / "ca.pem"), patience=0.1)
    assert referee.hellos == []

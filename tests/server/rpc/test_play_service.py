"""Streams over real gRPC: which come in, which are ended, and how that affects their matches."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest
from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.job import TimeControl
from referee.kernel.record import Cause, SeatEnd, StrikeCause
from referee.server.config import Config, Limits
from referee.version import referee_version
from tests.support.matches import job
from tests.support.raw_bot import RawBot, raw_bot
from tests.support.running import Running, local_referee, running_referee
from tests.support.waiting import wait_until

LONG = TimeControl(decision_ms=60_000, bank_ms=60_000)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with local_referee(tmp_path) as referee:
        yield referee


@pytest.fixture
def bots(running: Running) -> Iterator[tuple[RawBot, RawBot]]:
    """The bots a and b, in a match whose start both have received."""
    with raw_bot(running.address) as a, raw_bot(running.address) as b:
        a.hello(running.token("a"))
        b.hello(running.token("b"))
        yield a, b


def test_two_bots_play_a_match_and_are_dismissed(running: Running, bots: tuple[RawBot, RawBot]) -> None:
    record = running.play(job())
    a, _b = bots
    started = [bot.hear("match_started").match_started for bot in bots]
    assert [(s.match_id, s.seat, [seat.bot for seat in s.seats], s.resumed) for s in started] == [
        ("m-1", 0, ["a", "b"], False),
        ("m-1", 1, ["a", "b"], False),
    ]
    with ThreadPoolExecutor() as threads:
        results = list(threads.map(RawBot.play_on, bots))
    end = record.result().end
    assert end is not None
    assert not end.void
    assert [[result.place for result in ended.results] for ended in results] == [end.places, end.places]
    running.call(lambda: running.referee.lobby.dismiss(may_reconnect=False))
    assert not a.hear("goodbye").goodbye.may_reconnect
    assert a.end() == (grpc.StatusCode.OK, "")


def test_the_welcome_tells_the_limits_and_what_the_referee_is(running: Running) -> None:
    with raw_bot(running.address) as bot:
        welcome = bot.hello(running.token("a"), max_matches=3)
    limits = Limits()
    assert welcome.bot == "a"
    assert welcome.resume_token
    assert welcome.max_request_bytes == limits.max_request_bytes
    assert welcome.max_unasked_requests == limits.max_unasked_requests
    assert welcome.max_matches == 3
    assert welcome.referee_version == referee_version()
    assert list(welcome.features) == ["card_set", "updates"]


@pytest.mark.parametrize(
    ("request_", "code", "reason"),
    [
        pytest.param(
            wire.PlayRequest(hello=wire.Hello(token="guessed", protocol_version=1)),
            grpc.StatusCode.UNAUTHENTICATED,
            "WRONG_TOKEN",
            id="wrong token",
        ),
        pytest.param(
            wire.PlayRequest(hello=wire.Hello(token="guessed", protocol_version=2)),
            grpc.StatusCode.FAILED_PRECONDITION,
            "PROTOCOL_VERSION",
            id="wrong protocol version",
        ),
        pytest.param(
            wire.PlayRequest(leave=wire.Leave()),
            grpc.StatusCode.INVALID_ARGUMENT,
            "HELLO_EXPECTED",
            id="something before Hello",
        ),
        pytest.param(b"\xff\xff", grpc.StatusCode.INVALID_ARGUMENT, "HELLO_EXPECTED", id="garbage before Hello"),
        pytest.param(bytes(100_000), grpc.StatusCode.RESOURCE_EXHAUSTED, "", id="too large"),
    ],
)
def test_a_stream_that_begins_wrong_is_refused(
    running: Running, request_: wire.PlayRequest | bytes, code: grpc.StatusCode, reason: str
) -> None:
    with raw_bot(running.address) as bot:
        bot.say(request_)
        assert bot.end() == (code, reason)


def test_a_silent_stream_is_ended(tmp_path: Path) -> None:
    config = Config(address=f"unix:{tmp_path / 'socket'}", limits=Limits(hello=0.05))
    with running_referee(config) as running, raw_bot(running.address) as bot:
        assert bot.end() == (grpc.StatusCode.DEADLINE_EXCEEDED, "HELLO_TIMEOUT")


def test_a_second_process_with_the_same_token_is_refused(running: Running) -> None:
    token = running.token("a")
    with raw_bot(running.address) as first, raw_bot(running.address) as second:
        first.hello(token)
        second.say(wire.PlayRequest(hello=wire.Hello(token=token, protocol_version=1, resume_token="no")))
        assert second.end() == (grpc.StatusCode.ALREADY_EXISTS, "ALREADY_CONNECTED")


def test_the_resume_token_takes_over_and_the_open_turn_comes_again(
    running: Running, bots: tuple[RawBot, RawBot]
) -> None:
    running.play(job(time_control=LONG))
    asked, token = bots[0], running.token("a")
    bots[1].hear("match_started")
    asked.hear("match_started")
    asked.close()
    wait_until(lambda: not running.is_connected("a"))
    with raw_bot(running.address) as again:
        welcome = again.hello(token)
        assert again.hear("match_started").match_started.resumed
        turn = again.hear("turn").turn
        assert turn.turn == 1
        with raw_bot(running.address) as third:
            assert third.hello(token, resume_token=welcome.resume_token).resume_token != welcome.resume_token
            assert third.hear("match_started").match_started.resumed
            assert third.hear("turn").turn.position == turn.position
            goodbye = again.hear("goodbye").goodbye
            assert not goodbye.may_reconnect
            running.call(lambda: running.referee.lobby.find("m-1").void("enough"))
            assert third.hear("match_ended").match_ended.void_reason == "enough"


@pytest.mark.parametrize(
    ("bad", "cause"),
    [
        pytest.param(b"\xff\xff", wire.Strike.CAUSE_MALFORMED, id="garbage"),
        pytest.param(
            wire.PlayRequest(hello=wire.Hello(protocol_version=1)), wire.Strike.CAUSE_MALFORMED, id="a second Hello"
        ),
        pytest.param(
            wire.PlayRequest(choice=wire.Choice(match_id="other", turn=1)),
            wire.Strike.CAUSE_UNKNOWN_MATCH,
            id="an answer to a match of others",
        ),
        pytest.param(
            wire.PlayRequest(resign=wire.Resign(match_id="other")),
            wire.Strike.CAUSE_UNKNOWN_MATCH,
            id="a resignation of a match of others",
        ),
        pytest.param(
            wire.PlayRequest(choice=wire.Choice(match_id="m-1", turn=9)), wire.Strike.CAUSE_STALE, id="a turn to come"
        ),
        pytest.param(
            wire.PlayRequest(choice=wire.Choice(match_id="m-1", turn=1, option=255)),
            wire.Strike.CAUSE_ILLEGAL_OPTION,
            id="an index out of range",
        ),
        pytest.param(
            wire.PlayRequest(choice=wire.Choice(match_id="m-1", turn=1)),
            wire.Strike.CAUSE_MALFORMED,
            id="a Choice without an answer",
        ),
        pytest.param(
            wire.PlayRequest(choice=wire.Choice(match_id="m-1", turn=1, option=0, note=b"x" * 1025)),
            wire.Strike.CAUSE_MALFORMED,
            id="a note that is too long",
        ),
    ],
)
def test_a_misdeed_is_a_strike_and_the_match_goes_on(
    running: Running, bots: tuple[RawBot, RawBot], bad: wire.PlayRequest | bytes, cause: wire.Strike.Cause
) -> None:
    record = running.play(job(time_control=LONG))
    bot = bots[0]
    bot.hear("match_started")
    turn = bot.hear("turn").turn
    bot.say(bad)
    strike = bot.hear("strike").strike
    assert (strike.cause, strike.strikes_left, strike.counted) == (cause, 2, True)
    bot.choose(turn)
    bot.say(wire.PlayRequest(resign=wire.Resign(match_id="m-1")))
    bots[1].play_on()
    end = record.result().end
    assert end is not None
    assert end.ends == [SeatEnd.RESIGNED, SeatEnd.PLAYED]
    assert end.strikes == [1, 0]


def test_misdeeds_without_a_match_are_told(running: Running, bots: tuple[RawBot, RawBot]) -> None:
    bots[0].say(b"\xff")
    strike = bots[0].hear("strike").strike
    assert (strike.cause, strike.counted) == (wire.Strike.CAUSE_MALFORMED, False)
    assert not strike.HasField("strikes_left")


def test_an_answer_to_a_match_that_is_over_costs_nothing(running: Running, bots: tuple[RawBot, RawBot]) -> None:
    running.play(job(time_control=LONG))
    turn = bots[0].hear_until("turn").turn
    running.call(lambda: running.referee.lobby.find("m-1").void("enough"))
    assert bots[0].hear_until("match_ended").match_ended.void_reason == "enough"
    bots[0].choose(turn)
    strike = bots[0].hear("strike").strike
    assert (strike.cause, strike.match_id, strike.counted) == (wire.Strike.CAUSE_STALE, "m-1", False)
    assert not strike.HasField("strikes_left")


@pytest.mark.usefixtures("goodbyes_can_wait")
def test_a_flood_ends_the_stream_and_is_noted(running: Running, bots: tuple[RawBot, RawBot]) -> None:
    record = running.play(job(time_control=TimeControl(decision_ms=60_000, max_strikes=1000)))
    turn = bots[0].hear_until("turn").turn
    bots[0].say(*[b"\xff"] * (Limits().max_unasked_requests + 1))
    assert "that were not asked for" in bots[0].hear_until("goodbye").goodbye.why
    with raw_bot(running.address) as again:
        again.hello(running.token("a"))
        assert again.hear_until("turn").turn.turn == turn.turn
        again.say(wire.PlayRequest(resign=wire.Resign(match_id="m-1")))
        bots[1].play_on()
    causes = [strike.cause for step in record.result().steps for strike in step.strikes]
    assert causes == [StrikeCause.MALFORMED] * (Limits().max_unasked_requests + 1) + [StrikeCause.FLOOD]


@pytest.mark.usefixtures("goodbyes_can_wait")
def test_to_resign_again_and_again_is_a_flood_too(running: Running, bots: tuple[RawBot, RawBot]) -> None:
    running.play(job(time_control=LONG))
    bots[0].hear_until("turn")
    resign = wire.PlayRequest(resign=wire.Resign(match_id="m-1"))
    bots[0].say(*[resign] * (Limits().max_unasked_requests + 2))
    assert "that were not asked for" in bots[0].hear_until("goodbye").goodbye.why


def test_a_bot_that_never_reads_is_cut_off(running: Running, bots: tuple[RawBot, RawBot]) -> None:
    running.play(job(time_control=LONG))
    stream = bots[0]
    stream.hear_until("turn")

    def waits() -> bool:
        link = running.referee.lobby.bot("a")
        link.send(wire.PlayResponse(match_started=wire.MatchStarted(card_set="x" * 100_000)))
        return link.stream is not None

    while running.call(waits):
        pass
    assert stream.end() == (grpc.StatusCode.RESOURCE_EXHAUSTED, "NOT_READING")


def test_who_leaves_is_not_waited_for(running: Running, bots: tuple[RawBot, RawBot]) -> None:
    record = running.play(job(time_control=LONG))
    bots[0].hear_until("turn")
    bots[0].say(wire.PlayRequest(leave=wire.Leave()))
    bots[0].half_close()
    assert not bots[0].hear_until("goodbye").goodbye.may_reconnect
    assert bots[0].end() == (grpc.StatusCode.OK, "")
    bots[1].play_on()
    played = record.result()
    assert played.steps[0].answers[0].cause is Cause.DISCONNECTED
    assert played.end is not None
    assert played.end.ends == [SeatEnd.STRIKES, SeatEnd.PLAYED]


def test_who_never_comes_is_a_no_show(running: Running) -> None:
    record = running.play(job(time_control=TimeControl(startup_ms=1)))
    end = record.result().end
    assert end is not None
    assert end.ends == [SeatEnd.NO_SHOW, SeatEnd.NO_SHOW]


def test_a_bot_gets_no_more_matches_at_once_than_it_wants(running: Running) -> None:
    with raw_bot(running.address) as a, raw_bot(running.address) as b:
        a.hello(running.token("a"), max_matches=1)
        b.hello(running.token("b"))
        running.play(job(match_id="first", time_control=LONG))
        assert b.hear("match_started").match_started.match_id == "first"
        running.play(job(match_id="second", time_control=LONG))
        running.call(lambda: running.referee.lobby.find("first").void("enough"))
        assert b.hear("match_ended").match_ended.match_id == "first"
        assert b.hear("match_started").match_started.match_id == "second"
        running.call(lambda: running.referee.lobby.find("second").void("enough"))

"""Requests that this referee does not know: the bot is notified, and no counted strike follows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.job import TimeControl
from referee.kernel.record import SeatEnd
from referee.server.config import Limits
from tests.support.matches import job
from tests.support.raw_bot import RawBot, raw_bot
from tests.support.running import Running, local_referee

LONG = TimeControl(decision_ms=60_000, bank_ms=60_000, max_strikes=1)
MOST = Limits().max_unasked_requests
# Field 1000, a message: what a later version of the protocol may add.
UNKNOWN = b"\xc2\x3e\x05later"


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with local_referee(tmp_path) as referee:
        yield referee


@pytest.fixture
def bots(running: Running) -> Iterator[tuple[RawBot, RawBot]]:
    with raw_bot(running.address) as a, raw_bot(running.address) as b:
        a.hello(running.token("a"))
        b.hello(running.token("b"))
        yield a, b


@pytest.mark.parametrize(
    "unknown", [pytest.param(UNKNOWN, id="of a later version"), pytest.param(b"", id="an empty one")]
)
def test_it_is_answered_and_does_not_count(running: Running, bots: tuple[RawBot, RawBot], unknown: bytes) -> None:
    record = running.play(job(time_control=LONG))
    bot = bots[0]
    turn = bot.hear_until("turn").turn
    bot.say(*[unknown] * MOST)
    for _ in range(MOST):
        strike = bot.hear("strike").strike
        assert (strike.cause, strike.counted) == (wire.Strike.CAUSE_UNSUPPORTED, False)
        assert (strike.match_id, strike.turn, strike.HasField("strikes_left")) == ("", 0, False)
        assert "does not know" in strike.why
    bot.choose(turn)
    bot.say(unknown)
    assert bot.hear_until("strike").strike.cause == wire.Strike.CAUSE_UNSUPPORTED
    bot.say(wire.PlayRequest(resign=wire.Resign(match_id="m-1")))
    bots[1].play_on()
    end = record.result().end
    assert end is not None
    assert (end.ends, end.strikes) == ([SeatEnd.RESIGNED, SeatEnd.PLAYED], [0, 0])


@pytest.mark.usefixtures("goodbyes_can_wait")
def test_too_many_end_the_stream_and_no_seat(running: Running, bots: tuple[RawBot, RawBot]) -> None:
    record = running.play(job(time_control=LONG))
    turn = bots[0].hear_until("turn").turn
    bots[0].say(*[UNKNOWN] * (MOST + 1))
    goodbye = bots[0].hear_until("goodbye").goodbye
    assert goodbye.may_reconnect
    assert f"more than {MOST} requests" in goodbye.why
    with raw_bot(running.address) as again:
        again.hello(running.token("a"))
        assert again.hear_until("turn").turn.turn == turn.turn
        again.choose(turn)
        again.say(wire.PlayRequest(resign=wire.Resign(match_id="m-1")))
        bots[1].play_on()
    end = record.result().end
    assert end is not None
    assert (end.ends, end.strikes) == ([SeatEnd.RESIGNED, SeatEnd.PLAYED], [0, 0])


def test_without_a_match_it_is_answered_too(bots: tuple[RawBot, RawBot]) -> None:
    bots[0].say(UNKNOWN)
    assert bots[0].hear("strike").strike.cause == wire.Strike.CAUSE_UNSUPPORTED


def test_a_choice_whose_answer_is_not_known_leaves_the_turn_open(running: Running, bots: tuple[RawBot, RawBot]) -> None:
    record = running.play(job(time_control=TimeControl(decision_ms=60_000)))
    turn = bots[0].hear_until("turn").turn
    later = wire.Choice(match_id=turn.match_id, turn=turn.turn)
    later.MergeFromString(UNKNOWN)
    bots[0].say(wire.PlayRequest(choice=later))
    strike = bots[0].hear("strike").strike
    assert (strike.cause, strike.turn, strike.counted) == (wire.Strike.CAUSE_MALFORMED, turn.turn, True)
    assert "set option, even if it is 0" in strike.why
    last = turn.option_count - 1
    bots[0].choose(turn, last)
    bots[0].say(wire.PlayRequest(resign=wire.Resign(match_id="m-1")))
    bots[1].play_on()
    assert record.result().steps[0].answers[0].option == last


@pytest.mark.parametrize(
    ("note", "kept"),
    [
        pytest.param("dé".encode(), "dé", id="UTF-8"),
        pytest.param(b"\xff\xfe ok", "\ufffd\ufffd ok", id="not UTF-8"),
        pytest.param(b"\x1b[2J\x00", "\x1b[2J\x00", id="control characters"),
        pytest.param(b"\xff" * 1024, "\ufffd" * 1024, id="the longest one, none of it UTF-8"),
    ],
)
def test_any_note_is_kept(running: Running, bots: tuple[RawBot, RawBot], note: bytes, kept: str) -> None:
    record = running.play(job(time_control=LONG))
    turn = bots[0].hear_until("turn").turn
    choice = wire.Choice(match_id=turn.match_id, turn=turn.turn, option=0, note=note)
    bots[0].say(wire.PlayRequest(choice=choice), wire.PlayRequest(resign=wire.Resign(match_id="m-1")))
    bots[1].play_on()
    assert record.result().steps[0].answers[0].note == kept


def test_every_turn_names_its_seat(running: Running, bots: tuple[RawBot, RawBot]) -> None:
    running.play(job(time_control=LONG))
    assert bots[0].hear_until("turn").turn.seat == 0
    bots[0].say(wire.PlayRequest(resign=wire.Resign(match_id="m-1")))
    assert bots[1].hear_until("turn").turn.seat == 1

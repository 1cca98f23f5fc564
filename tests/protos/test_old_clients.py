"""Bots that were built from the messages of an older version play on, and learn what they cannot do.

`kept/*.binpb` are descriptor sets, never changed: `protocol-1` is the wire as it was first released, and
`before-protocol-1` what there was before, whose Choice could not say option 0. Each bot also says things that no
referee knows yet: a field in Hello and in Choice, and a kind of request.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass

from referee.kernel.job import TimeControl
from referee.kernel.record import Record, SeatEnd, StrikeCause
from referee.kernel.replay import verify
from tests.support.matches import job
from tests.support.raw_bot import PATIENCE, PLAY, RawBot, raw_bot
from tests.support.running import Running, local_referee

KEPT = Path(__file__).parent / "kept"
ADDED = 1000
TEXT, OPTIONAL = FieldDescriptorProto.TYPE_STRING, FieldDescriptorProto.LABEL_OPTIONAL
MALFORMED, UNSUPPORTED = 4, 8
PATIENT = TimeControl(decision_ms=60_000, bank_ms=60_000)
# Where the bot cannot say what it means, the default is played after this time.
SHORT = TimeControl(decision_ms=500, bank_ms=0, max_strikes=1000)


class OldBot:
    """A bot with messages of its own: answers every Turn, with the last option and a field that is not known."""

    def __init__(self, version: str) -> None:
        files = FileDescriptorSet.FromString((KEPT / f"{version}.binpb").read_bytes())
        pool = DescriptorPool()
        for file in files.file:
            for message in file.message_type if file.name.endswith("play_service.proto") else ():
                if message.name in {"Hello", "Choice", "PlayRequest"}:
                    added = message.field.add(name="added", number=ADDED, type=TEXT, label=OPTIONAL)
                    if message.name == "PlayRequest":
                        added.oneof_index = 0
            pool.Add(file)
        self._request: Any = _message(pool, "referee.v1.PlayRequest")
        self._response: Any = _message(pool, "referee.v1.PlayResponse")
        self._position: Any = _message(pool, "referee.games.keepers.v1.Position")
        self.strikes: list[Any] = []
        self.options_read = 0
        self.started: Any = None

    def play(self, channel: grpc.Channel, token: str) -> Any:
        """Plays one match; returns its end."""
        outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        say = outgoing.put
        method: grpc.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(PLAY)
        call = method(iter(outgoing.get, None), timeout=3 * PATIENCE)
        say(self._said(hello={"token": token, "protocol_version": 1, "added": "a new wish"}))
        for data in call:
            response = self._response.FromString(data)
            match response.WhichOneof("response"):
                case "match_started":
                    self.started = response.match_started
                case "turn":
                    say(self._said(added="a kind of request that is not known"))
                    say(self._said(choice=self._choice(response.turn)))
                case "strike":
                    self.strikes.append(response.strike)
                case "match_ended":
                    say(None)
                    return response.match_ended
        raise AssertionError("the stream ended before the match")

    def _choice(self, turn: Any) -> dict[str, object]:
        position = self._position()
        assert turn.position.Unpack(position)
        assert len(position.options) == turn.option_count
        self.options_read += len(position.options)
        last = turn.option_count - 1
        return {"match_id": turn.match_id, "turn": turn.turn, "option": last, "added": "quite sure"}

    def _said(self, **members: object) -> bytes:
        data: bytes = self._request(**members).SerializeToString()
        return data


def _message(pool: DescriptorPool, name: str) -> type[Any]:
    return GetMessageClass(pool.FindMessageTypeByName(name))


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with local_referee(tmp_path) as referee:
        yield referee


def played(running: Running, bot: OldBot, control: TimeControl) -> tuple[Any, Record]:
    """What the old bot hears of the end of a match against one of today, and the record."""
    with (
        grpc.insecure_channel(running.address) as channel,
        raw_bot(running.address) as today,
        ThreadPoolExecutor() as threads,
    ):
        today.hello(running.token("b"))
        record = running.play(job(time_control=control))
        ended = threads.submit(bot.play, channel, running.token("a"))
        threads.submit(RawBot.play_on, today)
        return ended.result(), record.result()


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.binpb")), ids=lambda path: path.stem)
def test_it_plays_to_the_end_and_is_told_what_is_not_known(running: Running, path: Path) -> None:
    bot = OldBot(path.stem)
    ended, record = played(running, bot, SHORT if path.stem == "before-protocol-1" else PATIENT)
    verify(record)
    assert record.end is not None
    assert record.end.ends[0] is SeatEnd.PLAYED
    assert [result.place for result in ended.results] == record.end.places
    assert ended.reason == record.end.reason
    assert (bot.started.match_id, bot.started.game_id, bot.started.seat) == ("m-1", "keepers", 0)
    assert bot.options_read
    unsupported = [strike for strike in bot.strikes if strike.cause == UNSUPPORTED]
    assert len(unsupported) == sum(answer.seat == 0 for step in record.steps for answer in step.answers)
    assert all("does not know" in strike.why for strike in unsupported)


def test_a_bot_of_the_first_release_gets_no_strike_that_counts(running: Running) -> None:
    bot = OldBot("protocol-1")
    _, record = played(running, bot, PATIENT)
    assert record.end is not None
    assert record.end.strikes[0] == 0
    assert {(strike.cause, strike.counted, strike.HasField("strikes_left")) for strike in bot.strikes} == {
        (UNSUPPORTED, False, False)
    }


def test_a_bot_from_before_is_told_that_it_can_not_say_option_0(running: Running) -> None:
    bot = OldBot("before-protocol-1")
    _, record = played(running, bot, SHORT)
    wordless = [strike for strike in bot.strikes if strike.cause == MALFORMED]
    given = [strike for step in record.steps for strike in step.strikes if strike.seat == 0]
    assert len(wordless) == sum(strike.cause is StrikeCause.MALFORMED for strike in given) > 0
    assert all("set option, even if it is 0" in strike.why for strike in wordless)

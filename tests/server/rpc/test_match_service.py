"""What organisers and spectators can do, over real gRPC, and how each mistake is reported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from referee_client.games.keepers.v1.keepers_pb2 import Position
from referee_client.v1 import match_pb2
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

from referee.kernel.record import read_record
from referee.kernel.replay import verify
from referee.server.storage.tokens import Role
from tests.support.raw_bot import RawBot, raw_bot, reason_of
from tests.support.running import Running, local_referee

SEED = bytes(range(32))


class Organiser:
    """The stub with an organiser's token in the metadata."""

    def __init__(self, channel: grpc.Channel, token: str) -> None:
        self.stub = MatchServiceStub(channel)
        self.metadata = [("authorization", f"Bearer {token}")]

    def create(self, match_id: str = "m", bots: Sequence[str] = "ab", **fields: Any) -> match_pb2.Match:
        request = wire.CreateMatchRequest(
            match_id=match_id, game_id="keepers", seats=[match_pb2.Seat(bot=bot) for bot in bots], seed=SEED
        )
        request.MergeFrom(wire.CreateMatchRequest(**fields))
        match: match_pb2.Match = self.stub.CreateMatch(request, metadata=self.metadata).match
        return match


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with local_referee(tmp_path) as referee:
        yield referee


@pytest.fixture
def channel(running: Running) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(running.address) as channel:
        yield channel


@pytest.fixture
def organiser(running: Running, channel: grpc.Channel) -> Organiser:
    return Organiser(channel, running.token("boss", Role.ORGANISER))


@pytest.fixture
def bots(running: Running) -> Iterator[list[RawBot]]:
    with raw_bot(running.address) as a, raw_bot(running.address) as b:
        a.hello(running.token("a"))
        b.hello(running.token("b"))
        yield [a, b]


def _play(bots: list[RawBot]) -> None:
    with ThreadPoolExecutor() as threads:
        list(threads.map(RawBot.play_on, bots))


def test_a_match_from_its_creation_to_its_record(organiser: Organiser, bots: list[RawBot]) -> None:
    created = organiser.create(options={"max_rounds": "10"}, time_control=match_pb2.TimeControl(max_strikes=7))
    assert (created.match_id, created.game_id, [seat.bot for seat in created.seats]) == ("m", "keepers", ["a", "b"])
    assert dict(created.options) == {"max_rounds": "10"}
    assert created.time_control.max_strikes == 7
    assert created.time_control.decision == Duration(seconds=10)
    _play(bots)
    watched = list(organiser.stub.WatchMatch(wire.WatchMatchRequest(match_id="m"), metadata=organiser.metadata))
    over = organiser.stub.GetMatch(wire.GetMatchRequest(match_id="m"), metadata=organiser.metadata).match
    assert watched[-1].match == over
    assert over.state == match_pb2.Match.STATE_FINISHED
    assert [result.end for result in over.results] == [match_pb2.SEAT_END_PLAYED] * 2
    data = organiser.stub.GetRecord(wire.GetRecordRequest(match_id="m"), metadata=organiser.metadata).record
    record = read_record(data)
    verify(record)
    assert record.header.seed == SEED.hex()
    assert over.seed_commitment.hex() == record.header.commitment
    assert over.decisions == sum(len(step.answers) for step in record.steps)


def test_a_repeated_creation_is_the_same_match(organiser: Organiser) -> None:
    assert organiser.create() == organiser.create()
    assert len(organiser.stub.ListMatches(wire.ListMatchesRequest(), metadata=organiser.metadata).matches) == 1


def test_the_referee_chooses_id_and_seed_if_asked_to(organiser: Organiser) -> None:
    request = wire.CreateMatchRequest(game_id="keepers", seats=[match_pb2.Seat(bot=bot) for bot in "ab"])
    first, second = (organiser.stub.CreateMatch(request, metadata=organiser.metadata).match for _ in range(2))
    assert first.match_id != second.match_id
    assert first.seed_commitment != second.seed_commitment


def test_matches_are_listed_by_pages_newest_first(organiser: Organiser) -> None:
    for number in range(5):
        organiser.create(f"m{number}")
    found, token = [], ""
    for _ in range(3):
        page = organiser.stub.ListMatches(
            wire.ListMatchesRequest(page_size=2, page_token=token), metadata=organiser.metadata
        )
        found.append([match.match_id for match in page.matches])
        token = page.next_page_token
    assert found == [["m4", "m3"], ["m2", "m1"], ["m0"]]
    assert token == ""


def test_a_spectator_sees_every_step_and_no_hand(organiser: Organiser, bots: list[RawBot]) -> None:
    organiser.create()
    watching = organiser.stub.WatchMatch(
        wire.WatchMatchRequest(match_id="m", wants_text=True), metadata=organiser.metadata
    )
    _play(bots)
    responses = list(watching)
    data = organiser.stub.GetRecord(wire.GetRecordRequest(match_id="m"), metadata=organiser.metadata).record
    # The beginning, every step, and the result.
    assert len(responses) == 1 + len(read_record(data).steps) + 1
    hidden: Counter[str] = Counter()
    for response in responses:
        position = Position()
        assert response.position.Unpack(position)
        assert not position.view.HasField("hand")
        assert not position.view.HasField("bid_pile")
        assert not position.options
        assert response.text
        for kind in ("drew", "card_laid"):
            shown = [getattr(event, kind) for event in position.events if event.HasField(kind)]
            assert not any(one.colour for one in shown)
            hidden[kind] += len(shown)
    assert min(hidden["drew"], hidden["card_laid"]) > 0
    assert [response.match.state for response in responses][-1] == match_pb2.Match.STATE_FINISHED


def test_a_match_that_waits_or_runs_can_be_cancelled(organiser: Organiser, bots: list[RawBot]) -> None:
    organiser.create()
    for bot in bots:
        bot.hear_until("match_started")
    organiser.stub.CancelMatch(wire.CancelMatchRequest(match_id="m"), metadata=organiser.metadata)
    assert [bot.hear_until("match_ended").match_ended.void_reason for bot in bots] == ["cancelled by an organiser"] * 2
    match = organiser.stub.GetMatch(wire.GetMatchRequest(match_id="m"), metadata=organiser.metadata).match
    assert match.state == match_pb2.Match.STATE_VOIDED
    assert (match.reason, match.void_reason) == ("", "cancelled by an organiser")
    assert not match.results


Call = Callable[[Organiser], object]


def _as_nobody(organiser: Organiser) -> Organiser:
    organiser.metadata = []
    return organiser


def _request(**fields: Any) -> Call:
    return lambda organiser: organiser.create(**fields)


MISTAKES: list[Any] = [
    pytest.param(
        _request(game_id="chess"), "INVALID_ARGUMENT", "unknown game", "UNKNOWN_GAME", id="a game that is not there"
    ),
    pytest.param(_request(match_id="A/B"), "INVALID_ARGUMENT", "match id", "BAD_MATCH_ID", id="a bad id"),
    pytest.param(
        _request(match_id=".hidden"), "INVALID_ARGUMENT", "match id", "BAD_MATCH_ID", id="an id with a dot first"
    ),
    pytest.param(_request(bots="a"), "INVALID_ARGUMENT", "2 to 4 seats", "WRONG_SEAT_COUNT", id="too few seats"),
    pytest.param(_request(bots="aa"), "INVALID_ARGUMENT", "one seat", "DUPLICATE_BOT", id="a bot in two seats"),
    pytest.param(_request(seed=b"x"), "INVALID_ARGUMENT", "32 bytes", "BAD_SEED", id="a short seed"),
    pytest.param(
        _request(options={"x": "1"}), "INVALID_ARGUMENT", "unknown option", "UNKNOWN_OPTION", id="an unknown option"
    ),
    pytest.param(
        _request(options={"max_rounds": "0"}),
        "INVALID_ARGUMENT",
        "max_rounds",
        "WRONG_VALUE",
        id="an option out of range",
    ),
    pytest.param(
        _request(time_control=match_pb2.TimeControl(decision=Duration(seconds=-1))),
        "INVALID_ARGUMENT",
        "decision_ms",
        "WRONG_VALUE",
        id="negative time",
    ),
    pytest.param(
        lambda o: (o.create("m"), o.create("m", bots="ba")),
        "ALREADY_EXISTS",
        "a different match",
        "MATCH_DIFFERS",
        id="another, same id",
    ),
    pytest.param(
        lambda o: _as_nobody(o).create(), "UNAUTHENTICATED", "organiser's token", "WRONG_TOKEN", id="no token"
    ),
    pytest.param(
        lambda o: o.stub.GetMatch(wire.GetMatchRequest(match_id="x"), metadata=o.metadata),
        "NOT_FOUND",
        "no match 'x'",
        "NO_SUCH_MATCH",
        id="no such match",
    ),
    pytest.param(
        lambda o: list(o.stub.WatchMatch(wire.WatchMatchRequest(match_id="x"), metadata=o.metadata)),
        "NOT_FOUND",
        "no match 'x'",
        "NO_SUCH_MATCH",
        id="no such match to watch",
    ),
    pytest.param(
        lambda o: o.stub.ListMatches(wire.ListMatchesRequest(page_token="x"), metadata=o.metadata),
        "INVALID_ARGUMENT",
        "page token",
        "BAD_PAGE_TOKEN",
        id="a made-up page token",
    ),
    pytest.param(
        lambda o: o.stub.ListMatches(wire.ListMatchesRequest(page_token="9" * 5000), metadata=o.metadata),
        "INVALID_ARGUMENT",
        "page token",
        "BAD_PAGE_TOKEN",
        id="a page token of 5000 digits",
    ),
    *(
        pytest.param(_request(options={"max_rounds": text}), "INVALID_ARGUMENT", "max_rounds", "WRONG_VALUE", id=what)
        for text, what in [
            ("9" * 5000, "an option of 5000 digits"),
            ("-" + "9" * 5000, "a negative option of 5000 digits"),
            ("\u0663" * 5000, "an option of 5000 Arabic digits"),
        ]
    ),
    *(
        pytest.param(_request(bots=["a", name]), "INVALID_ARGUMENT", "invalid bot name", "BAD_BOT_NAME", id=what)
        for name, what in [
            ("b" * 65, "a long name of a bot"),
            ("b" * 5000, "a name of 5000 characters"),
            ("b\x1b[31m", "a name with an escape sequence"),
            ("b\n", "a name with a line break"),
            ("", "no name"),
        ]
    ),
    pytest.param(
        _request(game_id="g" * 60_000), "INVALID_ARGUMENT", "unknown game", "UNKNOWN_GAME", id="a very long game id"
    ),
    pytest.param(
        _request(options={"x" * 60_000: "1"}), "INVALID_ARGUMENT", "option", "UNKNOWN_OPTION", id="a very long option"
    ),
    pytest.param(
        lambda o: (o.create("m"), o.stub.GetRecord(wire.GetRecordRequest(match_id="m"), metadata=o.metadata)),
        "FAILED_PRECONDITION",
        "not over",
        "NOT_OVER",
        id="the record of a match that is not over",
    ),
    pytest.param(
        lambda o: _as_nobody(o).stub.CancelMatch(wire.CancelMatchRequest(match_id="x")),
        "UNAUTHENTICATED",
        "organiser's token",
        "WRONG_TOKEN",
        id="permission is checked before existence",
    ),
]


@pytest.mark.parametrize(("call", "code", "message", "reason"), MISTAKES)
def test_a_mistake_is_told_with_one_reason(
    organiser: Organiser, call: Call, code: str, message: str, reason: str
) -> None:
    with pytest.raises(grpc.RpcError, match=message) as raised:
        call(organiser)
    assert raised.value.code().name == code
    assert reason_of(raised.value) == reason


def test_a_bots_token_does_not_make_an_organiser(running: Running, channel: grpc.Channel) -> None:
    with pytest.raises(grpc.RpcError) as raised:
        Organiser(channel, running.token("a")).create()
    assert raised.value.code() is grpc.StatusCode.PERMISSION_DENIED
    assert reason_of(raised.value) == "NOT_AN_ORGANISER"


def test_the_seed_is_nowhere_before_the_end(organiser: Organiser, bots: list[RawBot]) -> None:
    created = organiser.create()
    said = [created.SerializeToString()]
    said += [bot.hear_until("turn").SerializeToString() for bot in bots[:1]]
    listed = organiser.stub.ListMatches(wire.ListMatchesRequest(), metadata=organiser.metadata).SerializeToString()
    assert all(SEED not in data and SEED.hex().encode() not in data for data in [*said, listed])

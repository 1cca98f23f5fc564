"""Custom card sets: who may send them, what is wrong with some, and which bots receive them."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from pathlib import Path

import grpc
import pytest
from referee_client.games.keepers.v1.keepers_pb2 import Position
from referee_client.v1 import match_pb2
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

import referee
from referee.kernel.card_set import KEPT_SETS
from referee.kernel.cards import parse
from referee.kernel.record import read_record
from referee.kernel.replay import verify
from referee.server.config import Config
from referee.server.rpc.translate import MAX_CARDS_BYTES
from referee.server.storage.tokens import Role
from tests.support.raw_bot import RawBot, details_of, raw_bot, reason_of
from tests.support.running import Running, running_referee

HOUSE = referee.all_games()["keepers"].cards_toml
HAND = "hand = 5"
SMALL_HAND = HOUSE.replace(HAND, "hand = 4")
SETS = KEPT_SETS + 10
MARK = "a set of its own, number "
Metadata = Sequence[tuple[str, str]]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with running_referee(Config(address=f"unix:{tmp_path / 'socket'}", data=tmp_path / "data")) as referee:
        yield referee


@pytest.fixture
def stub(running: Running) -> Iterator[MatchServiceStub]:
    with grpc.insecure_channel(running.address) as channel:
        yield MatchServiceStub(channel)


@pytest.fixture
def organiser(running: Running) -> Metadata:
    return authorization(running, "boss", Role.ORGANISER)


def authorization(running: Running, name: str, role: Role) -> Metadata:
    return [("authorization", f"Bearer {running.token(name, role)}")]


def request(toml: str, match_id: str = "m") -> wire.CreateMatchRequest:
    seats = [match_pb2.Seat(bot=bot) for bot in "ab"]
    return wire.CreateMatchRequest(match_id=match_id, game_id="keepers", seats=seats, cards_toml=toml)


def test_a_match_with_cards_of_ones_own(running: Running, stub: MatchServiceStub, organiser: Metadata) -> None:
    """The match is played with them, bots that want them receive them, and the record contains them."""
    assert HAND in HOUSE
    stub.CreateMatch(request(SMALL_HAND), metadata=organiser)
    with raw_bot(running.address) as curious, raw_bot(running.address) as other, ThreadPoolExecutor() as threads:
        assert "card_set" in curious.hello(running.token("a"), wants_cards=True).features
        other.hello(running.token("b"))
        told, untold = (bot.hear_until("match_started").match_started for bot in (curious, other))
        list(threads.map(RawBot.play_on, [curious, other]))
    assert json.loads(told.card_set) == parse(SMALL_HAND)
    assert blake2b(told.card_set.encode(), digest_size=16).hexdigest() == told.card_set_digest
    assert untold.card_set == ""
    assert untold.card_set_digest == told.card_set_digest
    record = read_record(stub.GetRecord(wire.GetRecordRequest(match_id="m"), metadata=organiser).record)
    assert record.header.card_set == parse(SMALL_HAND)
    verify(record)
    watched = list(stub.WatchMatch(wire.WatchMatchRequest(match_id="m", wants_text=True), metadata=organiser))
    assert len(watched) == 1 + len(record.steps) + 1, "a spectator's match is played with other cards"


def test_the_games_own_cards_are_told_too(running: Running, stub: MatchServiceStub, organiser: Metadata) -> None:
    stub.CreateMatch(request(""), metadata=organiser)
    with raw_bot(running.address) as curious, raw_bot(running.address) as other:
        curious.hello(running.token("a"), wants_cards=True)
        other.hello(running.token("b"))
        started = curious.hear_until("match_started").match_started
    assert json.loads(started.card_set) == parse(HOUSE)


def test_a_bot_that_comes_back_is_told_them_again(
    running: Running, stub: MatchServiceStub, organiser: Metadata
) -> None:
    stub.CreateMatch(request(SMALL_HAND), metadata=organiser)
    with raw_bot(running.address) as other:
        other.hello(running.token("b"))
        token = running.token("a")
        with raw_bot(running.address) as first:
            resume = first.hello(token, wants_cards=True).resume_token
            told = first.hear_until("match_started").match_started.card_set
        with raw_bot(running.address) as again:
            again.hello(token, wants_cards=True, resume_token=resume)
            started = again.hear_until("match_started").match_started
    assert started.resumed
    assert started.card_set == told != ""


def test_a_repeated_creation_has_the_same_cards(stub: MatchServiceStub, organiser: Metadata) -> None:
    for toml in (SMALL_HAND, f"# a remark\n{SMALL_HAND}"):
        stub.CreateMatch(request(toml), metadata=organiser)
    for toml in ("", HOUSE):
        stub.CreateMatch(request(toml, "house"), metadata=organiser)
    for toml, match_id in [("", "m"), (SMALL_HAND, "house"), (HOUSE.replace(HAND, "hand = 3"), "m")]:
        with pytest.raises(grpc.RpcError) as raised:
            stub.CreateMatch(request(toml, match_id), metadata=organiser)
        assert reason_of(raised.value) == "MATCH_DIFFERS"


TOO_LARGE = SMALL_HAND + "#" * (MAX_CARDS_BYTES + 1 - len(SMALL_HAND))


@pytest.mark.parametrize(
    ("toml", "reason", "metadata"),
    [
        pytest.param(HOUSE.replace(HAND, "hand = -"), "BAD_CARDS", "why: the card set is not valid TOML", id="TOML"),
        pytest.param(HOUSE.replace(HAND, 'hand = "all"'), "BAD_CARDS", r"why: \[setup\]: .*`\$.hand`", id="a value"),
        pytest.param(HOUSE.replace("quest_spaces", "quests"), "BAD_CARDS", r"why: \[board\]: ", id="a key"),
        pytest.param(TOO_LARGE, "CARDS_TOO_LARGE", f"given: {MAX_CARDS_BYTES + 1}, limit: ", id="size"),
    ],
)
def test_what_is_wrong_with_cards_is_told(
    stub: MatchServiceStub, organiser: Metadata, toml: str, reason: str, metadata: str
) -> None:
    for _twice in range(2):
        with pytest.raises(grpc.RpcError, match="cards_toml") as raised:
            stub.CreateMatch(request(toml), metadata=organiser)
        assert raised.value.code() is grpc.StatusCode.INVALID_ARGUMENT
        assert reason_of(raised.value) == reason
        assert re.match(
            metadata, ", ".join(f"{key}: {value}" for key, value in sorted(details_of(raised.value).items()))
        )
    assert not stub.ListMatches(wire.ListMatchesRequest(), metadata=organiser).matches
    stub.CreateMatch(request(TOO_LARGE[:-1]), metadata=organiser)


@pytest.mark.parametrize("role", [Role.BOT, Role.SPECTATOR])
def test_only_an_organiser_may_send_cards(running: Running, stub: MatchServiceStub, role: Role) -> None:
    with pytest.raises(grpc.RpcError) as raised:
        stub.CreateMatch(request("not even TOML"), metadata=authorization(running, "a", role))
    assert reason_of(raised.value) == "NOT_AN_ORGANISER"


def test_who_watches_is_told_no_card_set(running: Running, stub: MatchServiceStub, organiser: Metadata) -> None:
    """The name of the set appears nowhere in what a spectator receives."""
    name = "a set that nobody shall see"
    stub.CreateMatch(request(SMALL_HAND.replace('set = "', f'set = "{name} ')), metadata=organiser)
    with raw_bot(running.address) as a, raw_bot(running.address) as b, ThreadPoolExecutor() as threads:
        a.hello(running.token("a"))
        b.hello(running.token("b"), wants_cards=True)
        assert name in b.hear_until("match_started").match_started.card_set
        list(threads.map(RawBot.play_on, [a, b]))
    guest = authorization(running, "guest", Role.SPECTATOR)
    seen = [
        *stub.WatchMatch(wire.WatchMatchRequest(match_id="m", wants_text=True), metadata=guest),
        stub.GetMatch(wire.GetMatchRequest(match_id="m"), metadata=guest),
        stub.ListMatches(wire.ListMatchesRequest(), metadata=guest),
    ]
    assert len(seen) > 10
    assert not [response for response in seen if name.encode() in response.SerializeToString()]


def test_cards_of_a_match_that_is_not_played_lie_on_the_disk_alone(tmp_path: Path) -> None:
    """Thousands may wait, or be over, each with other cards; an earlier referee may have left them, too.

    Memory holds only the most recently read sets, and that of the one running match that waits for its bots.
    """
    config = Config(address=f"unix:{tmp_path / 'socket'}", data=tmp_path / "data")
    with running_referee(config) as running, grpc.insecure_channel(running.address) as channel:
        metadata = authorization(running, "boss", Role.ORGANISER)
        for number in range(SETS):
            toml = SMALL_HAND.replace('set = "', f'set = "{MARK}{number} ')
            MatchServiceStub(channel).CreateMatch(request(toml, f"m-{number}"), metadata=metadata)
        assert 0 < len(_marked_sets()) <= KEPT_SETS + 1
    with running_referee(config) as running:
        assert len(running.referee.lobby.matches) == SETS
        assert 0 < len(_marked_sets()) <= KEPT_SETS + 1


def _marked_sets() -> set[str]:
    """The sets with this mark in memory, in any form."""
    gc.collect()
    sets = [one["set"] for one in gc.get_objects() if type(one) is dict and "set" in one]
    return {name for name in sets if isinstance(name, str) and name.startswith(MARK)}


def test_who_watches_a_match_that_waits_sees_its_own_cards(stub: MatchServiceStub, organiser: Metadata) -> None:
    for toml, match_id in (("", "at-the-table"), (SMALL_HAND, "m")):
        stub.CreateMatch(request(toml, match_id), metadata=organiser)
    watching = stub.WatchMatch(wire.WatchMatchRequest(match_id="m"), metadata=organiser)
    first, position = next(watching), Position()
    watching.cancel()
    assert first.match.state == match_pb2.Match.STATE_WAITING
    assert first.position.Unpack(position)
    assert {seat.hand for seat in position.view.seats} == {4}

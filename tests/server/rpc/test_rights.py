"""Who may call which method: by token on a public referee, and on the socket of local bots."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import grpc
import pytest
from referee_client.v1 import game_service_pb2, match_pb2, match_service_pb2
from referee_client.v1.game_service_pb2_grpc import GameServiceStub
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

from referee.kernel.record import read_record
from referee.server.config import Config
from referee.server.storage.tokens import Role
from tests.support.raw_bot import raw_bot, reason_of
from tests.support.running import Running, local_referee, running_referee
from tests.support.shell import quoted, referee

Metadata = list[tuple[str, str]]
Call = Callable[[MatchServiceStub, Metadata], object]
HERE = Path(__file__).parent

CALLS: dict[str, Call] = {
    "CreateMatch": lambda stub, who: stub.CreateMatch(
        match_service_pb2.CreateMatchRequest(
            match_id="n", game_id="keepers", seats=[match_pb2.Seat(bot=bot) for bot in "ab"]
        ),
        metadata=who,
    ),
    "CancelMatch": lambda stub, who: stub.CancelMatch(match_service_pb2.CancelMatchRequest(match_id="m"), metadata=who),
    "GetRecord": lambda stub, who: stub.GetRecord(match_service_pb2.GetRecordRequest(match_id="m"), metadata=who),
    "GetMatch": lambda stub, who: stub.GetMatch(match_service_pb2.GetMatchRequest(match_id="m"), metadata=who),
    "ListMatches": lambda stub, who: stub.ListMatches(match_service_pb2.ListMatchesRequest(), metadata=who),
    "WatchMatch": lambda stub, who: next(
        stub.WatchMatch(match_service_pb2.WatchMatchRequest(match_id="m"), metadata=who)
    ),
}
FOR_ORGANISERS = {"CreateMatch", "CancelMatch", "GetRecord"}


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with local_referee(tmp_path) as running:
        boss = _showing(running.token("boss", Role.ORGANISER))
        with grpc.insecure_channel(running.address) as channel:
            MatchServiceStub(channel).CreateMatch(
                match_service_pb2.CreateMatchRequest(
                    match_id="m", game_id="keepers", seats=[match_pb2.Seat(bot=bot) for bot in "ab"]
                ),
                metadata=boss,
            )
        yield running


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("role", [None, *Role], ids=lambda role: role or "no token")
def test_what_a_token_allows(running: Running, role: Role | None, call: str) -> None:
    metadata = [] if role is None else _showing(running.token("someone", role))
    assert _answer(running.address, call, metadata) == _expected(role, call)


def _expected(role: Role | None, call: str) -> str:
    if role is None:
        return "WRONG_TOKEN"
    if call in FOR_ORGANISERS and role is not Role.ORGANISER:
        return "NOT_AN_ORGANISER"
    if role is Role.BOT:
        return "NOT_A_SPECTATOR"
    return "NOT_OVER" if call == "GetRecord" else "answered"


@pytest.mark.parametrize("role", [Role.SPECTATOR, Role.ORGANISER])
def test_who_may_look_may_not_play(running: Running, role: Role) -> None:
    with raw_bot(running.address) as bot:
        with pytest.raises(grpc.RpcError) as raised:
            bot.hello(running.token("someone", role))
        assert raised.value.code() is grpc.StatusCode.PERMISSION_DENIED
        assert reason_of(raised.value) == "NOT_A_BOT"


@pytest.mark.parametrize("call", CALLS)
def test_a_referee_for_bots_alone_has_no_other_service(tmp_path: Path, call: str) -> None:
    with running_referee(Config(address=f"unix:{tmp_path / 'socket'}", bots_alone=True)) as running:
        for role in Role:
            assert _answer(running.address, call, _showing(running.token("someone", role))) == "UNIMPLEMENTED"


def test_a_referee_for_bots_alone_tells_about_its_games(tmp_path: Path) -> None:
    with running_referee(Config(address=f"unix:{tmp_path / 'socket'}", bots_alone=True)) as running:
        with grpc.insecure_channel(running.address) as channel:
            games = GameServiceStub(channel).ListGames(game_service_pb2.ListGamesRequest()).games
        assert "keepers" in [game.game_id for game in games]


def test_the_gallery_of_a_referee_lets_everybody_look_and_do_nothing_else(tmp_path: Path) -> None:
    gallery = tmp_path / "gallery"
    config = Config(address=f"unix:{tmp_path / 'socket'}", bots_alone=True, gallery=gallery)
    with running_referee(config) as running:
        assert gallery.stat().st_mode & 0o777 == 0o600
        answers = {call: _answer(f"unix:{gallery}", call, []) for call in CALLS}
        assert answers == {
            **dict.fromkeys(FOR_ORGANISERS, "WRONG_TOKEN"),
            "GetMatch": "NO_SUCH_MATCH",
            "WatchMatch": "NO_SUCH_MATCH",
            "ListMatches": "answered",
        }
        with raw_bot(f"unix:{gallery}") as bot, pytest.raises(grpc.RpcError) as raised:
            bot.hello(running.token("someone", Role.BOT))
        assert raised.value.code() is grpc.StatusCode.UNIMPLEMENTED
        assert _answer(running.address, "ListMatches", []) == "UNIMPLEMENTED"


def test_a_bot_of_referee_play_can_not_look_at_matches(tmp_path: Path) -> None:
    """It tries with its own token and without one, and puts the answers into its notes."""
    spy = quoted(sys.executable, HERE / "spying_bot.py")
    referee("play", "keepers", "--bot", spy, "--bot", "first", "--record", tmp_path)
    notes = {
        answer.note
        for path in tmp_path.rglob("*.jsonl")
        for step in read_record(path.read_bytes()).steps
        for answer in step.answers
        if answer.note
    }
    assert notes == {" ".join(f"{call}:UNIMPLEMENTED" for call in ["ListMatches", "GetMatch", "WatchMatch"] * 2)}


def _showing(token: str) -> Metadata:
    return [("authorization", f"Bearer {token}")]


def _answer(address: str, call: str, metadata: Metadata) -> str:
    """The reason for which a call is refused, or its status if that gives none, or "answered"."""
    with grpc.insecure_channel(address) as channel:
        try:
            CALLS[call](MatchServiceStub(channel), metadata)
        except grpc.RpcError as error:
            return reason_of(error) or str(error.code().name)
        return "answered"

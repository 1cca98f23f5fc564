"""The cost of thousands of matches: waiting ones have no table and no open file, long-ended ones no memory."""

from __future__ import annotations

import gc
from collections.abc import Container, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import grpc
import pytest
from msgspec import structs
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

from referee.kernel.job import MatchJob, TimeControl
from referee.kernel.match import Match
from referee.kernel.record import Record, read_record
from referee.kernel.replay import verify
from referee.server.config import Config, Limits
from referee.server.errors import TooMuch
from referee.server.lobby.bot_link import BotLink
from referee.server.lobby.guests import NOBODY
from referee.server.lobby.hosted_match import State
from referee.server.storage.tokens import Role
from tests.support.matches import job
from tests.support.raw_bot import RawBot, raw_bot, reason_of
from tests.support.running import Running, running_referee
from tests.support.waiting import wait_until

MATCHES = 300


def _config(folder: Path, **limits: int) -> Config:
    return Config(address=f"unix:{folder / 'socket'}", data=folder / "data", limits=Limits(**limits))


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with running_referee(_config(tmp_path, unfinished_matches=MATCHES + 2, remembered_matches=3)) as referee:
        yield referee


def _count(kind: type) -> int:
    gc.collect()
    return sum(isinstance(one, kind) for one in gc.get_objects())


def _open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def _create(running: Running, *match_ids: str, time_control: TimeControl | None = None) -> None:
    for match_id in match_ids:
        _begin(running, job(match_id=match_id, time_control=time_control))


def _begin(running: Running, match: MatchJob) -> None:
    running.call(lambda: running.referee.lobby.create(match))


def test_a_match_that_waits_has_no_table_and_no_open_file(running: Running, tmp_path: Path) -> None:
    _create(running, "first")
    before = (_count(Match), _count(Record), _open_files())
    _create(running, *(f"m-{number}" for number in range(MATCHES)))
    after = (_count(Match), _count(Record), _open_files())
    # The first match and the referee's connection to itself may open in between; what a match costs shows 300 times.
    assert all(now < then + MATCHES / 10 for now, then in zip(after, before, strict=True)), (before, after)
    lobby = running.referee.lobby
    assert [lobby.matches[f"m-{number}"].state for number in range(MATCHES)] == [State.WAITING] * MATCHES
    # Bots that were not notified yet are notified now, and the record is valid like any other.
    with raw_bot(running.address) as a, raw_bot(running.address) as b:
        for name, bot in zip("ab", [a, b], strict=True):
            bot.hello(running.token(name), max_matches=2)
        with ThreadPoolExecutor() as threads:
            list(threads.map(lambda bot: [RawBot.play_on(bot) for _ in range(10)], [a, b]))
    records = tmp_path / "data" / "records"
    wait_until(lambda: len(list(records.glob("*.jsonl"))) >= 10)
    for path in records.glob("*.jsonl"):
        verify(read_record(path.read_bytes()))


def test_so_many_matches_wait_or_run_and_no_more(running: Running) -> None:
    _create(running, "first", *(f"m-{number}" for number in range(MATCHES + 1)))
    with pytest.raises(TooMuch, match=f"at most {MATCHES + 2} matches may wait or run at the same time"):
        _create(running, "too many")


def test_a_new_match_looks_at_none_that_waits(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    _create(running, *(f"m-{number}" for number in range(MATCHES)))
    waiting = running.referee.lobby._waiting
    has_room = waiting._has_room
    asked: list[str] = []

    def counted(bot: str) -> bool:
        asked.append(bot)
        return has_room(bot)

    monkeypatch.setattr(waiting, "_has_room", counted)
    _create(running, "new")
    assert len(waiting) > MATCHES / 2
    assert 0 < len(asked) < 2 * len({"a", "b", NOBODY})


def test_a_referee_that_comes_back_opens_no_file_for_what_waits(tmp_path: Path) -> None:
    config = _config(tmp_path)
    with running_referee(config) as running:
        _create(running, "first", *(f"m-{number}" for number in range(MATCHES)))
    with running_referee(config) as running:
        assert len(running.referee.lobby.matches) == MATCHES + 1
        assert len(list((tmp_path / "data" / "records").glob("*.journal"))) == MATCHES + 1
        assert _open_files() < 100
        running.call(lambda: running.referee.lobby.find("m-7"))
        order = list(running.referee.lobby.matches)
        assert order == ["first", *(f"m-{number}" for number in range(MATCHES))]


def test_bots_that_were_never_there_are_forgotten(running: Running) -> None:
    before = _count(BotLink)
    lobby = running.referee.lobby
    for number in range(10):
        match = job(match_id=f"m-{number}", time_control=TimeControl(startup_ms=1))
        _begin(running, structs.replace(match, bots=(f"nobody {number}", f"none {number}")))
    wait_until(lambda: all(hosted.over.is_set() for hosted in lobby.matches.values()))
    wait_until(lambda: running.call(lambda: not lobby._guests._plays))
    assert _count(BotLink) == before


def test_what_was_over_long_ago_is_still_found(running: Running) -> None:
    names = [f"m-{number}" for number in range(8)]
    lobby = running.referee.lobby
    with raw_bot(running.address) as a, raw_bot(running.address) as b, ThreadPoolExecutor() as threads:
        for name, bot in zip("ab", [a, b], strict=True):
            bot.hello(running.token(name), max_matches=1)
        _create(running, *names)
        list(threads.map(lambda bot: [RawBot.play_on(bot) for _ in names], [a, b]))
    wait_until(lambda: list(lobby.matches) == names[-3:])
    _is_found(running, names)


def test_what_was_over_before_the_start_is_still_found(tmp_path: Path) -> None:
    names = [f"m-{number}" for number in range(8)]
    quick = TimeControl(startup_ms=1)
    with running_referee(_config(tmp_path)) as running:
        for name in names:
            _create(running, name, time_control=quick)
            wait_until(running.referee.lobby.find(name).over.is_set)
    with running_referee(_config(tmp_path, remembered_matches=3)) as running:
        assert list(running.referee.lobby.matches) == names[-3:]
        _is_found(running, names)


def test_of_matches_that_nobody_comes_to_only_so_many_run_at_once(tmp_path: Path) -> None:
    with running_referee(_config(tmp_path, matches_of_nobody=5)) as running:
        lobby = running.referee.lobby
        with raw_bot(running.address) as a, raw_bot(running.address) as b:
            for number in range(12):
                match = job(match_id=f"m-{number}", time_control=TimeControl(startup_ms=60_000))
                _begin(running, structs.replace(match, bots=(f"nobody {number}", f"none {number}")))
            assert len(lobby._playing) == 5
            for name, bot in zip("ab", [a, b], strict=True):
                bot.hello(running.token(name))
            _create(running, "of-a-and-b")
            assert lobby.matches["of-a-and-b"] in lobby._playing
            for number in range(12):
                hosted = lobby.matches[f"m-{number}"]
                wait_until(partial(_is_in, hosted, lobby._playing))
                running.call(partial(hosted.void, "the next one, please"))
                wait_until(hosted.over.is_set)


def _is_in(one: object, those: Container[object]) -> bool:
    return one in those


def _is_found(running: Running, names: list[str]) -> None:
    """All requests about a match work for all of them; only the most recent ones are listed."""
    metadata = [("authorization", f"Bearer {running.token('boss', Role.ORGANISER)}")]
    with grpc.insecure_channel(running.address) as channel:
        stub = MatchServiceStub(channel)
        listed = stub.ListMatches(wire.ListMatchesRequest(), metadata=metadata).matches
        assert [match.match_id for match in listed] == names[:-4:-1]
        for name in names:
            match = stub.GetMatch(wire.GetMatchRequest(match_id=name), metadata=metadata).match
            assert match.match_id == name
            verify(read_record(stub.GetRecord(wire.GetRecordRequest(match_id=name), metadata=metadata).record))
            steps = list(stub.WatchMatch(wire.WatchMatchRequest(match_id=name), metadata=metadata))
            assert steps[-1].match == match
            with pytest.raises(grpc.RpcError) as raised:
                stub.CreateMatch(
                    wire.CreateMatchRequest(match_id=name, game_id="keepers", seats=match.seats[::-1]),
                    metadata=metadata,
                )
            assert reason_of(raised.value) == "MATCH_DIFFERS"

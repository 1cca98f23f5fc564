"""StandingsService over real gRPC: what it shows, to whom, page by page, and while a tournament goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import grpc
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee_client.v1 import standings_service_pb2 as wire
from referee_client.v1.match_pb2 import SeatEnd
from referee_client.v1.standings_service_pb2_grpc import StandingsServiceStub

from tests.support.certificates import make_certificate
from tests.support.raw_bot import reason_of
from tests.support.tournaments import a_plan, play_left
from tests.support.web_process import WebProcess, web
from tests.tournament.commands.test_commands import tournament
from tournament.storage.archive import open_archive
from tournament.storage.deciding import replay
from tournament.storage.keys import issue_key
from tournament.storage.store import open_store
from tournament.web import standings_service
from tournament.web.snapshot import _snapshot
from tournament.web.standings_service import MOST_SEATS, _after

PLAN = a_plan("first random greedy", deals=3, name="spring")
LISTS = ["Tournaments", "Standings", "Ratings", "Pairings", "Results"]


def fill(database: Path, matches: int) -> None:
    """Plays so many matches."""
    with open_store(database, PLAN, duplicate=True) as store:
        play_left(store, matches)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("standings") / "t.db"
    fill(path, 14)
    return path


@contextmanager
def served(database: Path, *words: object) -> Iterator[tuple[WebProcess, str]]:
    """The pages, and the address of the service."""
    with web(database, "--grpc", "127.0.0.1:0", *words, program="tournament") as process:
        assert process.process.stdout is not None
        yield process, process.process.stdout.readline().removeprefix("grpc: ").strip()


@pytest.fixture(scope="module")
def pages(database: Path) -> Iterator[tuple[WebProcess, str]]:
    with served(database) as process:
        yield process


@pytest.fixture
def stub(pages: tuple[WebProcess, str]) -> Iterator[StandingsServiceStub]:
    with grpc.insecure_channel(pages[1]) as channel:
        yield StandingsServiceStub(channel)


def asked(stub: StandingsServiceStub, what: str, **fields: Any) -> Any:
    """One page of a list."""
    request = getattr(wire, f"List{what}Request")(
        **({} if what == "Tournaments" else {"tournament": "spring"}), **fields
    )
    return getattr(stub, f"List{what}")(request)


def listed(stub: StandingsServiceStub, what: str, size: int = 0) -> list[Any]:
    """All entries of a list, page by page."""
    entries, token = [], ""
    while True:
        page = asked(stub, what, page_size=size, page_token=token)
        found = list(getattr(page, what.lower()))
        assert not size or len(found) <= size
        entries += found
        token = page.next_page_token
        if not token:
            return entries


def refused(call: Callable[[], object]) -> tuple[grpc.StatusCode, str]:
    """How a call is refused."""
    with pytest.raises(grpc.RpcError) as error:
        call()
    return error.value.code(), reason_of(error.value)


@pytest.mark.parametrize("what", LISTS)
@pytest.mark.parametrize("size", [1, 3])
def test_all_pages_together_are_the_list(stub: StandingsServiceStub, what: str, size: int) -> None:
    assert listed(stub, what, size) == listed(stub, what)


def test_it_shows_what_is_stored(stub: StandingsServiceStub, database: Path) -> None:
    with open_archive(database) as archive:
        matches, ratings, secret = list(archive.matches()), archive.ratings(), archive.tournament.secret
    (one,) = listed(stub, "Tournaments")
    assert (one.name, one.game_id, one.bots, one.matches, one.matches_total) == ("spring", "keepers", 3, 14, 18)
    assert (one.over, one.secret, one.commitment) == (False, "", secret.commitment.hex())
    results = listed(stub, "Results")
    assert [result.match for result in results] == [match.match for match in matches]
    for result, match in zip(results, matches, strict=True):
        assert [seat.bot for seat in result.seats] == [seat.bot for seat in match.seats]
        assert [(seat.place, seat.score) for seat in result.results] == [
            (seat.place, seat.score) for seat in match.seats
        ]
        assert {seat.end for seat in result.results} == {SeatEnd.SEAT_END_PLAYED}
        assert result.end_time.seconds + result.end_time.nanos / 1e9 == pytest.approx(match.ended_unix_s)
    assert [(one.number, one.bot, one.rating) for one in listed(stub, "Ratings")] == [row[:3] for row in ratings]
    standings = listed(stub, "Standings")
    assert [standing.place for standing in standings] == [1, 2, 3]
    assert sum(standing.matches for standing in standings) == 2 * 14
    pairings = {(one.bot, one.other): (one.wins, one.ties, one.losses) for one in listed(stub, "Pairings")}
    assert len(pairings) == 6
    assert all(pairings[other, bot] == counts[::-1] for (bot, other), counts in pairings.items())


def test_mistakes_are_named(stub: StandingsServiceStub) -> None:
    wrong = refused(lambda: asked(stub, "Results", page_token="x"))
    assert wrong == (grpc.StatusCode.INVALID_ARGUMENT, "BAD_PAGE_TOKEN")
    other = refused(lambda: stub.GetTournament(wire.GetTournamentRequest(tournament="autumn")))
    assert other == (grpc.StatusCode.NOT_FOUND, "NO_SUCH_TOURNAMENT")


def with_key(stub: StandingsServiceStub, key: str) -> int:
    """How many tournaments the holder of a key sees."""
    metadata = [("authorization", f"Bearer {key}")] if key else []
    return len(stub.ListTournaments(wire.ListTournamentsRequest(), metadata=metadata).tournaments)


def test_a_wrong_key_is_refused_and_the_right_ones_are_not(
    pages: tuple[WebProcess, str], stub: StandingsServiceStub, database: Path
) -> None:
    assert refused(lambda: with_key(stub, "wrong")) == (grpc.StatusCode.UNAUTHENTICATED, "WRONG_TOKEN")
    assert with_key(stub, urlsplit(pages[0].address).fragment) == 1
    assert with_key(stub, issue_key(database, "first")) == 1


def test_where_the_pages_are_private_the_service_is(database: Path) -> None:
    with served(database, "--private") as (process, address), grpc.insecure_channel(address) as channel:
        stub = StandingsServiceStub(channel)
        assert refused(lambda: with_key(stub, "")) == (grpc.StatusCode.UNAUTHENTICATED, "KEY_NEEDED")
        watching = stub.WatchTournament(wire.WatchTournamentRequest(tournament="spring"))
        assert refused(lambda: next(watching)) == (grpc.StatusCode.UNAUTHENTICATED, "KEY_NEEDED")
        assert with_key(stub, urlsplit(process.address).fragment) == 1
        assert with_key(stub, issue_key(database, "random")) == 1


def test_tls_encrypts_the_calls(database: Path, tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path)
    files = ["--tls-cert", certificate, "--tls-key", key]
    trusted = grpc.ssl_channel_credentials(certificate.read_bytes())
    with served(database, *files) as (_, address):
        port = address.rpartition(":")[2]
        with grpc.secure_channel(f"localhost:{port}", trusted) as channel:
            assert with_key(StandingsServiceStub(channel), "") == 1


def test_an_address_that_others_can_reach_needs_tls(database: Path) -> None:
    said = tournament("web", database, "--grpc", "0.0.0.0:0", code=1).output
    assert "0.0.0.0:0 can be reached from other machines: give a certificate" in said
    assert "belong to --grpc" in tournament("web", database, "--insecure", code=1).output


def test_a_caller_has_a_limited_number_of_streams(pages: tuple[WebProcess, str]) -> None:
    with grpc.insecure_channel(pages[1]) as channel, ExitStack() as stack:
        watch = StandingsServiceStub(channel).WatchTournament
        for _ in range(50):
            call = watch(wire.WatchTournamentRequest(tournament="spring"))
            stack.callback(call.cancel)
            assert next(call).tournament.matches == 14
        last = watch(wire.WatchTournamentRequest(tournament="spring"))
        assert refused(lambda: next(last)) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_CALLS")


def test_a_watcher_receives_what_changes_until_all_is_played(tmp_path: Path) -> None:
    database = tmp_path / "t.db"
    fill(database, 4)
    with served(database) as (_, address), grpc.insecure_channel(address) as channel:
        stub = StandingsServiceStub(channel)
        changes = stub.WatchTournament(wire.WatchTournamentRequest(tournament="spring"))
        first = next(changes)
        assert (first.tournament.matches, list(first.results)) == (4, [])
        had = {result.match for result in listed(stub, "Results")}
        again = min(had)
        replay(database, again, "to see it")
        added: list[str] = []
        taken_back: list[str] = []
        while again not in taken_back:
            taken_back += next(changes).taken_back
        fill(database, 18)
        for change in changes:
            added += [result.match for result in change.results]
        assert change.tournament.over
        assert change.tournament.secret
        assert taken_back == [again]
        assert sorted({*had, *added}) == sorted(result.match for result in listed(stub, "Results"))
        assert len(added) == len({*added}) == 15


@given(st.lists(st.integers(1, 4), max_size=8), st.integers(1, 5))
def test_ratings_are_listed_once_each_whatever_the_size_of_a_page(seats: list[int], size: int) -> None:
    ratings = [(3 * number, f"b{seat}", 0.0, 0.0) for number, count in enumerate(seats) for seat in range(count)]
    found: list[tuple[int, str, float, float]] = []
    place = None
    while page := [*_after(ratings, place)][:size]:
        found += [rating for _, rating in page]
        place = page[-1][0]
    assert found == ratings
    assert max([*seats, 0]) < MOST_SEATS


def test_many_changes_come_in_several_messages(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings_service, "MOST_CHANGES", 5)
    with open_archive(database) as archive:
        now = _snapshot(archive)
    empty = msgspec.structs.replace(now, matches=[])
    assert [len(change.results) for change in standings_service._changes(empty, now)] == [5, 5, 4]
    assert [len(change.taken_back) for change in standings_service._changes(now, empty)] == [5, 5, 4]
    assert len(standings_service._changes(now, now)) == 1

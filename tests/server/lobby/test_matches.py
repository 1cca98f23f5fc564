"""The list of matches, read in parts while matches come and go, and after a restart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import grpc
import pytest
from msgspec import structs
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

from referee.kernel.job import TimeControl
from referee.server.config import Config, Limits
from referee.server.storage.tokens import Role
from tests.support.matches import job
from tests.support.running import Running, running_referee
from tests.support.waiting import wait_until

REMEMBERED = 3
MINUTES = TimeControl(startup_ms=10 * 60 * 1000)


class List:
    """The list of a referee, for a caller that may see it."""

    def __init__(self, running: Running, channel: grpc.Channel) -> None:
        self.running = running
        self._stub = MatchServiceStub(channel)
        self._metadata = [("authorization", f"Bearer {running.token('boss', Role.ORGANISER)}")]

    def page(self, token: str = "", size: int = 2) -> tuple[list[str], str]:
        request = wire.ListMatchesRequest(page_size=size, page_token=token)
        page = self._stub.ListMatches(request, metadata=self._metadata)
        return [match.match_id for match in page.matches], page.next_page_token

    def rest(self, token: str) -> list[str]:
        """All pages after a given one."""
        found: list[str] = []
        while token:
            page, token = self.page(token)
            found += page
        return found

    def create(self, *names: str) -> None:
        for name in names:
            match = structs.replace(job(match_id=name, time_control=MINUTES), bots=(f"{name} 1", f"{name} 2"))
            self.running.call(lambda match=match: self.running.referee.lobby.create(match))  # type: ignore[misc]

    def end(self, *names: str) -> None:
        for name in names:
            hosted = self.running.referee.lobby.matches[name]
            self.running.call(lambda hosted=hosted: hosted.void("a test"))  # type: ignore[misc]
            wait_until(hosted.over.is_set)


def _config(folder: Path) -> Config:
    limits = Limits(remembered_matches=REMEMBERED)
    return Config(address=f"unix:{folder / 'socket'}", data=folder / "data", limits=limits)


@pytest.fixture
def matches(tmp_path: Path) -> Iterator[List]:
    with running_referee(_config(tmp_path)) as running, grpc.insecure_channel(running.address) as channel:
        yield List(running, channel)


@pytest.mark.parametrize(
    ("meanwhile", "gone"),
    [
        pytest.param(lambda matches: matches.create("m-8", "m-9"), "", id="others begin"),
        pytest.param(lambda matches: matches.end("m-1", "m-2", "m-3", "m-7", "m-6"), "12", id="old ones are forgotten"),
        pytest.param(lambda matches: matches.end("m-7", "m-6", "m-5", "m-4"), "", id="those on the first page end"),
        pytest.param(
            lambda matches: (matches.end("m-6", "m-7", "m-1", "m-2", "m-3"), matches.create("m-8")),
            "",
            id="the last listed one is forgotten",
        ),
    ],
)
def test_what_happens_between_two_pages_skips_nothing_and_tells_nothing_twice(
    matches: List, meanwhile: Callable[[List], object], gone: str
) -> None:
    matches.create(*(f"m-{number}" for number in range(1, 8)))
    first, token = matches.page()
    assert first == ["m-7", "m-6"]
    meanwhile(matches)
    assert matches.rest(token) == [f"m-{number}" for number in (5, 4, 3, 2, 1) if str(number) not in gone]


def test_the_list_goes_on_after_a_restart(tmp_path: Path) -> None:
    with running_referee(_config(tmp_path)) as running, grpc.insecure_channel(running.address) as channel:
        matches = List(running, channel)
        matches.create(*(f"m-{number}" for number in range(1, 8)))
        matches.end("m-6", "m-4", "m-2")
        _, token = matches.page()
    with running_referee(_config(tmp_path)) as running, grpc.insecure_channel(running.address) as channel:
        matches = List(running, channel)
        matches.create("m-8")
        assert matches.page() == (["m-8", "m-7"], matches.page()[1])
        assert matches.rest(token) == [f"m-{number}" for number in (5, 4, 3, 2, 1)]

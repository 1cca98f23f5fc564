"""What the manual says of the memory of a server: one of the figures is measured, and their sum is worked out."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import grpc
import psutil
import pytest
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_pb2 import Seat
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

from referee.manual.contents import text_of
from referee.server.config import Limits
from referee.server.rpc.callers import MAX_NOT_BEGUN
from tests.end_to_end.serving import Server

PAGE = " ".join(text_of("reference/limits").split())
WARM_UP = 200
"""Matches that are left out: with them a server loads what it needs once and for all."""
MATCHES = 2000
CALLS = 8


def _told(words: str) -> float:
    """The figure that stands in these words of the page, in the place of `#`."""
    found = re.search(re.escape(words).replace(r"\#", r"([\d.,]+)"), PAGE)
    assert found, f"the page does not say {words!r} any more"
    return float(found[1].replace(",", ""))


def test_a_match_that_waits_takes_what_is_told(tmp_path: Path) -> None:
    server = Server(tmp_path)
    metadata = [("authorization", f"Bearer {server.token('boss', '--organiser')}")]
    seats = [Seat(bot=bot) for bot in "ab"]
    with server.running() as process, grpc.insecure_channel(server.address) as channel:
        create = partial(MatchServiceStub(channel).CreateMatch, metadata=metadata)

        def kb_with(matches: int) -> float:
            requests = [wire.CreateMatchRequest(game_id="keepers", seats=seats) for _ in range(matches)]
            with ThreadPoolExecutor(CALLS) as threads:
                list(threads.map(create, requests))
            return float(psutil.Process(process.pid).memory_info().rss / 1000)

        before = kb_with(WARM_UP)
        of_each = (kb_with(MATCHES) - before) / MATCHES
    assert 0 < of_each < 2 * _told("A waiting match takes about # kB")


def test_all_limits_together_come_to_what_is_told() -> None:
    limits = Limits()
    parts = [
        (limits.unfinished_matches, _told("a running match about # kB")),
        (limits.remembered_matches, _told("finished matches, which take # kB of memory each")),
        (MAX_NOT_BEGUN, _told("or # kB with the largest allowed request")),
        (limits.streams, _told("A watched match takes about # kB more")),
    ]
    in_all = sum(most * kb for most, kb in parts) / 1e6
    told = _told("If all of these reach their limits at once, they take # GB together")
    assert in_all == pytest.approx(told, abs=0.1)

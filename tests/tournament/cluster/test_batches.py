"""Short matches travel in batches, and a match that was interrupted travels alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
import trio
import trio.testing

from referee.kernel.job import MatchJob
from tests.end_to_end.test_tournament_crashes import stored
from tests.tournament.cluster.test_local import SAME, a_file, run
from tournament.cluster import batch_size
from tournament.cluster.batch_size import MOST_IN_BATCH, BatchSize
from tournament.cluster.connection import ClusterConnection, ClusterWorker
from tournament.cluster.history import WorkerHistory
from tournament.cluster.playing_worker import PlayingWorker, WaitingMatch
from tournament.errors import BrokenOffError


@pytest.mark.parametrize(
    ("batches", "size"),
    [
        pytest.param([], 1, id="nothing is known"),
        pytest.param([(0.1, 1)], 1, id="not short"),
        pytest.param([(0.09, 1)], 2, id="just short"),
        pytest.param([(0.25, 5)], 5, id="as long as a batch is"),
        pytest.param([(0.001, 1)], MOST_IN_BATCH, id="very short"),
        pytest.param([(0.001, 1)] + [(5.0, 1)] * 2, 1, id="became long"),
        pytest.param([(5.0, 1)] + [(0.05, 1)] * 30, 4, id="became short"),
        pytest.param([(0.0, 1)], 1, id="no time"),
    ],
)
def test_the_size_of_a_batch_follows_from_how_long_the_matches_take(
    batches: list[tuple[float, int]], size: int
) -> None:
    next_size = BatchSize()
    for seconds, matches in batches:
        next_size.note(seconds, matches)
    assert next_size.size == size


def a_place(threads: int = 1) -> PlayingWorker:
    return PlayingWorker(ClusterWorker(address="tcp://w", name="w", threads=threads), "player", WorkerHistory())


def a_match(number: int, *, alone: bool = False) -> WaitingMatch:
    return WaitingMatch(MatchJob(match_id=str(number), game_id="keepers", bots=("a", "b"), seed=bytes(32)), alone=alone)


def test_a_match_that_was_broken_off_travels_alone() -> None:
    trio.run(_travels_alone)


async def _travels_alone() -> None:
    place = a_place()
    matches = [a_match(number, alone=number in {2, 5}) for number in range(7)]
    async with trio.open_nursery() as nursery:
        for match in matches:
            nursery.start_soon(place.play, match)
            await trio.testing.wait_all_tasks_blocked()
        batches = [await place.next_batch(3) for _ in range(5)]
        for match in matches:
            match.finish(error=BrokenOffError("it is over"))
    numbers = [[int(match.job.match_id) for match in batch] for batch in batches]
    assert numbers == [[0, 1], [2], [3, 4], [5], [6]]


def test_what_a_lost_worker_has_not_received_is_played_by_others() -> None:
    trio.run(_is_handed_back)


async def _is_handed_back() -> None:
    place, match = a_place(), a_match(1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(place.play, match)
        await trio.testing.wait_all_tasks_blocked()
        place.lose()
    assert (match.match, match.error) == (None, None)
    assert await place.next_batch(3) == []
    assert place.given == 0


def test_a_worker_is_given_a_second_batch_while_it_plays_the_first() -> None:
    assert [a_place(3).most(size) for size in (1, 2, 5)] == [3, 12, 30]


def test_a_run_of_short_matches_travels_in_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_size, "SHORT_S", 1000.0)  # however slow this machine is
    monkeypatch.setattr(batch_size, "BATCH_S", 1000.0)
    sizes: list[int] = []
    play = ClusterConnection.play

    async def noted(self: ClusterConnection, address: str, player: str, jobs: Sequence[tuple[str, bytes]]) -> object:
        sizes.append(len(jobs))
        return await play(self, address, player, jobs)

    monkeypatch.setattr(ClusterConnection, "play", noted)
    database, _ = run(a_file(tmp_path, **SAME), "--cluster", "local:1")
    assert sizes[0] == 1, "nobody knows yet how long a match takes"
    assert sum(sizes) == 24
    assert max(sizes) > 1
    alone, _ = run(a_file(tmp_path, **SAME), name="alone.db")
    assert stored(database) == stored(alone)

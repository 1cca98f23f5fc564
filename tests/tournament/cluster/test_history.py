"""When a worker gets no more matches."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tournament.cluster.history import ENOUGH_MATCHES, WorkerHistory


def played(history: WorkerHistory, number: int, *, overloaded: int = 0) -> None:
    for one in range(number):
        history.note_match(f"m-{one}", overloaded=one < overloaded)


def failed(history: WorkerHistory, *incidents: int) -> None:
    for incident in incidents:
        history.note_failure("its player ended", incident)


def two_failures_twice(history: WorkerHistory) -> None:
    failed(history, 0, 0)
    played(history, 1)
    failed(history, 0, 0)


def lie_and_fail(history: WorkerHistory) -> None:
    history.exclude("it lied")
    failed(history, 0, 0, 0)


@pytest.mark.parametrize(
    ("happens", "excluded"),
    [
        pytest.param(lambda it: failed(it, 0, 0), "", id="two failures"),
        pytest.param(
            lambda it: failed(it, 0, 0, 0),
            "it failed 3 matches in a row, the last because its player ended",
            id="three failures",
        ),
        pytest.param(two_failures_twice, "", id="not in a row"),
        pytest.param(lambda it: failed(it, 7, 7, 7, 7), "", id="one incident ended four matches"),
        pytest.param(
            lambda it: failed(it, 7, 7, 8, 9),
            "it failed 3 matches in a row, the last because its player ended",
            id="three incidents",
        ),
        pytest.param(lambda it: played(it, ENOUGH_MATCHES - 1, overloaded=5), "", id="too few matches to say"),
        pytest.param(lambda it: played(it, ENOUGH_MATCHES, overloaded=1), "", id="5 % are allowed"),
        pytest.param(
            lambda it: played(it, ENOUGH_MATCHES, overloaded=2),
            "it was overloaded in 2 of its 20 matches",
            id="more than 5 % overloaded",
        ),
        pytest.param(lie_and_fail, "it lied", id="the first reason stands"),
    ],
)
def test_a_worker_that_fails_or_is_overloaded_gets_no_more_matches(
    happens: Callable[[WorkerHistory], object], excluded: str
) -> None:
    history = WorkerHistory()
    happens(history)
    assert history.excluded == excluded

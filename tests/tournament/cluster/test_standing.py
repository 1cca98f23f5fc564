"""When a worker gets no more matches."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tournament.cluster.standing import ENOUGH_MATCHES, Standing


def played(standing: Standing, number: int, *, overloaded: int = 0) -> None:
    for one in range(number):
        standing.note_match(f"m-{one}", overloaded=one < overloaded)


def failed(standing: Standing, *incidents: int) -> None:
    for incident in incidents:
        standing.note_failure("its player ended", incident)


@pytest.mark.parametrize(
    ("happens", "excluded"),
    [
        pytest.param(lambda it: failed(it, 0, 0), "", id="two failures"),
        pytest.param(
            lambda it: failed(it, 0, 0, 0),
            "it failed 3 matches in a row, the last because its player ended",
            id="three failures",
        ),
        pytest.param(lambda it: (failed(it, 0, 0), played(it, 1), failed(it, 0, 0)), "", id="not in a row"),
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
        pytest.param(lambda it: (it.exclude("it lied"), failed(it, 0, 0, 0)), "it lied", id="the first reason stands"),
    ],
)
def test_a_worker_that_fails_or_is_overloaded_gets_no_more_matches(
    happens: Callable[[Standing], object], excluded: str
) -> None:
    standing = Standing()
    happens(standing)
    assert standing.excluded == excluded

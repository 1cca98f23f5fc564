"""The measurements taken while matches are played are what the machine and the bots did."""

from __future__ import annotations

import time

import pytest

from referee.kernel.record import SeatEnd
from tests.support.waiting import wait_until
from tournament.run import measuring
from tournament.run.measuring import Measuring
from tournament.storage.summary import MatchSummary, SeatSummary


def a_match(*, decisions: int, timeouts: int, total_ms: float, max_ms: float, overloaded: bool = False) -> MatchSummary:
    seats = tuple(
        SeatSummary(
            bot=bot,
            place=1,
            score=1,
            end=SeatEnd.PLAYED,
            strikes=0,
            decisions=decisions,
            timeouts=timeouts,
            total_ms=total_ms,
            max_ms=max_ms,
        )
        for bot in ("a", "b")
    )
    return MatchSummary(
        match="m",
        number=0,
        block="b",
        forfeited=False,
        reason="over",
        steps=1,
        overloaded=overloaded,
        begun_unix_s=0.0,
        ended_unix_s=1.0,
        seats=seats,
    )


def test_it_says_nothing_of_few_matches_or_a_short_time(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Measuring()
    match = a_match(decisions=5, timeouts=1, total_ms=8.0, max_ms=4.0)
    monkeypatch.setattr(measuring, "SECONDS", 0.0)
    for _ in range(3):
        seen.add(match)
        assert seen.take(2) is None, "fewer than two rounds of matches"
    seen.add(a_match(decisions=5, timeouts=1, total_ms=16.0, max_ms=9.0, overloaded=True))
    monkeypatch.setattr(measuring, "SECONDS", 3600.0)
    assert seen.take(2) is None
    monkeypatch.setattr(measuring, "SECONDS", 0.0)
    found = seen.take(2)
    assert found is not None
    assert (found.mean_ms, found.longest_ms, found.overloaded) == (2.5, 9.0, 1)
    assert seen.take(2) is None, "a new look starts from zero"


@pytest.mark.skipif(not measuring.STAT.exists(), reason="this system does not tell how idle its cores are")
def test_a_runner_that_works_is_seen_and_cores_are_never_more_idle_than_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(measuring, "SECONDS", 0.0)
    seen = Measuring()
    began, worked = time.monotonic(), time.process_time()
    wait_until(lambda: [sum(range(10_000)) for _ in range(100)] and time.process_time() - worked > 0.2)
    seen.add(a_match(decisions=1, timeouts=0, total_ms=1.0, max_ms=1.0))
    seen.add(a_match(decisions=1, timeouts=0, total_ms=1.0, max_ms=1.0))
    found = seen.take(1)
    assert found is not None
    assert found.idle is not None
    assert -0.1 <= found.idle <= 1.1, "the kernel counts in hundredths of a second"
    assert found.runner == pytest.approx(0.2 / (time.monotonic() - began), rel=0.5)


def test_a_system_that_does_not_tell_is_not_guessed_at(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setattr(measuring, "SECONDS", 0.0)
    monkeypatch.setattr(measuring, "STAT", tmp_path_factory.mktemp("proc") / "stat")
    seen = Measuring()
    for _ in range(2):
        seen.add(a_match(decisions=1, timeouts=0, total_ms=1.0, max_ms=1.0))
    found = seen.take(1)
    assert found is not None
    assert found.idle is None

"""Short ways to write match results."""

from __future__ import annotations

from tournament.statistics.results import MatchResult


def result(number: int, bots: str, places: str, *, block: str = "", scores: tuple[float, ...] = ()) -> MatchResult:
    """A match between bots with one-letter names, for example `result(1, "abc", "122")`; a block of its own."""
    return MatchResult(
        match=f"m{number}",
        number=number,
        block=block or f"m{number}",
        bots=tuple(bots),
        places=tuple(int(place) for place in places),
        scores=scores,
    )


def results(*matches: str) -> list[MatchResult]:
    """Matches like "abc 122", numbered from 1."""
    return [result(number, *match.split()) for number, match in enumerate(matches, start=1)]

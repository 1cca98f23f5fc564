"""Elo over a whole list of results at once, to compare with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tournament.statistics.elo import EloStep, elo_step
from tournament.statistics.results import MatchResult, blocks_of


def elo_history(
    results: Iterable[MatchResult],
    *,
    start: float = 1500.0,
    k: float = 20.0,
    anchors: Mapping[str, float] | None = None,
) -> list[EloStep]:
    """The ratings after each block, in the order of the blocks' first matches; a plain match is a block of one."""
    ratings: dict[str, float] = {}
    history = []
    for block in blocks_of(results):
        history.append(elo_step(block, ratings, start=start, k=k, anchors=anchors or {}))
        ratings |= history[-1].ratings
    return history


def final_ratings(history: Iterable[EloStep]) -> dict[str, float]:
    """Each bot's last rating."""
    return {bot: rating for step in history for bot, rating in step.ratings.items()}

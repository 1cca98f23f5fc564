"""Elo ratings after every match, as a history.

Elo moves each bot by what it scored beyond what was expected of it, so the numbers depend on the order of the matches:
it is always the order of the schedule, however the matches were played. For ratings with error bars see `fit`.
"""

from collections.abc import Iterable, Mapping

import msgspec

from tournament.statistics.results import Block, MatchResult, blocks_of

DEFAULT_START = 1500.0
DEFAULT_K = 20.0


class EloStep(msgspec.Struct, frozen=True, kw_only=True):
    """What one block changed: the rating of each of its bots after it, and by how much it moved."""

    block: str
    last_match: str
    number: int
    """The number of the block's last match."""
    ratings: dict[str, float]
    changes: dict[str, float]


def expected_points(rating: float, other: float) -> float:
    """The share of the points that a bot with `rating` is expected to take from one with `other`."""
    return float(1 / (1 + 10 ** ((other - rating) / 400)))


def elo_history(
    results: Iterable[MatchResult],
    *,
    start: float = DEFAULT_START,
    k: float = DEFAULT_K,
    anchors: Mapping[str, float] | None = None,
) -> list[EloStep]:
    """The ratings after each block, in the order of the blocks' first matches; a plain match is a block of one.

    At a table of n seats each bot plays n-1 pairs, a shared place being a draw, and K is shared among them: a pair
    moves both bots by K/(n-1) times what was scored beyond the expectation. The rotations of a duplicate deal are one
    observation: they move the ratings once, by their mean. All pairs of a block start from the ratings before it.
    An anchor keeps its rating, and the others move against it.

    Raises:
        UserError: a match is there twice, or a block's matches have different bots.
    """
    ratings: dict[str, float] = {}
    history = []
    for block in blocks_of(results):
        step = elo_step(block, ratings, start=start, k=k, anchors=anchors)
        ratings |= step.ratings
        history.append(step)
    return history


def elo_step(
    block: Block,
    ratings: Mapping[str, float],
    *,
    start: float = DEFAULT_START,
    k: float = DEFAULT_K,
    anchors: Mapping[str, float] | None = None,
) -> EloStep:
    """What one block changes; `ratings` are those before it, for the bots that have one."""
    fixed = anchors or {}
    before = {bot: fixed.get(bot, ratings.get(bot, start)) for bot in block.bots}
    after = {bot: before[bot] if bot in fixed else before[bot] + _gain(block, bot, before, k) for bot in block.bots}
    return EloStep(
        block=block.id,
        last_match=block.results[-1].match,
        number=block.results[-1].number,
        ratings=after,
        changes={bot: after[bot] - before[bot] for bot in block.bots},
    )


def final_ratings(history: Iterable[EloStep]) -> dict[str, float]:
    """Each bot's last rating, best first."""
    ratings: dict[str, float] = {}
    for step in history:
        ratings |= step.ratings
    return dict(sorted(ratings.items(), key=lambda item: (-item[1], item[0])))


def _gain(block: Block, bot: str, before: Mapping[str, float], k: float) -> float:
    """What the bot gains from a block: the mean over its matches of what it scored beyond the expectation."""
    beyond = 0.0
    for result in block.results:
        seat = result.bots.index(bot)
        for other_seat, other in enumerate(result.bots):
            if other != bot:
                beyond += result.points(seat, other_seat) - expected_points(before[bot], before[other])
    return k * beyond / (len(block.bots) - 1) / len(block.results)

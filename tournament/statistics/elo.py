"""Elo ratings, block by block.

Elo moves each bot by what it scored beyond expectation, so the numbers depend on the order of the matches. That is
always the order of the schedule, in whatever order the matches were played. For ratings with error bars see `fit`.
"""

from collections.abc import Mapping

import msgspec

from tournament.statistics.results import Block

HOPELESS = 100_000.0
"""If a bot is rated this far below another, its expected score is 0.

With a difference of 123,300, the odds would overflow a float.
"""


class EloStep(msgspec.Struct, frozen=True, kw_only=True):
    """What one block changed: the rating of each of its bots after the block, and by how much it moved."""

    block: str
    number: int
    """The number of the block's last match."""
    ratings: dict[str, float]
    changes: dict[str, float]


def expected_points(rating: float, other: float) -> float:
    """Return the share of the points that a bot with `rating` is expected to win against one with `other`."""
    return float(1 / (1 + 10 ** (min(other - rating, HOPELESS) / 400)))


def elo_step(
    block: Block,
    ratings: Mapping[str, float],
    *,
    start: float,
    k: float,
    anchors: Mapping[str, float],
) -> EloStep:
    """Return what one block changes; `ratings` are the ratings before it, of the bots that have one.

    At a table of n seats, each bot plays n-1 pairs, where a shared place is a draw, and the pairs share K: a pair moves
    both bots by K/(n-1) times the score beyond expectation. The rotations of a duplicate deal are one observation: they
    move the ratings once, by their mean. All pairs of a block start from the ratings before the block. An anchor keeps
    its rating, and the others move against it.
    """
    before = {bot: anchors.get(bot, ratings.get(bot, start)) for bot in block.bots}
    after = {bot: before[bot] if bot in anchors else before[bot] + _gain(block, bot, before, k) for bot in block.bots}
    return EloStep(
        block=block.id,
        number=block.results[-1].number,
        ratings=after,
        changes={bot: after[bot] - before[bot] for bot in block.bots},
    )


def _gain(block: Block, bot: str, before: Mapping[str, float], k: float) -> float:
    """Return what the bot gains from a block: the mean over its matches of its score beyond expectation."""
    beyond = 0.0
    for result in block.results:
        seat = result.bots.index(bot)
        for other_seat, other in enumerate(result.bots):
            if other != bot:
                beyond += result.points(seat, other_seat) - expected_points(before[bot], before[other])
    return k * beyond / (len(block.bots) - 1) / len(block.results)

"""Rate all bots jointly, from all results together: `fit`.

Unlike Elo, these ratings do not depend on the order of the matches, and they come with error estimates. `likelihood`
contains the model, and `groups` decides which bots have a rating at all. `referee manual ratings` explains the numbers.
"""

from collections.abc import Iterable, Mapping
from math import erf, log, sqrt

import msgspec
import numpy as np

from tournament.errors import UserError
from tournament.statistics.goodness import Goodness
from tournament.statistics.groups import Standing, groups_of, standings_to_main
from tournament.statistics.league import Floats, League, league_of
from tournament.statistics.likelihood import Estimate, estimate
from tournament.statistics.results import MatchResult

ELO_PER_UNIT = 400 / log(10)
Z95 = 1.959963984540054
LARGEST = 100_000
WIDEST = 4_000


class BotRating(msgspec.Struct, frozen=True, kw_only=True, rename={"error": "standard_error"}):
    """One bot's rating in Elo, its standard error and 95 % interval.

    `rating`, `error`, `low` and `high` are None if the results allow no finite rating; `standing` says why. A bot
    outside the main group that can be compared with some others is rated among them: then `group` is 2 or more, and
    the zero of the numbers is that group's mean. An anchored bot has error 0.
    """

    bot: str
    rating: float | None
    error: float | None
    low: float | None
    high: float | None
    group: int
    standing: Standing
    anchored: bool
    matches: int
    blocks: int
    share: float
    """The share of the points that the bot took, 0 to 1; a tie is half a point."""


class Superiority(msgspec.Struct, frozen=True, kw_only=True, rename={"error": "standard_error"}):
    """The probability that `bot` is stronger than `other`: 0.5 is a coin toss, 1 is certain."""

    bot: str
    other: str
    difference: float
    error: float
    probability: float


class Fit(msgspec.Struct, frozen=True, kw_only=True):
    """The ratings of a league, best first, and the likelihood of superiority of each comparable pair.

    `prior` is the standard deviation, in Elo, of the prior that was used, or None. `goodness` says how well the ratings
    of the main group explain the results of its pairs; None if there is nothing to compare.
    """

    ratings: tuple[BotRating, ...]
    superiority: tuple[Superiority, ...]
    prior: float | None
    anchors: dict[str, float]
    goodness: Goodness | None = None

    def of(self, bot: str) -> BotRating:
        """Return the rating of the bot with this name; KeyError if it is not in the league."""
        for rating in self.ratings:
            if rating.bot == bot:
                return rating
        raise KeyError(bot)


def fit(
    results: Iterable[MatchResult], *, anchors: Mapping[str, float] | None = None, prior: float | None = None
) -> Fit:
    """Rate all bots of the results jointly. The same results in any order give the same numbers, to the bit.

    Args:
        results: the matches that count.
        anchors: bots with a fixed rating. Without anchors, the ratings of a group have mean 0.
        prior: a standard deviation in Elo. The ratings are then assumed to come from a normal distribution around the
            anchors' mean (or 0), so that every bot has a finite rating, even one that won everything.

    Raises:
        UserError: an anchor is not in the results, a number makes no sense, or the results contradict each other.
    """
    league = league_of(results)
    fixed = _checked_anchors(league, anchors or {})
    if prior is not None and not 1 <= prior <= LARGEST:
        raise UserError(f"invalid prior {prior:g}: use a standard deviation in Elo from 1 to {LARGEST}")
    if not league.bots:
        return Fit(ratings=(), superiority=(), prior=prior, anchors={})
    points = league.points
    everyone = tuple(range(len(league.bots)))
    groups = groups_of(points, set(fixed)) if prior is None else [everyone]
    standings = standings_to_main(points, set(fixed)) if prior is None else [Standing.MAIN] * len(everyone)
    ratings: list[BotRating] = []
    superiority: list[Superiority] = []
    goodness = None
    for number, group in enumerate(groups, start=1):
        if len(group) == 1 and group[0] not in fixed:
            ratings.append(_unrated(league, group[0], number, standings[group[0]]))
            continue
        found = estimate(
            league, group, {bot: value / ELO_PER_UNIT for bot, value in fixed.items()}, prior and prior / ELO_PER_UNIT
        )
        goodness = found.goodness if number == 1 else goodness
        ratings += _rated(league, group, number, standings, found, fixed)
        superiority += _superiority(league, group, found)
    return Fit(
        ratings=tuple(sorted(ratings, key=_best_first)),
        superiority=tuple(superiority),
        prior=prior,
        anchors={league.bots[bot]: value for bot, value in sorted(fixed.items())},
        goodness=goodness,
    )


def _checked_anchors(league: League, anchors: Mapping[str, float]) -> dict[int, float]:
    for bot, value in anchors.items():
        if bot not in league.bots:
            raise UserError(f"anchor {bot}: no such bot in the results; they have {', '.join(league.bots) or 'none'}")
        if not abs(value) <= LARGEST:
            raise UserError(f"anchor {bot}: {value:g} is out of range: use a rating from -{LARGEST} to {LARGEST}")
    if anchors and max(anchors.values()) - min(anchors.values()) > WIDEST:
        raise UserError(
            f"anchors: the highest and the lowest are more than {WIDEST} apart, which no results can bridge"
        )
    return {league.bots.index(bot): float(value) for bot, value in anchors.items()}


def _rated(
    league: League,
    group: tuple[int, ...],
    number: int,
    standings: list[Standing],
    found: Estimate,
    fixed: dict[int, float],
) -> list[BotRating]:
    rated = []
    for row, bot in enumerate(group):
        rating = fixed.get(bot, float(found.ratings[row]) * ELO_PER_UNIT)
        error = _error(found.covariance[row, row])
        rated.append(
            msgspec.structs.replace(
                _unrated(league, bot, number, standings[bot]),
                rating=rating,
                error=error,
                low=rating - Z95 * error,
                high=rating + Z95 * error,
                anchored=bot in fixed,
            )
        )
    return rated


def _unrated(league: League, bot: int, group: int, standing: Standing) -> BotRating:
    return BotRating(
        bot=league.bots[bot],
        rating=None,
        error=None,
        low=None,
        high=None,
        group=group,
        standing=standing,
        anchored=False,
        matches=league.matches[bot],
        blocks=league.blocks[bot],
        share=float(league.points[bot].sum() / league.meetings[bot].sum()),
    )


def _superiority(league: League, group: tuple[int, ...], found: Estimate) -> list[Superiority]:
    pairs = []
    for row, bot in enumerate(group):
        for column, other in enumerate(group):
            if row == column:
                continue
            difference = float(found.ratings[row] - found.ratings[column]) * ELO_PER_UNIT
            error = _error(_difference_variance(found.covariance, row, column))
            probability = _normal(difference / error) if error else 0.5 + 0.5 * float(np.sign(difference))
            pairs.append(
                Superiority(
                    bot=league.bots[bot],
                    other=league.bots[other],
                    difference=difference,
                    error=error,
                    probability=probability,
                )
            )
    return pairs


def _difference_variance(covariance: Floats, row: int, column: int) -> float:
    return float(covariance[row, row] + covariance[column, column] - 2 * covariance[row, column])


def _error(variance: float) -> float:
    return sqrt(max(variance, 0.0)) * ELO_PER_UNIT


def _normal(z: float) -> float:
    """Return the share of a normal distribution below z."""
    return 0.5 * (1 + erf(z / sqrt(2)))


def _best_first(rating: BotRating) -> tuple[int, int, float, str]:
    """Sort key: the bots above the main group, the main group by rating, the bots below it, and those apart from it.

    Unrated bots are sorted by share.
    """
    order = [Standing.ABOVE, Standing.MAIN, Standing.BELOW, Standing.APART].index(rating.standing)
    shown = -rating.share if rating.rating is None else -rating.rating
    return (order, rating.group if rating.rating is not None else 0, shown, rating.bot)

"""Rate all bots jointly, from all results together: `fit`.

Unlike Elo, these ratings do not depend on the order of the matches, and they come with error estimates. `likelihood`
contains the model, and `groups` decides which bots have a rating at all. `referee manual ratings` explains the numbers.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import erf, log, sqrt

import msgspec
import numpy as np

from tournament.errors import UserError
from tournament.statistics.goodness import Goodness
from tournament.statistics.groups import Standing, groups_of, standings_to_main
from tournament.statistics.league import CollectedTables, Floats, League
from tournament.statistics.likelihood import Estimate, estimate, prior_ratings
from tournament.statistics.ranking import order_of, rank_ranges
from tournament.statistics.results import MatchResult

ELO_PER_UNIT = 400 / log(10)
Z95 = 1.959963984540054
LARGEST = 100_000
WIDEST = 4_000
WEAK_PRIOR = 400.0
"""The standard deviation, in Elo, of the prior that gives bots without a rating a number to be sorted by."""
MOST_IN_PAIRS = 100
"""Up to this many bots, all pairs are listed: a thousand bots have a million."""


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
    won: int = 0
    """How many opponents finished behind it in all matches; `tied`: level with it; `lost`: before it."""
    tied: int = 0
    lost: int = 0
    place: int = 0
    """Its place in the table, from 1."""
    rank_best: int = 0
    """The best rank that is possible given the results, at 95 %; `rank_worst`: the worst one."""
    rank_worst: int = 0
    over_next: float | None = None
    """The probability that it is stronger than the next bot in the table; None if they cannot be compared."""
    prior_rating: float | None = None
    """For a bot without a rating on the main group's scale: its most likely one with a prior of `WEAK_PRIOR`."""


class Superiority(msgspec.Struct, frozen=True, kw_only=True, rename={"error": "standard_error"}):
    """The probability that `bot` is stronger than `other`: 0.5 is a coin toss, 1 is certain."""

    bot: str
    other: str
    difference: float
    error: float
    probability: float


class Fit(msgspec.Struct, frozen=True, kw_only=True):
    """The ratings of a league, best first, and the likelihood of superiority of each comparable pair.

    With more than `MOST_IN_PAIRS` bots, `superiority` has only bots that are next to each other in the table.
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
    tables = CollectedTables(results)
    del results  # there may be a million
    league = tables.league()
    fixed = _checked_anchors(league, anchors or {})
    if prior is not None and not 1 <= prior <= LARGEST:
        raise UserError(f"invalid prior {prior:g}: use a standard deviation in Elo from 1 to {LARGEST}")
    if not league.bots:
        return Fit(ratings=(), superiority=(), prior=prior, anchors={})
    everyone = tuple(range(len(league.bots)))
    groups = groups_of(league.points, set(fixed)) if prior is None else [everyone]
    standings = standings_to_main(league.points, set(fixed)) if prior is None else [Standing.MAIN] * len(everyone)
    found: list[Estimate | None] = []
    ratings: dict[int, BotRating] = {}
    for number, group in enumerate(groups, start=1):
        alone = len(group) == 1 and group[0] not in fixed
        found.append(
            None
            if alone
            else estimate(league, group, _natural(fixed), prior and prior / ELO_PER_UNIT, judged=number == 1)
        )
        ratings |= _ratings(league, group, number, standings, found[-1], fixed)
    numbers = _numbers(league, groups, found, fixed)
    order = order_of(league.points, groups, numbers)
    superiority = _superiority(league, groups, found, order)
    whole = (found[0] if len(groups) == 1 else None) or estimate(
        league, everyone, _natural(fixed), WEAK_PRIOR / ELO_PER_UNIT, judged=False
    )
    return Fit(
        ratings=tuple(_placed(order, ratings, numbers, superiority, whole)),
        superiority=tuple(superiority.values()),
        prior=prior,
        anchors={league.bots[bot]: value for bot, value in sorted(fixed.items())},
        goodness=found[0].goodness if found[0] else None,
    )


def _checked_anchors(league: League, anchors: Mapping[str, float]) -> dict[int, float]:
    for bot, value in anchors.items():
        if bot not in league.bots:
            raise UserError(f"anchor {bot}: no such bot in the results; they have {', '.join(league.bots) or 'none'}")
        if not abs(value) <= LARGEST:
            raise UserError(f"anchor {bot}: {value:g} is out of range: use a rating from -{LARGEST} to {LARGEST}")
    if anchors and max(anchors.values()) - min(anchors.values()) > WIDEST:
        raise UserError(
            f"anchors: the highest and the lowest are more than {WIDEST} apart, which is too much for any results"
        )
    return {league.bots.index(bot): float(value) for bot, value in anchors.items()}


def _natural(fixed: Mapping[int, float]) -> dict[int, float]:
    return {bot: value / ELO_PER_UNIT for bot, value in fixed.items()}


def _ratings(
    league: League,
    group: tuple[int, ...],
    number: int,
    standings: list[Standing],
    found: Estimate | None,
    fixed: dict[int, float],
) -> dict[int, BotRating]:
    """Return the ratings of one group, without places."""
    rated = {}
    for row, bot in enumerate(group):
        rating = None if found is None else fixed.get(bot, float(found.ratings[row]) * ELO_PER_UNIT)
        error = None if found is None else _error(found.covariance[row, row])
        won, tied, lost = league.outcomes[bot]
        rated[bot] = BotRating(
            bot=league.bots[bot],
            rating=rating,
            error=error,
            low=None if rating is None or error is None else rating - Z95 * error,
            high=None if rating is None or error is None else rating + Z95 * error,
            group=number,
            standing=standings[bot],
            anchored=bot in fixed,
            matches=league.matches[bot],
            blocks=league.blocks[bot],
            share=float(league.points[bot].sum() / league.meetings[bot].sum()),
            won=won,
            tied=tied,
            lost=lost,
        )
    return rated


def _numbers(
    league: League, groups: list[tuple[int, ...]], found: list[Estimate | None], fixed: dict[int, float]
) -> Floats:
    """Return a number in Elo for each bot: its rating if it is in the main group, otherwise one with a weak prior."""
    main = found[0]
    known = {} if main is None else dict(zip(groups[0], main.ratings.tolist(), strict=True)) | _natural(fixed)
    if len(known) == len(league.bots):
        return np.array([known[bot] for bot in range(len(known))]) * ELO_PER_UNIT
    return prior_ratings(league.points, league.meetings, known, WEAK_PRIOR / ELO_PER_UNIT) * ELO_PER_UNIT


def _superiority(
    league: League, groups: list[tuple[int, ...]], found: list[Estimate | None], order: list[int]
) -> dict[tuple[int, int], Superiority]:
    """Return the superiority of every pair that can be compared, or of neighbours if there are many bots."""
    group_of = {bot: number for number, group in enumerate(groups) for bot in group}
    neighbours = [*pairwise(order), *((low, high) for high, low in pairwise(order))]
    pairs = (
        [(bot, other) for group in groups for bot in group for other in group if bot != other]
        if len(order) <= MOST_IN_PAIRS
        else sorted((bot, other) for bot, other in neighbours if group_of[bot] == group_of[other])
    )
    return {(bot, other): _compared(league, groups, found, group_of[bot], bot, other) for bot, other in pairs}


def _compared(
    league: League,
    groups: list[tuple[int, ...]],
    found: list[Estimate | None],
    number: int,
    bot: int,
    other: int,
) -> Superiority:
    estimated, group = found[number], groups[number]
    assert estimated is not None
    row, column = bisect_left(group, bot), bisect_left(group, other)
    difference = float(estimated.ratings[row] - estimated.ratings[column]) * ELO_PER_UNIT
    error = _error(_difference_variance(estimated.covariance, row, column))
    probability = _normal(difference / error) if error else 0.5 + 0.5 * float(np.sign(difference))
    return Superiority(
        bot=league.bots[bot], other=league.bots[other], difference=difference, error=error, probability=probability
    )


def _placed(
    order: list[int],
    ratings: dict[int, BotRating],
    numbers: Floats,
    superiority: Mapping[tuple[int, int], Superiority],
    whole: Estimate,
) -> Iterator[BotRating]:
    """Yield the ratings in order, with places. The `whole` estimate is of all bots."""
    ranges = rank_ranges(whole.ratings, whole.covariance)
    for place, (bot, following) in enumerate(pairwise([*order, None]), start=1):
        assert bot is not None
        known = ratings[bot].rating is not None and ratings[bot].group == 1
        pair = None if following is None else superiority.get((bot, following))
        yield msgspec.structs.replace(
            ratings[bot],
            place=place,
            rank_best=ranges[bot][0],
            rank_worst=ranges[bot][1],
            over_next=None if pair is None else pair.probability,
            prior_rating=None if known else float(numbers[bot]),
        )


def _difference_variance(covariance: Floats, row: int, column: int) -> float:
    return float(covariance[row, row] + covariance[column, column] - 2 * covariance[row, column])


def _error(variance: float) -> float:
    return sqrt(max(variance, 0.0)) * ELO_PER_UNIT


def _normal(z: float) -> float:
    """Return the share of a normal distribution below z."""
    return 0.5 * (1 + erf(z / sqrt(2)))

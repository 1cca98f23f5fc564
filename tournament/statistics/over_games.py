"""One rating over several games: `rate_over_games`.

Each game is fitted separately, because the strengths of a bot in two games have nothing to do with each other. The
overall rating is the mean of a bot's ratings in all games, each game with the same weight, however many matches it has.
Only bots that are rated in all games have one. In each game, the mean over these bots is 0, unless anchors fix the
scale; so a bot neither gains nor loses if weak bots take part in only one game. The games are independent, and so
are their errors. The errors are about chance in these games: they say nothing about other games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

import msgspec

from tournament.errors import UserError
from tournament.statistics.fit import MOST_IN_PAIRS, Z95, Fit, fit
from tournament.statistics.results import MatchResult


class GameRating(msgspec.Struct, frozen=True, kw_only=True, rename={"error": "standard_error"}):
    """A bot's rating in one game, and its standard error."""

    rating: float
    error: float


class OverallRating(msgspec.Struct, frozen=True, kw_only=True, rename={"error": "standard_error"}):
    """A bot's ratings: in each game in which it has one, and the mean over all games, with a 95 % interval.

    The overall numbers are None if the bot is not rated in all games.
    """

    bot: str
    games: dict[str, GameRating]
    rating: float | None = None
    error: float | None = None
    low: float | None = None
    high: float | None = None


class OverGames(msgspec.Struct, frozen=True, kw_only=True):
    """The fit of each game, and the bots, best first; those without an overall rating come last.

    `common` are the bots that are rated in all games.
    """

    fits: dict[str, Fit]
    common: tuple[str, ...]
    bots: tuple[OverallRating, ...]


def rate_over_games(
    results: Mapping[str, Sequence[MatchResult]],
    *,
    anchors: Mapping[str, float] | None = None,
    prior: float | None = None,
) -> OverGames:
    """Rate the bots in each game and over all of them; for anchors and prior, which hold in each game, see `fit`.

    Raises:
        UserError: as `fit`, or a game has too many bots.
    """
    fits = {game: fit(results[game], anchors=anchors, prior=prior) for game in sorted(results)}
    rated = {game: _rated(game, found) for game, found in fits.items()}
    common = tuple(sorted(set.intersection(*rated.values())))
    everyone = sorted({rating.bot for found in fits.values() for rating in found.ratings})
    games = {game: _in_game(found, rated[game], common, anchored=bool(anchors)) for game, found in fits.items()}
    bots = [_overall(bot, {game: of[bot] for game, of in games.items() if bot in of}, len(fits)) for bot in everyone]
    bots.sort(key=lambda one: (one.rating is None, -(one.rating or 0.0), one.bot))
    return OverGames(fits=fits, common=common, bots=tuple(bots))


def _rated(game: str, found: Fit) -> set[str]:
    """Return the bots of the main group."""
    if len(found.ratings) > MOST_IN_PAIRS:
        raise UserError(f"{game}: {len(found.ratings)} bots; a rating over several games takes at most {MOST_IN_PAIRS}")
    return {rating.bot for rating in found.ratings if rating.rating is not None and rating.group == 1}


def _in_game(found: Fit, rated: set[str], common: Sequence[str], *, anchored: bool) -> dict[str, GameRating]:
    """Return the ratings in one game relative to the mean of the common bots, with the errors of these differences."""
    ratings = {one.bot: one.rating for one in found.ratings if one.rating is not None and one.bot in rated}
    errors = {one.bot: one.error for one in found.ratings if one.error is not None}
    if anchored or not common:
        return {bot: GameRating(rating=rating, error=errors[bot]) for bot, rating in ratings.items()}
    centre = sum(ratings[bot] for bot in common) / len(common)
    variances = {(pair.bot, pair.other): pair.error**2 for pair in found.superiority}
    # The variance of a bot's distance to the mean follows from the variances of all differences.
    within = sum(variances.get((one, other), 0.0) for one in common for other in common) / (2 * len(common) ** 2)
    return {
        bot: GameRating(
            rating=rating - centre,
            error=sqrt(max(sum(variances.get((bot, one), 0.0) for one in common) / len(common) - within, 0.0)),
        )
        for bot, rating in ratings.items()
    }


def _overall(bot: str, games: dict[str, GameRating], count: int) -> OverallRating:
    if len(games) < count:
        return OverallRating(bot=bot, games=games)
    rating = sum(one.rating for one in games.values()) / count
    error = sqrt(sum(one.error**2 for one in games.values())) / count
    return OverallRating(
        bot=bot, games=games, rating=rating, error=error, low=rating - Z95 * error, high=rating + Z95 * error
    )

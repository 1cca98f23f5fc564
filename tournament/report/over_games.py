"""A rating over several games, for people and programs."""

from __future__ import annotations

from referee.columns import columns
from tournament.report.ratings import rating_json
from tournament.statistics.over_games import GameRating, OverallRating, OverGames

OVERALL_HEADS = ("overall", "error", "95 % interval")
MODEL = (
    "Each game is rated separately; a cell shows the rating with one standard error.",
    "overall: the mean of a bot's ratings in all {games} games, each game with the same weight, however many matches",
    "it has. The interval is about chance in these games; it says nothing about other games.",
)
CENTRED = "In each game, the ratings of the bots that are rated in all games have mean 0."
NOT_EVERYWHERE = "No overall rating, because they are not rated in all games: {bots}."
NONE_EVERYWHERE = "No bot is rated in all games, so there is no overall rating."


def over_games_text(found: OverGames, *, anchored: bool) -> str:
    """Return the table, and what readers have to know about it."""
    games = [*found.fits]
    heads = ("", "bot", *games, *OVERALL_HEADS)
    rows = [
        (
            place if one.rating is not None else "",
            one.bot,
            *(_cell(one.games.get(game)) for game in games),
            *_cells(one),
        )
        for place, one in enumerate(found.bots, 1)
    ]
    said = [line.format(games=len(games)) for line in MODEL]
    said += [] if anchored or not found.common else [CENTRED]
    missing = [one.bot for one in found.bots if one.rating is None]
    if missing:
        said.append(NOT_EVERYWHERE.format(bots=", ".join(missing)) if found.common else NONE_EVERYWHERE)
    return "\n".join([columns([heads, *rows], right=(0, *range(2, len(heads)))), "", *said])


def over_games_json(found: OverGames) -> dict[str, object]:
    """Return the ratings of each game, as `rating_json` does, and those over all games."""
    return {"games": {game: rating_json(one) for game, one in found.fits.items()}, "overall": found.bots}


def _cell(rating: GameRating | None) -> str:
    return "-" if rating is None else f"{_number(rating.rating)} ± {rating.error:.0f}"


def _cells(one: OverallRating) -> tuple[str, str, str]:
    if one.rating is None or one.error is None or one.low is None or one.high is None:
        return ("-", "-", "-")
    return _number(one.rating), f"{one.error:.0f}", f"{_number(one.low)} to {_number(one.high)}"


def _number(value: float) -> str:
    return f"{value:.0f}" if round(value) else "0"

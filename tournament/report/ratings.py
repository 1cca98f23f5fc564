"""Ratings for people and programs: a table, and what readers have to know about it."""

from collections.abc import Mapping, Sequence

import msgspec

from referee.columns import columns
from referee.counts import counted
from tournament.statistics.fit import WEAK_PRIOR, Z95, BotRating, Fit
from tournament.statistics.goodness import Goodness
from tournament.statistics.groups import Standing

WHY_UNRATED = {
    Standing.ABOVE: "it never lost a point to the rated bots, directly or through others",
    Standing.BELOW: "it never took a point from the rated bots, directly or through others",
    Standing.APART: "it never met the rated bots, directly or through others",
}
VERDICTS = (
    (0.975, "This is a clear difference."),
    (0.9, "This is only a hint: play more deals."),
    (0.0, "This shows nothing yet: play more deals."),
)
"""The likelihoods of superiority from which on a difference is called a hint or clear: see `referee manual ratings`."""
HEADS = (
    "",
    "bot",
    "rating",
    "error",
    "95 % interval",
    "ranks",
    "over next",
    "matches",
    "won",
    "tied",
    "lost",
    "points",
)
LATENT_HEAD = "Davidson (latent)"
EXPLOITED_HEAD = "exploited by at least"
LEGEND = (
    "ranks: the ranks that are possible for the bot given the results, at 95 %.",
    "over next: the probability that the bot is stronger than the next one.",
)
MARK = (
    f"~ marks a rating that assumes, in addition to the results, a prior with a standard deviation of {WEAK_PRIOR:.0f}."
)
NO_TITLES: Mapping[str, str] = {}
SMALL_P = 0.01
HELP = "More matches between them would help, or a prior (--prior)."


def rating_table(
    fit: Fit,
    titles: Mapping[str, str] = NO_TITLES,
    *,
    latent: Mapping[str, str] = NO_TITLES,
    exploited: Mapping[str, str] = NO_TITLES,
    explained: bool = True,
) -> str:
    """Return the ratings for people: a table and, if `explained`, what readers have to know about it.

    `latent` and `exploited` are the cells of further columns. If bots have `titles`, these are the last column, because
    they may contain characters of any width.
    """
    if not fit.ratings:
        return "No results."
    further = [(head, cells) for head, cells in ((LATENT_HEAD, latent), (EXPLOITED_HEAD, exploited)) if cells]
    right = (0, *range(2, len(HEADS) + len(further)))
    further += [("title", titles)] if titles else []
    rows = [(*_table_row(rating), *(cells.get(rating.bot, "") for _, cells in further)) for rating in fit.ratings]
    heads = (*HEADS, *(head for head, _ in further))
    table = columns([heads, *rows], right=right)
    return "\n".join([table, "", *LEGEND, *notes(fit)]) if explained else table


def comparison(fit: Fit) -> str:
    """Return which of two bots is better and how certain that is; empty unless two bots can be compared."""
    if len(fit.ratings) != 2 or not fit.superiority:
        return ""
    best = fit.ratings[0].bot
    (pair,) = (pair for pair in fit.superiority if pair.bot == best)
    low, high = pair.difference - Z95 * pair.error, pair.difference + Z95 * pair.error
    sure = next(text for least, text in VERDICTS if pair.probability >= least)
    return (
        f"{best} is rated {_number(pair.difference)} above {pair.other} (95 % interval {_number(low)} to "
        f"{_number(high)}). It is stronger with a probability of {100 * pair.probability:.1f} %. {sure}"
    )


def rating_json(fit: Fit) -> dict[str, object]:
    """Return the ratings for programs: the fit, and the notes as text."""
    return {**msgspec.to_builtins(fit), "notes": notes(fit)}


def notes(fit: Fit) -> list[str]:
    """Return what the numbers refer to, how well they fit, and for each bot without a number, why it has none."""
    lines = []
    if fit.anchors:
        lines.append("Fixed: " + ", ".join(f"{bot} = {_number(value)}" for bot, value in fit.anchors.items()) + ".")
    elif any(rating.rating is not None for rating in fit.ratings):
        lines.append("The ratings have mean 0.")
    if fit.prior is not None:
        lines.append(
            "These numbers include a prior: the ratings are assumed to be spread around "
            f"{'the anchors' if fit.anchors else '0'} with a standard deviation of {_number(fit.prior)}."
        )
    if fit.goodness is not None:
        lines.append(_goodness_text(fit.goodness))
    others = sorted({rating.group for rating in fit.ratings if rating.rating is not None and rating.group > 1})
    for group in others:
        members = [rating for rating in fit.ratings if rating.group == group]
        names = ", ".join(rating.bot for rating in members)
        lines.append(
            f"Group {group} ({names}) is rated only among itself, around its own 0: "
            f"{WHY_UNRATED[members[0].standing].replace('it never', 'they never')}."
        )
    unrated = [rating for rating in fit.ratings if rating.rating is None]
    if len(unrated) == len(fit.ratings):
        none = (
            "There is no finite rating, because no two bots won points against each other, directly or through others."
        )
        return [none, HELP, *([MARK] if unrated else [])]
    lines += [f"{rating.bot} has no finite rating: {WHY_UNRATED[rating.standing]}." for rating in unrated]
    if unrated or others:
        lines.append(HELP)
    return [*lines, MARK] if unrated else lines


def _goodness_text(goodness: Goodness) -> str:
    p = f"p = {goodness.p:.2f}" if goodness.p >= SMALL_P else f"p < {SMALL_P}"
    text = (
        f"Goodness of fit: over {counted(goodness.pairs, 'pair')}, the sum of ((observed - expected share) / block "
        f"error)^2 is {goodness.deviation:.1f}; by chance it would be {goodness.expected:.1f} ({p})."
    )
    if goodness.p >= SMALL_P:
        return text
    return f"{text} Some bots do better or worse against certain others than one number for each bot can express."


def _table_row(rating: BotRating) -> Sequence[object]:
    name = rating.bot if rating.group == 1 or rating.rating is None else f"{rating.bot} (group {rating.group})"
    error = "-" if rating.error is None else _number(rating.error)
    counts = (rating.matches, rating.won, rating.tied, rating.lost)
    cells = (rating_cell(rating), error, interval_cell(rating), ranks_cell(rating), over_next_cell(rating))
    return rating.place, name, *cells, *counts, points_cell(rating)


def rating_cell(rating: BotRating) -> str:
    """Return a rating for people, with ~ if it depends on a prior."""
    if rating.rating is not None:
        return _number(rating.rating)
    return "-" if rating.prior_rating is None else f"~{_number(rating.prior_rating)}"


def interval_cell(rating: BotRating) -> str:
    """Return the 95 % interval of a rating for people, or why there is none."""
    if rating.low is not None and rating.high is not None:
        return "fixed" if rating.anchored else f"{_number(rating.low)} to {_number(rating.high)}"
    return {1.0: "unbeaten", 0.0: "no points"}.get(rating.share, "-")


def ranks_cell(rating: BotRating) -> str:
    """Return the possible ranks of a bot for people."""
    best, worst = rating.rank_best, rating.rank_worst
    return f"{best}" if best == worst else f"{best}-{worst}"


def over_next_cell(rating: BotRating) -> str:
    """Return for people how certain it is that a bot is stronger than the next one."""
    return "" if rating.over_next is None else f"{100 * rating.over_next:.1f} %"


def points_cell(rating: BotRating) -> str:
    """Return a bot's share of the points for people."""
    return f"{100 * rating.share:.1f} %"


def _number(value: float) -> str:
    return f"{value:.0f}" if round(value) else "0"

"""Ratings for people and programs: a table, and what readers have to know about it."""

from collections.abc import Sequence

import msgspec

from referee.columns import columns
from referee.counts import counted
from tournament.statistics.fit import BotRating, Fit
from tournament.statistics.goodness import Goodness
from tournament.statistics.groups import Standing

WHY_UNRATED = {
    Standing.ABOVE: "it never lost a point to the rated bots, directly or through others",
    Standing.BELOW: "it never took a point from the rated bots, directly or through others",
    Standing.APART: "it never met the rated bots, directly or through others",
}
SMALL_P = 0.01
HELP = "More matches between them would help, or a prior (--prior)."


def rating_table(fit: Fit) -> str:
    """Return the ratings for people: a table, then what readers have to know about it."""
    if not fit.ratings:
        return "No results."
    above = sum(rating.standing is Standing.ABOVE for rating in fit.ratings)
    rows = [_table_row(rank, rating) for rank, rating in enumerate(fit.ratings, start=1 - above)]
    table = columns(
        [("", "bot", "rating", "error", "95 % interval", "matches", "points"), *rows], right=(0, 2, 3, 4, 5, 6)
    )
    return "\n".join([table, "", *notes(fit)])


def rating_json(fit: Fit) -> dict[str, object]:
    """Return the ratings for programs: the fit, and the notes as text."""
    return {**msgspec.to_builtins(fit), "notes": notes(fit)}


def notes(fit: Fit) -> list[str]:
    """Say what the numbers refer to, how well they fit, and for each bot without a number why it has none."""
    lines = []
    if fit.anchors:
        lines.append("Fixed: " + ", ".join(f"{bot} = {_number(value)}" for bot, value in fit.anchors.items()) + ".")
    elif any(rating.rating is not None for rating in fit.ratings):
        lines.append("The ratings have mean 0.")
    if fit.prior is not None:
        lines.append(
            f"These numbers include a prior: ratings are assumed to lie around {'the anchors' if fit.anchors else '0'}"
            f" with a standard deviation of {_number(fit.prior)}."
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
        return ["No finite rating exists: no two bots took points from each other, directly or through others.", HELP]
    lines += [f"{rating.bot} has no finite rating: {WHY_UNRATED[rating.standing]}." for rating in unrated]
    if unrated or others:
        lines.append(HELP)
    return lines


def _goodness_text(goodness: Goodness) -> str:
    p = f"p = {goodness.p:.2f}" if goodness.p >= SMALL_P else f"p < {SMALL_P}"
    text = (
        f"Goodness of fit: over {counted(goodness.pairs, 'pair')}, the sum of ((observed - expected share) / block "
        f"error)^2 is {goodness.deviation:.1f}; by chance it would be {goodness.expected:.1f} ({p})."
    )
    if goodness.p >= SMALL_P:
        return text
    return f"{text} Some bots do better or worse against certain others than one number for each bot can express."


def _table_row(rank: int, rating: BotRating) -> Sequence[object]:
    shown, error, interval = "-", "-", "-"
    if rating.rating is not None and rating.error is not None and rating.low is not None and rating.high is not None:
        shown, error = _number(rating.rating), _number(rating.error)
        interval = "fixed" if rating.anchored else f"{_number(rating.low)} to {_number(rating.high)}"
    ranked = rating.group == 1 and rating.rating is not None
    name = rating.bot if ranked or rating.rating is None else f"{rating.bot} (group {rating.group})"
    return rank if ranked else "", name, shown, error, interval, rating.matches, f"{100 * rating.share:.1f} %"


def _number(value: float) -> str:
    return f"{value:.0f}" if round(value) else "0"

"""The sections of the report, each made from what is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from referee.kernel.record import SeatEnd
from referee.pages.markup import Markup, join, table, tag
from tournament.report.charts import bar, heat, intervals, lines
from tournament.report.findings import latent_cells
from tournament.report.ratings import (
    LATENT_HEAD,
    LEGEND,
    interval_cell,
    over_next_cell,
    points_cell,
    ranks_cell,
    rating_cell,
)
from tournament.report.remarks import absent_text, defaults_text, forfeits_text, rating_text, undecided_text
from tournament.report.standings import SHOWN_LINES, Standings
from tournament.report.totals import BotFacts
from tournament.statistics.crosstable import Mean, PairRecord, by_seat
from tournament.statistics.fit import Fit
from tournament.statistics.results import MatchResult
from tournament.storage.rows import ProcessRow, failure_text
from tournament.storage.summary import MatchSummary, SeatSummary

MIB = 1 << 20
MOST_DRAWN = 40
"""How many intervals are drawn."""
MOST_LINES = 24
"""How many lines a reader can distinguish."""
MOST_POINTS = 500
"""How many points of a line are drawn."""

Records = Mapping[tuple[str, str], PairRecord]
Sure = Mapping[tuple[str, str], float]


def standings(found: Standings) -> Markup:
    """Return the table, a plot of the intervals, and what readers should know about them."""
    facts = {bot.bot: bot for bot in found.bots}
    forfeits = any(bot.forfeits for bot in found.bots)
    rows, latent = [], latent_cells(found.findings)
    for rating in found.fit.ratings:
        bot = facts[rating.bot]
        name = bot_cell(tag("span", bot.bot), found.titles.get(bot.bot, ""))
        row = [
            *(
                rating.place,
                name,
                rating_cell(rating),
                interval_cell(rating),
                ranks_cell(rating),
            ),
            *(over_next_cell(rating), rating.matches, rating.won, rating.tied, rating.lost, points_cell(rating)),
            f"{bot.mean_score:.1f}",
        ]
        row += [rating_text(bot.without_forfeits), bot.unforfeited] if forfeits else []
        rows.append([*row, latent[bot.bot]] if latent else row)
    heads = ["", "bot", "rating", "95 % interval", "ranks", "over next", "matches", "won", "tied", "lost", "points"]
    heads.append("mean score")
    heads += ["rating without forfeits", "matches without"] if forfeits else []
    heads += [LATENT_HEAD] if latent else []
    undecided = [undecided_text(bot) for bot in found.bots if bot.decided_nothing]
    said = [*map(absent_text, found.absent), *undecided, *LEGEND, *found.notes]
    notes = tag("ul", *(tag("li", note) for note in said), class_="notes")
    right = (0, *range(2, len(heads)))
    drawn = found.fit.ratings[:MOST_DRAWN]
    cut = [tag("p", f"The best {MOST_DRAWN} bots.")] if len(found.fit.ratings) > MOST_DRAWN else []
    return _section("Standings", table(heads, rows, right), intervals(drawn), *cut, notes)


def bot_cell(name: Markup, title: str) -> Markup:
    """Return the cell of a bot in the standings: its name, and its title if it has one."""
    return tag("td", name, " ", tag("small", title)) if title else tag("td", name)


def elo_over_time(history: Sequence[tuple[int, str, float, float]], order: Sequence[str]) -> Markup:
    """Return the curves of Elo after each block of matches; if there are many bots, only those of the best ones."""
    series: dict[str, list[tuple[float, float]]] = defaultdict(list)
    chosen = {*order[:MOST_LINES]}
    for number, bot, rating, change in history:
        if bot not in chosen:
            continue
        if not series[bot]:
            series[bot].append((number, rating - change))
        series[bot].append((number + 1, rating))
    last = max((points[-1][0] for points in series.values()), default=0.0)
    for points in series.values():
        points.append((last, points[-1][1]))
    thin = {bot: _thinned(points) for bot, points in series.items()}
    best_first = dict(sorted(thin.items(), key=lambda item: -item[1][-1][1]))
    cut = f" The best {MOST_LINES} bots." if len(order) > MOST_LINES else ""
    return _section("Elo over time", lines(best_first, "Elo after each match"), tag("p", f"By match number.{cut}"))


def _thinned(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return at most about `MOST_POINTS` of the points, the first and the last among them."""
    step = len(points) // MOST_POINTS + 1
    return [*points[:-1:step], *points[-1:]]


def pairs(records: Records, sure: Sure, rows_of: Sequence[str], columns_of: Sequence[str]) -> Markup:
    """Return the shares of points that some bots took from some others, as a heat map."""
    rows = [
        [bot, *(pair_cell(records.get((bot, other)), sure.get((bot, other))) for other in columns_of)]
        for bot in rows_of
    ]
    text = (
        "The share of the points that the bot of the row won against the bot of the column; a tie is half a point. "
        "Hover over a cell for wins, ties, losses, the mean score margin, and the probability that the bot of the row "
        "is stronger."
    )
    numbers = range(1, len(columns_of) + 1)
    return _section("Head to head", tag("p", text), table(["", *columns_of], rows, numbers))


def sure_of(fit: Fit) -> Sure:
    """Return the known likelihoods of superiority by pair."""
    return {(pair.bot, pair.other): pair.probability for pair in fit.superiority}


def superiority(sure: Sure, rows_of: Sequence[str], columns_of: Sequence[str]) -> Markup:
    """Return how probable it is that some bots are stronger than some others, as a heat map; empty if none is known."""
    if not any((bot, other) in sure for bot in rows_of for other in columns_of):
        return Markup("")
    rows = [[bot, *(_sure_cell(sure.get((bot, other))) for other in columns_of)] for bot in rows_of]
    text = (
        "The probability that the bot of the row is stronger than the bot of the column (likelihood of superiority), "
        "by their ratings from all matches: 50 % is a coin toss."
    )
    return _section("Who is stronger", tag("p", text), table(["", *columns_of], rows, range(1, len(columns_of) + 1)))


def _sure_cell(probability: float | None) -> Markup:
    if probability is None:
        return tag("td", "", class_="none")
    return tag("td", f"{100 * probability:.1f} %", class_="number", style=f"background: {heat(probability)}")


def chosen(matches: Mapping[str, Sequence[str]]) -> Markup:
    """Return links to replays that were chosen, with the reasons."""
    rows = [(tag("a", match, href=f"replays/{match}.html"), "; ".join(why)) for match, why in matches.items()]
    return _section("Chosen matches", table(("match", "it is"), rows))


def seats(results: Sequence[MatchResult]) -> Markup:
    """Return whether a seat is an advantage, for all bots together and for each one."""
    rows = [
        ("all" if row.bot is None else row.bot, row.seat, row.matches, row.first_places, _percent(row.share),
         f"{row.place.value:.2f}")
        for row in by_seat(results)
    ]  # fmt: skip
    heads = ("bot", "seat", "matches", "first places", "points", "mean place")
    return _section("By seat", table(heads, rows, (1, 2, 3, 4, 5)))


def failures(bots: Sequence[BotFacts], failed: Sequence[ProcessRow]) -> Markup:
    """Return forfeits by cause, and how each bot's processes failed."""
    forfeiting = [bot for bot in bots if bot.forfeits or bot.failed_processes or bot.strikes]
    if not forfeiting:
        return _section("Failures", tag("p", "No bot forfeited a match, got a strike or crashed."))
    causes = [str(end) for end in SeatEnd if end is not SeatEnd.PLAYED]
    rows = [
        (bot.bot, *(bot.forfeits.get(cause, 0) for cause in causes), bot.strikes, bot.timeouts, bot.failed_processes)
        for bot in forfeiting
    ]
    heads = ("bot", *(f"forfeits: {cause}" for cause in causes), "strikes", "late answers", "failed processes")
    last = {process.bot: process for process in failed}.values()
    words = [tag("pre", failure_text(process, SHOWN_LINES), tabindex="0") for process in last]
    return _section("Failures", table(heads, rows, range(1, len(heads))), join(words))


def time_use(bots: Sequence[BotFacts]) -> Markup:
    """Return how long each bot thought, and what its processes used."""
    longest = max((bot.mean_ms for bot in bots), default=0.0) or 1.0
    rows = [
        (bot.bot, bot.decisions, f"{bot.mean_ms:.1f}", bar(bot.mean_ms / longest, f"{bot.mean_ms:.1f} ms"),
         f"{bot.max_ms:.0f}", bot.timeouts, f"{bot.cpu_s:.1f}", f"{bot.memory_bytes / MIB:.0f}",
         defaults_text(bot))
        for bot in bots
    ]  # fmt: skip
    heads = ("bot", "decisions", "mean ms", "", "longest ms", "late", "CPU seconds", "MiB at most", "defaults")
    return _section("Time and memory", table(heads, rows, (1, 2, 4, 5, 6, 7, 8)))


def matches(played: Sequence[MatchSummary], *, linked: Collection[str], note: str = "") -> Markup:
    """Return every match with its result, a link to its replay if it is `linked`, and a note below."""
    rows, linked = [], set(linked)
    for match in played:
        name = tag("a", match.match, href=f"replays/{match.match}.html") if match.match in linked else match.match
        results = ", ".join(f"{seat.place}. {seat.bot} ({seat.score})" for seat in sorted(match.seats, key=_place))
        causes = forfeits_text({f"{seat.bot}: {seat.end}": 1 for seat in match.seats if seat.end != "played"})
        marks = ["overloaded"] if match.overloaded else []
        marks += [] if match.rated else ["not rated"]
        marks += [match.starved] if match.starved else []
        rows.append((match.number, name, results, match.steps, causes, "; ".join(marks)))
    heads = ("", "match", "result (score)", "steps", "forfeits", "")
    notes = [tag("p", note, class_="notes")] if note else []
    return _section("Matches", table(heads, rows, (0, 3)), *notes)


def _section(title: str, *parts: Markup) -> Markup:
    return tag("section", tag("h2", title), *parts)


def pair_cell(record: PairRecord | None, probability: float | None) -> Markup:
    """Return a cell of the head-to-head table."""
    if record is None:
        return tag("td", "", class_="none")
    said = f"{record.bot} against {record.other}: {record.wins} won, {record.ties} tied, {record.losses} lost"
    if record.margin is not None:
        said += f"; mean margin {record.margin.value:+.1f}"
    if probability is not None:
        said += f"; probability of being stronger {100 * probability:.1f} %"
    share = record.share.value
    return tag("td", f"{100 * share:.0f} %", class_="number", style=f"background: {heat(share)}", title=said)


def _percent(mean: Mean) -> str:
    spread = "" if mean.error is None else f" ± {100 * mean.error:.1f}"
    return f"{100 * mean.value:.1f}{spread} %"


def _place(seat: SeatSummary) -> int:
    return seat.place

"""The pages of the standings, the head-to-head table and the Elo curves, for a few bots or for hundreds."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote, urlencode

import msgspec

from referee.counts import counted
from referee.pages.layout import Navigation, feed, page
from referee.pages.markup import Markup, join, table, tag
from tournament.report.charts import intervals, lines
from tournament.report.decisions import decisions_section
from tournament.report.findings import mix_section
from tournament.report.formats import format_sections
from tournament.report.paging import facts_of
from tournament.report.ratings import (
    LEGEND,
    interval_cell,
    over_next_cell,
    points_cell,
    ranks_cell,
    rating_cell,
)
from tournament.report.remarks import absent_text, defaults_text, forfeits_text, secret_text, undecided_text
from tournament.report.sections import bot_cell, pair_cell
from tournament.report.totals import BotFacts
from tournament.statistics.fit import BotRating
from tournament.storage.rows import DecisionRow
from tournament.web.snapshot import Snapshot

SCRIPTS = ("feed.js",)
MATRIX = 20
"""How many bots are in the rows and in the columns of the head-to-head table."""
LIVE = "rating"
"""The column by which live standings are sorted."""
LINES = 8
MOST_LINES = 24
"""How many lines a reader can distinguish."""
_ABOUT_PATHS = re.compile(r"bot \S+\.readable: ")
"""A line about files that a bot may read."""

StandingRow = tuple[BotRating, BotFacts, str]
"""The rating of a bot, its totals and its title."""
Columns = dict[str, tuple[str, Callable[[StandingRow], Any], Callable[[StandingRow], object]]]

COLUMNS: Columns = {
    # name in the URL: header, sort key, what is shown
    "bot": ("bot", lambda row: row[1].bot, lambda row: bot_link(row[1].bot, row[2])),
    "rating": ("rating", lambda row: -row[0].place, lambda row: rating_cell(row[0])),
    "low": ("95 % interval", lambda row: row[0].low, lambda row: interval_cell(row[0])),
    "ranks": ("ranks", lambda row: -row[0].rank_worst, lambda row: ranks_cell(row[0])),
    "over": ("over next", lambda row: row[0].over_next, lambda row: over_next_cell(row[0])),
    "matches": ("matches", lambda row: row[0].matches, lambda row: row[0].matches),
    "won": ("won", lambda row: row[0].won, lambda row: row[0].won),
    "tied": ("tied", lambda row: row[0].tied, lambda row: row[0].tied),
    "lost": ("lost", lambda row: row[0].lost, lambda row: row[0].lost),
    "points": ("points", lambda row: row[0].share, lambda row: points_cell(row[0])),
    "score": ("mean score", lambda row: row[1].mean_score, lambda row: f"{row[1].mean_score:.1f}"),
    "mean": ("mean ms", lambda row: row[1].mean_ms, lambda row: f"{row[1].mean_ms:.1f}"),
    "forfeits": ("forfeits", lambda row: sum(row[1].forfeits.values()), lambda row: forfeits_text(row[1].forfeits)),
    "defaults": ("defaults", lambda row: row[1].defaults, lambda row: defaults_text(row[1])),
}


def standings_page(place: Navigation, now: Snapshot, by: str, *, falling: bool) -> str:
    """Return the page of the standings: the table, sorted by a column, and what readers have to know about it."""
    found = now.standings
    shown = _standings(now, by, falling=falling)
    undecided = [undecided_text(bot) for bot in found.bots if bot.decided_nothing]
    said = [*map(absent_text, found.absent), *undecided, *LEGEND, *found.notes]
    return page(
        place,
        "Standings",
        tag("h1", found.name),
        feed("/feed", "progress", "now"),
        *([tag("div", format_sections(found.format), id="format")] if found.format else []),
        tag("div", shown, id="standings") if by == LIVE and falling else shown,
        tag("ul", *(tag("li", note) for note in said), class_="notes"),
        mix_section(found.findings),
        *([tag("h2", "Ratings with 95 % intervals"), intervals(found.fit.ratings)] if found.fit.ratings else []),
        tag("h2", "What is played"),
        facts_of(now.tournament, found),
        tag("p", secret_text(found.commitment, found.secret), class_="facts"),
        here="/",
        scripts=SCRIPTS,
    )


def _standings(now: Snapshot, by: str, *, falling: bool) -> Markup:
    """Return the table of the standings."""
    facts = {bot.bot: bot for bot in now.standings.bots}
    titles = now.standings.titles
    rows = [(rating, facts[rating.bot], titles.get(rating.bot, "")) for rating in now.standings.fit.ratings]
    if not rows:
        return tag("p", "No match has been played yet.", class_="none-yet")
    return _table(_sorted(rows, by, falling=falling), by, falling=falling)


def live_parts(now: Snapshot) -> dict[str, list[Markup]]:
    """Return the parts of the page that keep changing: the progress, and the standings in their default order."""
    parts = {**progress_parts(now), "standings": [_standings(now, LIVE, falling=True)]}
    return parts | ({"format": [format_sections(now.standings.format)]} if now.standings.format else {})


def progress_parts(now: Snapshot) -> dict[str, list[Markup]]:
    """Return the parts of the page that show the progress."""
    played, total = len(now.matches), now.tournament.matches
    bar = tag("progress", value=played, max=total, aria_label="matches played")
    said = f"{played} of {counted(total, 'match', 'matches')} played{'.' if now.is_over else ' so far.'}"
    last = [f"Last: {now.matches[-1].match}."] if now.matches and not now.is_over else []
    return {"progress": [tag("p", bar), tag("p", " ".join([said, *last]), class_="fact")]}


def pairs_page(place: Navigation, now: Snapshot, rows_from: int, columns_from: int) -> str:
    """Return the page of the bots' shares of points against each other; if there are many bots, a part of it."""
    order = [rating.bot for rating in now.standings.fit.ratings]
    sure = {(pair.bot, pair.other): pair.probability for pair in now.standings.fit.superiority}
    down, across = order[rows_from : rows_from + MATRIX], order[columns_from : columns_from + MATRIX]
    cells = [
        [_head(bot), *(pair_cell(now.pairs.get((bot, other)), sure.get((bot, other))) for other in across)]
        for bot in down
    ]
    said = (
        "The share of the points that the bot of the row took from the bot of the column. Hover over a cell "
        "for wins, ties and losses, and the probability that the bot of the row is stronger."
    )
    ways = [
        _windows("rows", len(order), rows_from, lambda start: {"rows": start, "columns": columns_from}),
        _windows("columns", len(order), columns_from, lambda start: {"rows": rows_from, "columns": start}),
    ]
    body = (
        table(["", *across], cells, range(1, len(across) + 1))
        if order
        else tag("p", "No results yet.", class_="none-yet")
    )
    shown = [*(ways if len(order) > MATRIX else []), tag("div", body, class_="matrix")]
    return page(place, "Head to head", tag("h1", "Head to head"), tag("p", said), *shown, here="/pairs")


def elo_page(place: Navigation, now: Snapshot, chosen: Sequence[str]) -> str:
    """Return the page of Elo over the matches, for the chosen bots, or the best ones."""
    order = [rating.bot for rating in now.standings.fit.ratings]
    shown = [bot for bot in order if bot in set(chosen)][:MOST_LINES] or order[:LINES]
    series: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for number, bot, rating, change in now.ratings:
        if bot in shown:
            if not series[bot]:
                series[bot].append((number, rating - change))
            series[bot].append((number + 1, rating))
    best_first = dict(sorted(series.items(), key=lambda item: -item[1][-1][1]))
    boxes = [
        tag(
            "label",
            tag("input", type="checkbox", name="bot", value=bot, checked="" if bot in shown else None),
            f" {bot}",
        )
        for bot in order
    ]
    form = tag(
        "form",
        tag("div", join(boxes), class_="boxes"),
        tag("button", "Draw these"),
        action="/elo",
    )
    said = f"Elo after each match, by its number. Choose up to {MOST_LINES} bots; the default is the best {LINES}."
    drawn = lines(best_first, "Elo after each match")
    return page(place, "Elo over time", tag("h1", "Elo over time"), tag("p", said), drawn, form, here="/elo")


def decisions_page(place: Navigation, now: Snapshot, *, private: bool) -> str:
    """Return the log of decisions. It contains paths of files on the organiser's machine only if `private`."""
    decisions = now.standings.decisions if private else [*map(_without_paths, now.standings.decisions)]
    shown = decisions_section(decisions, headed=False) or tag(
        "p", "The organiser has made no decisions yet.", class_="none-yet"
    )
    said = "The organiser's decisions since the tournament began, oldest first."
    return page(place, "Decisions", tag("h1", "Decisions"), tag("p", said), shown, here="/decisions")


def _without_paths(decision: DecisionRow) -> DecisionRow:
    lines = [line for line in decision.what.splitlines() if not _ABOUT_PATHS.match(line)]
    return msgspec.structs.replace(decision, what="\n".join(lines))


def bot_link(bot: str, title: str = "") -> Markup:
    """Return a bot's name, which links to its page, and its title if it has one."""
    return bot_cell(tag("a", bot, href=f"/bots/{quote(bot, safe='')}"), title)


def _sorted(rows: Sequence[StandingRow], by: str, *, falling: bool) -> list[StandingRow]:
    """Sort the rows by a column; rows without a value come last."""
    if by not in COLUMNS:
        return list(rows)
    key = COLUMNS[by][1]
    known = [row for row in rows if key(row) is not None]
    return [*sorted(known, key=key, reverse=falling), *(row for row in rows if key(row) is None)]


def _table(rows: Sequence[StandingRow], by: str, *, falling: bool) -> Markup:
    heads = [tag("th", "", scope="col")]
    for name, (head, _, _) in COLUMNS.items():
        turned = {"by": name, "order": "rising" if name == by and falling else "falling"}
        sort = ("descending" if falling else "ascending") if name == by else None
        link = tag("a", head, href=f"/?{urlencode(turned)}")
        heads.append(tag("th", link, aria_sort=sort, scope="col", class_=None if name == "bot" else "number"))
    body = [tag("tr", tag("td", row[0].place, class_="number"), *_cells(row)) for row in rows]
    sorted_table = tag("table", tag("thead", tag("tr", *heads)), tag("tbody", join(body)))
    return tag("div", sorted_table, class_="wide", tabindex="0", role="region", aria_label="Standings")


def _cells(row: StandingRow) -> list[Markup]:
    return [_cell(name, shown(row)) for name, (_, _, shown) in COLUMNS.items()]


def _cell(name: str, shown: object) -> Markup:
    return shown if isinstance(shown, Markup) else tag("td", shown, class_=None if name == "bot" else "number")


def _head(bot: str) -> Markup:
    return tag("td", tag("a", bot, href=f"/bots/{quote(bot, safe='')}"), class_="row-head")


def _windows(what: str, count: int, start: int, query: Callable[[int], dict[str, int]]) -> Markup:
    """Return links to the parts of the table, by rank."""
    links = [
        tag(
            "a",
            f"{first + 1}-{min(first + MATRIX, count)}",
            href=f"/pairs?{urlencode(query(first))}",
            aria_current="true" if first == start else None,
        )
        for first in range(0, count, MATRIX)
    ]
    return tag("nav", tag("span", f"{what}, by rank:", class_="fact"), *links, aria_label=what, class_="pages")

"""The pages of a report: one page for a small tournament, an index and further pages for a large one.

No page loads anything. Each page shows only a limited number of matches, and of bots in the table of pairs, so that it
opens quickly in a browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import localtime, strftime

from referee.counts import counted
from referee.kernel.options import option_text
from referee.pages.layout import HEAD
from referee.pages.markup import Markup, join, tag
from referee.pages.replays import static
from tournament.report import sections
from tournament.report.decisions import decisions_section
from tournament.report.filters import WHOLE
from tournament.report.findings import NOTHING_MORE, FindingsWanted, mix_section
from tournament.report.formats import format_sections
from tournament.report.remarks import begun_again_text, secret_text
from tournament.report.standings import Standings, standings_of
from tournament.report.tuning import tune_section
from tournament.report.versions import versions_section
from tournament.statistics.crosstable import pairwise
from tournament.statistics.results import MatchResult
from tournament.storage.archive import Archive
from tournament.storage.rows import ProcessRow, TournamentRow
from tournament.storage.summary import MatchSummary

INDEX = "index.html"
BOTS_OF_A_PART = 40
"""How many bots are in the rows and in the columns of a part of the table of pairs."""
MATCHES_OF_A_PAGE = 1000
MOST_WINDOWS = 10
"""Up to this many times `BOTS_OF_A_PART` bots, every part of the table of pairs is written.

If there are more, only the parts near the diagonal are written, where bots with similar places meet.
"""
TITLES = {"elo.html": "Elo", "seats.html": "Seats", "failures.html": "Failures", "time.html": "Time"}


@dataclass(frozen=True)
class ReportData:
    """What the pages show.

    Attributes:
        linked: The matches that have a page to step through.
        damaged: The matches that have none because their records are damaged.
        chosen: The matches that were chosen to have one, with the reasons; empty if all have one, or none.
    """

    tournament: TournamentRow
    found: Standings
    played: Sequence[MatchSummary]
    history: Sequence[tuple[int, str, float, float]]
    failed: Sequence[ProcessRow]
    linked: Sequence[str] = ()
    damaged: Sequence[str] = ()
    chosen: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def order(self) -> list[str]:
        """The bots that have played, best first."""
        return [rating.bot for rating in self.found.fit.ratings]

    @property
    def results(self) -> list[MatchResult]:
        """The results that count."""
        return [match.result for match in self.played if match.rated]

    @property
    def note(self) -> str:
        """What readers should know about replays; empty if every match has one."""
        if self.damaged:
            return no_replay(self.damaged)
        on_demand = "`tournament web` draws them on demand, `tournament report --replays` all"
        if self.chosen:
            return f"only the chosen matches have replays: {on_demand}"
        return "" if self.linked or not self.played else f"this page has no replays: {on_demand}"


def report_data(archive: Archive, prior: float | None = None, wanted: FindingsWanted = NOTHING_MORE) -> ReportData:
    """Collect what the pages show, without replays."""
    return ReportData(
        tournament=archive.tournament,
        found=standings_of(archive, prior, wanted),
        played=list(archive.matches()),
        history=archive.ratings(),
        failed=archive.failures(),
    )


def report_pages(data: ReportData) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file, the first page first."""
    name, bots = data.tournament.name, data.order
    if len(bots) <= BOTS_OF_A_PART and len(data.played) <= MATCHES_OF_A_PAGE:
        sure = sections.sure_of(data.found.fit)
        pairs = [sections.pairs(pairwise(data.results), sure, bots, bots), sections.superiority(sure, bots, bots)]
        body = [*_front(data), _elo(data), *pairs, *_rest(data).values(), _matches(data, data.played)]
        yield INDEX, _page(name, [], *body, decisions_section(data.found.shown_decisions))
        return
    rest = {"elo.html": _elo(data)} | _rest(data)
    links = [(INDEX, "Standings"), ("pairs-1-1.html", "Head to head"), ("matches-1.html", "Matches")]
    links += [(file, TITLES[file]) for file in rest]
    yield INDEX, _page(name, links, *_front(data), decisions_section(data.found.shown_decisions))
    for file, section in rest.items():
        yield file, _page(f"{TITLES[file]} - {name}", links, *_filter_note(data), section)
    for file, parts in _parts_of_pairs(data):
        yield file, _page(f"Head to head - {name}", links, *_filter_note(data), *parts)
    for file, parts in _parts_of_matches(data):
        yield file, _page(f"Matches - {name}", links, *_filter_note(data), *parts)


def _front(data: ReportData) -> list[Markup]:
    """Return what the first page begins with."""
    return [
        tag("h1", data.tournament.name),
        facts_of(data.tournament, data.found),
        *_filter_note(data),
        tag("p", secret_text(data.found.commitment, data.found.secret), class_="facts"),
        *([tune_section(data.found.tuning)] if data.found.tuning else []),
        format_sections(data.found.format),
        sections.standings(data.found),
        mix_section(data.found.findings),
        versions_section(data.found.versions),
        *([sections.chosen(data.chosen)] if data.chosen else []),
    ]


def _filter_note(data: ReportData) -> list[Markup]:
    """Return which matches count; empty if all do."""
    filtered = data.found.filtered
    return [tag("p", tag("strong", filtered.text), " ", WHOLE)] if filtered else []


def _elo(data: ReportData) -> Markup:
    return sections.elo_over_time(data.history, data.order)


def _rest(data: ReportData) -> dict[str, Markup]:
    """Return the sections that are separate files in a large report."""
    return {
        "seats.html": sections.seats(data.results),
        "failures.html": sections.failures(data.found.bots, data.failed),
        "time.html": sections.time_use(data.found.bots),
    }


def _matches(data: ReportData, played: Sequence[MatchSummary]) -> Markup:
    return sections.matches(played, linked=data.linked, note=data.note)


def _parts_of_pairs(data: ReportData) -> Iterator[tuple[str, list[Markup]]]:
    """Yield the files of the table of pairs, each with links to the others."""
    records, sure = pairwise(data.results), sections.sure_of(data.found.fit)
    windows = [*range(0, len(data.order), BOTS_OF_A_PART)]
    near = MOST_WINDOWS if len(windows) <= MOST_WINDOWS else 1
    files = {
        (row, column): f"pairs-{row // BOTS_OF_A_PART + 1}-{column // BOTS_OF_A_PART + 1}.html"
        for row in windows
        for column in windows
        if abs(row - column) <= near * BOTS_OF_A_PART
    }
    for (row, column), file in files.items():
        rows, columns = (data.order[start : start + BOTS_OF_A_PART] for start in (row, column))
        down = _links("rows", [(one, files.get((one, column))) for one in windows], row, len(data.order))
        across = _links("columns", [(one, files.get((row, one))) for one in windows], column, len(data.order))
        yield (
            file,
            [down, across, sections.pairs(records, sure, rows, columns), sections.superiority(sure, rows, columns)],
        )


def _links(what: str, starts: Sequence[tuple[int, str | None]], here: int, count: int) -> Markup:
    """Return links to the parts of the table of pairs, by place."""
    links = [
        tag(
            "a",
            f"{start + 1}-{min(start + BOTS_OF_A_PART, count)}",
            href=file,
            aria_current="true" if start == here else None,
        )
        for start, file in starts
        if file is not None
    ]
    return tag("nav", tag("span", f"{what}, by place:", class_="fact"), *links, aria_label=what, class_="pages")


def _parts_of_matches(data: ReportData) -> Iterator[tuple[str, list[Markup]]]:
    """Yield the files of the matches, each with links to the others."""
    starts = range(0, len(data.played), MATCHES_OF_A_PAGE)
    files = {start: f"matches-{number}.html" for number, start in enumerate(starts, 1)}
    for start, file in files.items():
        links = [
            tag("a", f"{one + 1}", href=other, aria_current="true" if one == start else None)
            for one, other in files.items()
        ]
        nav = tag("nav", tag("span", "from match:", class_="fact"), *links, aria_label="matches", class_="pages")
        yield file, [nav, _matches(data, data.played[start : start + MATCHES_OF_A_PAGE])]


def _page(title: str, links: Sequence[tuple[str, str]], *parts: Markup) -> str:
    """Return a page that loads nothing."""
    style = Markup(static("boards.css") + static("site.css"))
    head = tag("head", HEAD, tag("title", title), tag("style", style))
    nav = [tag("nav", *(tag("a", words, href=file) for file, words in links), aria_label="pages", class_="pages")]
    main = tag("main", join([*(nav if links else []), *parts]), class_="page")
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', main), lang='en')}\n"


def no_replay(damaged: Sequence[str]) -> str:
    """Return the sentence about matches whose records are damaged."""
    return f"no replay of {', '.join(damaged)} can be shown, because the record is damaged"


def _deals_text(tournament: TournamentRow) -> str:
    """Return how many deals a table has."""
    one_by_one = tournament.plan.format.kind == "ladder"
    deals = "one deal at a time" if one_by_one else f"{counted(tournament.plan.format.deals, 'deal')} a table"
    return deals + (", each once per rotation" if tournament.duplicate else "")


def facts_of(tournament: TournamentRow, found: Standings) -> Markup:
    """Return what is played, and how much of the tournament has been played."""
    plan = tournament.plan
    settings = plan.tournament
    options = ", ".join(f"{name} = {option_text(value)}" for name, value in plan.options.items())
    facts = [
        f"{tournament.game_id}, {settings.seats} seats, {plan.format.kind}",
        f"custom cards: {settings.cards}" if settings.cards else "",
        f"{found.played} of {counted(tournament.matches, 'match', 'matches')}",
        _deals_text(tournament),
        f"schedule from seed {settings.seed}" + (", and the deals too" if settings.deals_from_seed else ""),
        f"started {strftime('%Y-%m-%d %H:%M', localtime(tournament.created_unix_s))}",
        f"{plan.time.decision} per decision, {plan.time.bank} in the bank, {counted(plan.time.max_strikes, 'strike')}",
        f"options: {options}" if options else "",
        f"void matches: {found.voids}" if found.voids else "",
        f"matches that were started again: {begun_again_text(found.begun_again)}" if found.begun_again else "",
        f"matches in which this machine was too busy to keep time: {found.overloaded}" if found.overloaded else "",
        f"matches that are not rated: {len(found.unrated)}" if found.unrated else "",
    ]
    return tag("p", "; ".join(fact for fact in facts if fact), ".", class_="facts")

"""The standings of a tournament: the ratings, and the totals of each bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from referee.columns import columns
from referee.counts import counted
from referee.kernel.record import SeatEnd
from tournament.formats.showing import FormatTable
from tournament.report.at_once import most_at_once
from tournament.report.decisions import decision_lines
from tournament.report.filters import WHOLE, FilterFacts, filter_facts
from tournament.report.findings import (
    NOTHING_MORE,
    FindingsWanted,
    ResultFindings,
    finding_lines,
    findings_of,
    latent_cells,
    mix_text,
)
from tournament.report.formats import format_tables, format_text
from tournament.report.ratings import notes, rating_table
from tournament.report.remarks import (
    absent_text,
    begun_again_text,
    rating_text,
    secret_text,
    undecided_text,
)
from tournament.report.stops import StopFacts, stop_facts, stop_lines
from tournament.report.totals import BotFacts, bot_facts, facts_table
from tournament.report.tuning import TuneFacts, tune_facts, tune_text
from tournament.report.versions import BotVersion, bot_versions, version_lines
from tournament.statistics.fit import Fit, fit
from tournament.statistics.results import MatchResult
from tournament.storage.archive import Archive
from tournament.storage.filtered_archive import FilteredArchive
from tournament.storage.rows import DecisionRow, ProcessRow, failure_text
from tournament.storage.summary import MatchSummary

SHOWN_LINES = 10
"""How many of the last output lines of a failed bot are shown."""

SHOWN_MATCHES = 10
"""How many of the matches in which bots had to wait for a core are listed for people: the last ones."""


class Standings(Struct, frozen=True, kw_only=True):
    """The current state of a tournament, with the best bot first, both in `fit` and in `bots`.

    `absent` lists the bots that appeared in none of their matches. All deals are derived from a secret: `commitment` is
    its hash, and `secret` is None until all matches have been played. `at_once` is the largest number of matches that
    ran at the same time. `begun_again` says for each match how often it was started again because it was void or
    interrupted. `starved` says in which matches a bot had to wait for a core, and which bots used it. `unrated` lists
    those of them that are not rated, because a bot got a strike while it waited. `decisions` is the log of what the
    organiser decided, and `versions` has the versions of all bots. `titles` are those of the bots that have one, and
    `format` is what people expect to see of the format. `stop` says how close the tournament is to an early end, if its
    plan has a rule for that. If only some matches count, `filtered` says which; `format` and `stop` are then left out.
    `findings` has what is known beyond ratings, and `tuning` the course of a bot that is tuned.
    """

    name: str
    game_id: str
    matches: int
    total: int
    voids: int
    overloaded: int
    commitment: str
    secret: str | None
    fit: Fit
    bots: list[BotFacts]
    absent: list[str]
    notes: list[str]
    at_once: int
    begun_again: dict[str, int]
    starved: list[str]
    unrated: list[str]
    decisions: list[DecisionRow] = field(default_factory=list)
    versions: list[BotVersion] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)
    format: list[FormatTable] = field(default_factory=list)
    stop: StopFacts | None = None
    filtered: FilterFacts | None = None
    findings: ResultFindings = field(default_factory=ResultFindings)
    tuning: TuneFacts | None = None

    @property
    def played(self) -> int:
        """How many matches have been played, whether they count here or not."""
        return self.filtered.played if self.filtered else self.matches

    @property
    def shown_decisions(self) -> list[DecisionRow]:
        """The decisions for people: without the plan of each batch, if a bot is tuned."""
        return [one for one in self.decisions if self.tuning is None or one.kind != "plan"]


def standings_of(archive: Archive, prior: float | None = None, wanted: FindingsWanted = NOTHING_MORE) -> Standings:
    """Compute the standings from the stored matches that count; for `prior` see `fit`."""
    tournament = archive.tournament
    matches = list(archive.matches())
    results = [match.result for match in matches if match.rated]
    played = {bot for result in results for bot in result.bots}
    playing = {bot.name for bot in tournament.plan.playing}
    anchors = {bot.name: bot.anchor for bot in archive.bots() if bot.anchor is not None and bot.name in played}
    found = fit(results, anchors=anchors, prior=prior)
    apart = _without_forfeits(results, anchors, prior) or found
    order = [rating.bot for rating in found.ratings]
    order += [bot.name for bot in archive.bots() if bot.name not in played]
    filtered = _filtered(archive, len(matches))
    stop = None if filtered else stop_facts(archive, tournament, found)
    findings = findings_of(results, found, wanted)
    bots = bot_facts(archive, matches, order, apart)
    return Standings(
        name=tournament.name,
        game_id=tournament.game_id,
        matches=len(matches),
        total=tournament.matches,
        voids=len(archive.voids()),
        overloaded=sum(match.overloaded for match in matches),
        commitment=tournament.secret.commitment.hex(),
        secret=None if archive.published is None else archive.published.reveal().hex(),
        fit=found,
        bots=bots,
        absent=[bot for bot in absent_of(matches) if bot in playing],
        notes=[*stop_lines(stop), *notes(found), *finding_lines(findings)],
        at_once=most_at_once(archive.times()),
        begun_again=archive.begun_again(),
        starved=[f"match {match.match}: {match.starved}" for match in matches if match.starved],
        decisions=archive.decisions(),
        versions=bot_versions(archive.bots(), found.ratings, {bot.bot: bot.matches for bot in bots}),
        titles={bot.name: bot.title for bot in archive.bots() if bot.title},
        unrated=[match.match for match in matches if match.starved and not match.rated],
        format=[] if filtered else format_tables(archive),
        stop=stop,
        filtered=filtered,
        findings=findings,
        tuning=None if filtered else tune_facts(archive),
    )


def _filtered(archive: Archive, matches: int) -> FilterFacts | None:
    """Return what readers have to know if only some matches count."""
    return filter_facts(archive.chosen, matches, archive.played) if isinstance(archive, FilteredArchive) else None


def standings_text(standings: Standings, failed: Sequence[ProcessRow]) -> str:
    """Return the standings for the terminal: ratings, totals, and the last failure of each bot that failed."""
    parts = [
        f"{standings.name} ({standings.game_id}): {standings.played} of {counted(standings.total, 'match', 'matches')}"
    ]
    parts += [f"{standings.filtered.text}\n{WHOLE}"] if standings.filtered else []
    parts.append(format_text(standings.format))
    parts += [tune_text(standings.tuning)] if standings.tuning else []
    if standings.matches and not standings.tuning:
        latent = latent_cells(standings.findings)
        parts += [rating_table(standings.fit, standings.titles, latent=latent), "\n".join(stop_lines(standings.stop))]
        parts += ["\n".join(finding_lines(standings.findings)), mix_text(standings.findings)]
        parts += ["\n".join(version_lines(standings.versions))]
        parts += [facts_table(standings.bots)]
        parts += [_table_without_forfeits(standings)] if any(bot.forfeits for bot in standings.bots) else []
        parts += [absent_text(bot) for bot in standings.absent]
        parts += [undecided_text(bot) for bot in standings.bots if bot.decided_nothing]
    parts += [failure_text(process, SHOWN_LINES) for process in {process.bot: process for process in failed}.values()]
    if standings.voids:
        parts.append(f"Void matches, played again: {standings.voids}.")
    if standings.begun_again:
        parts.append(f"Matches that were started again: {begun_again_text(standings.begun_again)}.")
    if standings.at_once > 1:
        parts.append(f"Matches that ran at once: at most {standings.at_once}.")
    if standings.overloaded:
        parts.append(f"Matches in which this machine was too busy to keep time accurately: {standings.overloaded}.")
    if standings.starved:
        parts.append("\n".join(starved_texts(standings)))
    parts.append("\n".join(decision_lines(standings.shown_decisions)))
    parts.append(secret_text(standings.commitment, standings.secret))
    return "\n\n".join(part for part in parts if part)


def starved_texts(standings: Standings) -> list[str]:
    """Return lines for people about matches in which bots had to wait for a core; if there are many, the last ones."""
    said = [f"In {counted(len(standings.starved), 'match', 'matches')}, bots had to wait for a core that others used:"]
    said += [f"  {text}" for text in standings.starved[-SHOWN_MATCHES:]]
    if standings.unrated:
        said.append(f"Not rated, because a bot got a strike while it waited: {', '.join(standings.unrated)}")
    return said


def absent_of(matches: Sequence[MatchSummary]) -> list[str]:
    """List the bots that did not appear in any of their matches."""
    seats = [seat for match in matches for seat in match.seats]
    came = {seat.bot for seat in seats if seat.end is not SeatEnd.NO_SHOW}
    return sorted({seat.bot for seat in seats} - came)


def _without_forfeits(results: Sequence[MatchResult], anchors: Mapping[str, float], prior: float | None) -> Fit | None:
    """Return the ratings without the matches in which a seat forfeited; None if there are no such matches."""
    left = [result for result in results if not result.forfeits]
    if len(left) == len(results):
        return None
    played = {bot for result in left for bot in result.bots}
    return fit(left, anchors={bot: value for bot, value in anchors.items() if bot in played}, prior=prior)


def _table_without_forfeits(standings: Standings) -> str:
    """Return the ratings with and without forfeits, side by side."""
    heads = ("bot", "rating", "matches", "without forfeits", "matches without")
    ratings = {rating.bot: rating.rating for rating in standings.fit.ratings}
    rows = [
        (bot.bot, rating_text(ratings.get(bot.bot)), bot.matches, rating_text(bot.without_forfeits), bot.unforfeited)
        for bot in standings.bots
    ]
    return columns([heads, *rows], right=range(1, 5))

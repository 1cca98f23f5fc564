"""Put the report together and write it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from time import localtime, strftime

from referee.counts import counted
from referee.files import private_folder, write_private
from referee.kernel.options import option_text
from referee.pages.layout import HEAD
from referee.pages.markup import Markup, join, tag
from referee.pages.replays import replay_page, static
from tournament.errors import DamagedError
from tournament.report import sections
from tournament.report.remarks import begun_again_text, secret_text
from tournament.report.standings import Standings, standings_of
from tournament.storage.archive import NO_RECORD, Archive
from tournament.storage.rows import TournamentRow

DRAWN_AT_ONCE = 100
"""Up to this many replays are drawn by default: a page takes about half a second and 30 to 500 kB."""


def write_report(
    archive: Archive, folder: Path, *, replays: bool | None, prior: float | None, tell: Callable[[str], None]
) -> Path:
    """Write the page, and beside it a page for each match to step through. Return the page's path.

    If `replays` is None, they are drawn if there are few. Raises `DamagedError`, after writing everything else, if the
    record of a match cannot be read.
    """
    private_folder(folder)
    page = folder / "index.html"
    linked = len(archive.shown()) <= DRAWN_AT_ONCE if replays is None else replays
    damaged = write_replays(archive, folder / "replays", tell) if linked else []
    write_private(page, page_of(archive, linked=linked, damaged=damaged, prior=prior).encode())
    if damaged:
        raise DamagedError(f"{no_replay(damaged)}; everything else is in {page}")
    return page


def no_replay(damaged: Sequence[str]) -> str:
    """Return the sentence about matches whose records are damaged."""
    return f"no replay of {', '.join(damaged)} can be shown, because the record is damaged"


def page_of(archive: Archive, *, linked: bool, damaged: Sequence[str] = (), prior: float | None = None) -> str:
    """Return the page: everything about a tournament, without anything that is loaded from elsewhere.

    If `linked`, it links to the replays, except those of the `damaged` matches.
    """
    tournament = archive.tournament
    found = standings_of(archive, prior)
    played = list(archive.matches())
    results = [match.result for match in played if match.rated]
    replays = [match for match in archive.shown() if match not in damaged] if linked else []
    note = no_replay(damaged) if damaged else ""
    if not linked:
        note = "this page has no replays: `tournament web` draws them on demand, `tournament report --replays` all"
    body = [
        tag("h1", tournament.name),
        facts_of(tournament, found),
        tag("p", secret_text(found.commitment, found.secret), class_="facts"),
        sections.standings(found),
        sections.elo_over_time(archive.ratings()),
        sections.pairs(results, found.fit),
        sections.seats(results),
        sections.failures(found.bots, archive.failures()),
        sections.time_use(found.bots),
        sections.matches(played, linked=replays, note=note),
    ]
    style = Markup(static("boards.css") + static("site.css"))
    head = tag("head", HEAD, tag("title", tournament.name), tag("style", style))
    main = tag("main", join(body), class_="page")
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', main), lang='en')}\n"


def write_replays(archive: Archive, folder: Path, tell: Callable[[str], None]) -> list[str]:
    """Draw the replay of every match whose cards may be shown. Return the matches whose records are damaged."""
    private_folder(folder)
    damaged = []
    shown = archive.shown()
    for number, match in enumerate(shown, 1):
        try:
            page = replay_page(archive.record(match))
        except NO_RECORD:
            damaged.append(match)
        else:
            write_private(folder / f"{match}.html", page.encode())
        if number % 10 == 0:
            tell(f"{number} of {counted(len(shown), 'replay')}")
    return damaged


def facts_of(tournament: TournamentRow, found: Standings) -> Markup:
    """Say what is played, and how far the tournament is."""
    plan = tournament.plan
    settings = plan.tournament
    options = ", ".join(f"{name} = {option_text(value)}" for name, value in plan.options.items())
    facts = [
        f"{tournament.game_id}, {settings.seats} seats, {plan.format.kind}",
        f"custom cards: {settings.cards}" if settings.cards else "",
        f"{found.matches} of {counted(tournament.matches, 'match', 'matches')}",
        f"{counted(plan.format.deals, 'deal')} a table" + (", each once per rotation" if tournament.duplicate else ""),
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

"""The pages of matches, of a bot, and of the plan."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

import msgspec
from msgspec import Struct

from referee.kernel.record import SeatEnd
from referee.pages.layout import Navigation, page
from referee.pages.markup import Markup, join, table, tag
from referee.pages.matches import ON_A_PAGE, pages
from tournament.report.ratings import interval_cell, ranks_cell, rating_cell
from tournament.report.remarks import defaults_text, forfeits_text, rating_text
from tournament.report.standings import SHOWN_LINES
from tournament.storage.rows import failure_text
from tournament.storage.summary import MatchSummary
from tournament.web.snapshot import Snapshot
from tournament.web.standing_pages import bot_link

MIB = 1 << 20
FAILURES_SHOWN = 20
HEADS = ("match", "result (place, score)", "steps", "forfeits", "replay")
OWN = "/mine"
"""The page of the visitor's own bot."""
WITHOUT_KEY = "Only visitors with the key see the bot's output and its command."


class Wanted(Struct, frozen=True):
    """Which matches are listed."""

    bot: str = ""
    forfeited: bool = False
    start: int = 0


def matches_page(place: Navigation, now: Snapshot, wanted: Wanted) -> str:
    """Return the page with all matches, the last one first."""
    found = [match for match in reversed(now.matches) if _fits(match, wanted)]
    box = tag("input", type="checkbox", name="forfeited", value="1", checked="" if wanted.forfeited else None)
    form = tag(
        "form",
        tag("label", "bot ", tag("input", name="bot", value=wanted.bot, autocomplete="off", spellcheck="false")),
        tag("label", tag("span", "only with forfeits "), box),
        tag("button", "Show"),
        action="/matches",
        class_="search",
    )
    return page(place, "Matches", tag("h1", "Matches"), form, _listed(now, found, wanted), here="/matches")


def played_page(place: Navigation, now: Snapshot, match: MatchSummary) -> str:
    """Return the page of a match that has a result, but no replay yet."""
    why = "The replay will be here once all rotations of the deal have been played."
    listed = tag("div", table(HEADS, [_row(now, match)], (2,)))
    return page(place, match.match, tag("h1", match.match), listed, tag("p", why, class_="fact"))


def bot_page(place: Navigation, now: Snapshot, bot: str, *, private: bool, own: Markup | None = None) -> str:
    """Return the page of one bot; its output and command are on it only if `private`.

    `own` is the part that its owner sees instead of its failures and matches.
    """
    facts = next(one for one in now.standings.bots if one.bot == bot)
    row = next(one for one in now.bots if one.name == bot)
    rating = next((one for one in now.standings.fit.ratings if one.bot == bot), None)
    said = [
        ("place", "-" if rating is None else f"{rating.place} of {len(now.bots)}"),
        ("rating", "-" if rating is None else rating_cell(rating)),
        ("95 % interval", "-" if rating is None else interval_cell(rating)),
        ("ranks", "-" if rating is None else ranks_cell(rating)),
        ("Elo", rating_text(facts.elo)),
        ("matches", facts.matches),
        ("mean score", f"{facts.mean_score:.1f}"),
        ("forfeits", forfeits_text(facts.forfeits) or "none"),
        ("strikes", facts.strikes),
        ("decisions", facts.decisions),
        ("late answers", facts.timeouts),
        ("mean time of an answer", f"{facts.mean_ms:.1f} ms"),
        ("longest", f"{facts.max_ms:.0f} ms"),
        ("CPU time", f"{facts.cpu_s:.1f} s"),
        ("memory at most", f"{facts.memory_bytes / MIB:.0f} MiB"),
        ("defaults", defaults_text(facts)),
        ("kind", row.kind),
        *([("title", row.title)] if row.title else []),
        *([("follows", row.follows)] if row.follows else []),
        *([("code", row.code)] if row.code else []),
        *([("command", row.command)] if private and row.command else []),
    ]
    facts_of_bot = tag("dl", *[tag("div", tag("dt", name), tag("dd", value)) for name, value in said], class_="said")
    if own is not None:
        return page(place, bot, tag("h1", bot), facts_of_bot, own, here=OWN)
    matches = now.matches_of(bot)[::-1]
    return page(
        place,
        bot,
        tag("h1", bot),
        facts_of_bot,
        tag("h2", "Failures"),
        _failures(now, bot, private=private),
        tag("h2", "Matches"),
        _listed(now, matches, Wanted(bot=bot)),
    )


def plan_page(place: Navigation, now: Snapshot, *, private: bool) -> str:
    """Return the page of the plan: what is played, and by which bots."""
    plan = now.tournament.plan
    parts = []
    for name in ("tournament", "format", "run", "rating", "time"):
        settings = msgspec.to_builtins(getattr(plan, name))
        parts += [tag("h2", name), table(("key", "value"), [(key, _shown(value)) for key, value in settings.items()])]
    options = [(key, _shown(value)) for key, value in plan.options.items()]
    parts += [tag("h2", "options"), table(("key", "value"), options)] if options else []
    heads = ["bot", "kind", "anchor", *(["command", "version"] if private else [])]
    rows = [
        [
            bot_link(bot.name, bot.title),
            bot.kind,
            "" if bot.anchor is None else bot.anchor,
            *([bot.command, bot.version] if private else []),
        ]
        for bot in now.bots
    ]
    bots = tag("h2", f"bots ({len(rows)})")
    return page(place, "Plan", tag("h1", "Plan"), bots, table(heads, rows), *parts, here="/plan")


def _failures(now: Snapshot, bot: str, *, private: bool) -> Markup:
    failed = [process for process in now.processes if process.bot == bot and process.failed]
    if not failed:
        return tag("p", "None of its processes failed.", class_="none-yet")
    shown = failed[-FAILURES_SHOWN:][::-1]
    if private:
        return join([tag("pre", failure_text(process, SHOWN_LINES), tabindex="0") for process in shown])
    return tag("div", tag("p", f"{len(failed)} of its processes failed."), tag("p", WITHOUT_KEY, class_="fact"))


def _fits(match: MatchSummary, wanted: Wanted) -> bool:
    return (not wanted.forfeited or match.forfeited) and (
        not wanted.bot or any(seat.bot == wanted.bot for seat in match.seats)
    )


def _listed(now: Snapshot, found: Sequence[MatchSummary], wanted: Wanted) -> Markup:
    shown = found[wanted.start : wanted.start + ON_A_PAGE]
    if not shown:
        return tag("p", "No such match." if now.matches else "No match has been played yet.", class_="none-yet")
    rows = [_row(now, match) for match in shown]
    query = {"bot": wanted.bot, "forfeited": "1" if wanted.forfeited else ""}
    return tag(
        "div",
        table(HEADS, rows, (2,)),
        pages(len(found), wanted.start, ON_A_PAGE, "/matches", query),
    )


def _row(now: Snapshot, match: MatchSummary) -> tuple[object, ...]:
    result = result_cell(match)
    causes = forfeits_text({f"{seat.bot}: {seat.end}": 1 for seat in match.seats if seat.end is not SeatEnd.PLAYED})
    return match.match, result, match.steps, causes, replay_cell(now, match.match)


def result_cell(match: MatchSummary) -> str:
    """Return the result of a match: its bots, best first, with place and score."""
    seats = sorted(match.seats, key=lambda seat: seat.place)
    return ", ".join(f"{seat.bot} ({seat.place}, {seat.score})" for seat in seats)


def replay_cell(now: Snapshot, match: str) -> Markup:
    """Return a link to the replay of a match, or when there will be one."""
    if match not in now.shown:
        return tag("td", "once its deal is played out", class_="fact")
    return tag("td", tag("a", f"replay of {match}", href=f"/matches/{quote(match, safe='')}/replay"))


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} = {inner}" for name, inner in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "-" if value is None else str(value)

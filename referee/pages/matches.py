"""The pages of matches at a referee: the list, and a match that is followed while it is played."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from time import gmtime, strftime
from urllib.parse import quote, urlencode

from msgspec import Struct

from referee.errors import UsageError
from referee.kernel.board import Board
from referee.kernel.game import find_game
from referee.pages.boards import draw
from referee.pages.layout import Navigation, feed, page
from referee.pages.markup import Markup, join, table, tag

MATCH_PARTS = ("head", "facts", "zones", "seats", "happened")
SHOWN_EVENTS = 40
ON_A_PAGE = 50
RUNNING, WAITING, FINISHED, VOID = "running", "waiting", "finished", "voided"
SCRIPT = "feed.js"


class SeatFacts(Struct, frozen=True):
    """The result of a seat; `end` is a word that records use."""

    place: int
    score: int
    end: str = "played"
    strikes: int = 0


class MatchFacts(Struct, frozen=True, kw_only=True):
    """The facts of a match, without its table."""

    match_id: str
    name: str = ""
    game_id: str
    bots: tuple[str, ...]
    state: str
    decisions: int = 0
    results: tuple[SeatFacts, ...] = ()
    reason: str = ""
    void_reason: str = ""
    created_unix_s: float = 0.0

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state in {FINISHED, VOID}

    @property
    def title(self) -> str:
        """The title for people."""
        return f"{game_name(self.game_id)}: {' against '.join(self.bots)}"


class Filter(Struct, frozen=True):
    """Which finished matches to list, and where in the list to start."""

    bot: str = ""
    game: str = ""
    start: int = 0

    def fits(self, match: MatchFacts) -> bool:
        """Whether a match passes the filter."""
        return (not self.bot or self.bot in match.bots) and (not self.game or self.game == match.game_id)


def game_name(game_id: str) -> str:
    """The name of a game; its id if it is not installed here."""
    try:
        return find_game(game_id).name
    except UsageError:
        return game_id


def list_page(place: Navigation, matches: Sequence[MatchFacts], wanted: Filter, *, note: str = "") -> str:
    """The list of all matches. Running matches update by themselves; finished matches can be searched."""
    return page(
        place,
        "Matches",
        tag("h1", "Matches"),
        feed("/feed", "now"),
        *([tag("p", note, class_="fact")] if note else []),
        tag("h2", "Finished", id="played"),
        _search(matches, wanted),
        _played(matches, wanted),
        here="/",
        scripts=[SCRIPT],
    )


def now_parts(matches: Sequence[MatchFacts]) -> dict[str, list[Markup]]:
    """The running and the waiting matches."""
    running = [match for match in matches if match.state == RUNNING]
    waiting = [match for match in matches if match.state == WAITING]
    parts = [
        tag("section", tag("h2", f"Running now ({len(running)})"), _open_matches(running, "No match is running.")),
    ]
    if waiting:
        parts.append(
            tag(
                "section", tag("h2", f"Waiting for players ({len(waiting)})"), _open_matches(waiting, "", counted=False)
            )
        )
    return {"now": parts}


def match_page(place: Navigation, match: MatchFacts, *, replay: bool) -> str:
    """The page of a match to follow; with `replay` it links to the replay."""
    return page(
        place,
        match.title,
        tag("h1", match.title),
        tag("p", f"Match {match.name or match.match_id}, started {_moment(match)}", class_="fact"),
        *([tag("p", tag("a", "Replay with all hands", href=f"{_path(match)}/replay"))] if replay else []),
        table_of_match(f"{_path(match)}/feed"),
        scripts=[SCRIPT],
    )


def table_of_match(path: str, *, keep: bool = False) -> Markup:
    """The elements that show a table; `path` is the feed that fills them, with `keep` even while the page is hidden."""
    log = tag("div", id="happened", class_="log", tabindex="0", role="log", aria_label="What happened")
    return tag(
        "div",
        tag("p", id="connection", role="status", class_="fact", hidden=""),
        tag("div", id="head"),
        tag(
            "div",
            tag("div", id="facts"),
            tag("div", id="zones", class_="zones"),
            tag("div", id="seats", class_="seats"),
        ),
        tag("section", tag("h2", "What happened"), log),
        data_feed=path,
        data_keep="" if keep else None,
        class_="match",
    )


def board_parts(
    board: Board, bots: Sequence[str], viewer: int | None = None, asked: Collection[int] = ()
) -> dict[str, list[Markup]]:
    """The table, as parts of the page."""
    drawn = draw(board, bots, viewer, asked)
    return {
        "facts": [Markup(drawn.facts)],
        "zones": [*map(Markup, drawn.zones)],
        "seats": [*map(Markup, drawn.seats)],
    }


def text_parts(text: str) -> dict[str, list[Markup]]:
    """The table as text, for when it cannot be drawn."""
    return {"facts": [], "zones": [tag("pre", text)], "seats": []}


def log_part(events: Sequence[str]) -> dict[str, list[Markup]]:
    """The latest events, newest first."""
    return {"happened": [tag("p", event) for event in [*events][::-1][:SHOWN_EVENTS]]}


def head_part(match: MatchFacts, step: int, replay: str = "") -> dict[str, list[Markup]]:
    """The state or the result of a match; `step` is the step after which the table is shown.

    `replay` is the path that leads to the replay of a match that is over; empty if there is none.
    """
    if match.state == VOID:
        return {"head": [tag("p", f"The match is void: {match.void_reason}", class_="result")]}
    if match.state == FINISHED:
        link = [tag("p", tag("a", "Replay", href=replay))] if replay else []
        return {"head": [result_table(match), *link]}
    said = "Waiting for the bots to connect." if match.state == WAITING else f"Running, after step {step}."
    return {"head": [tag("p", said, class_="fact")]}


def result_table(match: MatchFacts) -> Markup:
    """The result of a match, by place."""
    rows = [
        (of.place, bot, seat, of.score, "" if of.end == "played" else f"forfeited: {of.end.replace('_', ' ')}")
        for seat, (bot, of) in enumerate(zip(match.bots, match.results, strict=False))
    ]
    heads = ("place", "player", "seat", "score", "")
    ended = tag("p", f"Reason for the end: {match.reason.replace('_', ' ')}.", class_="fact")
    return tag("div", table(heads, sorted(rows), (0, 2, 3)), ended, class_="result")


def _search(matches: Sequence[MatchFacts], wanted: Filter) -> Markup:
    games = sorted({match.game_id for match in matches} | ({wanted.game} if wanted.game else set()))
    options = [tag("option", "all games", value="")]
    options += [
        tag("option", game_name(game), value=game, selected="" if game == wanted.game else None) for game in games
    ]
    return tag(
        "form",
        tag("label", "player ", tag("input", name="bot", value=wanted.bot, autocomplete="off", spellcheck="false")),
        tag("label", "game ", tag("select", join(options), name="game")),
        tag("button", "Show"),
        action="/#played",
        class_="search",
    )


def _played(matches: Sequence[MatchFacts], wanted: Filter) -> Markup:
    found = [match for match in matches if match.over and wanted.fits(match)]
    shown = found[wanted.start : wanted.start + ON_A_PAGE]
    if not shown:
        said = "No such match." if wanted.bot or wanted.game else "No match has been played yet."
        return tag("p", said, class_="none-yet")
    rows = [
        (_link(match), game_name(match.game_id), _players(match), match.decisions, _moment(match)) for match in shown
    ]
    return tag(
        "div",
        table(("match", "game", "players (place, score)", "decisions", "started"), rows, (3,)),
        pages(len(found), wanted.start, ON_A_PAGE, "/", {"bot": wanted.bot, "game": wanted.game}, "#played"),
    )


def pages(count: int, start: int, size: int, path: str, query: dict[str, str], anchor: str = "") -> Markup:
    """The navigation of a long list."""
    given = {name: value for name, value in query.items() if value}

    def way(words: str, to: int) -> Markup:
        return tag("a", words, href=f"{path}?{urlencode({**given, 'from': to})}{anchor}")

    newer = [way("newer", max(0, start - size))] if start else []
    older = [way("older", start + size)] if start + size < count else []
    said = f"{start + 1} to {min(start + size, count)} of {count}"
    return tag("nav", tag("span", said, class_="fact"), *newer, *older, aria_label="pages of the list", class_="pages")


def _open_matches(matches: Sequence[MatchFacts], none: str, *, counted: bool = True) -> Markup:
    if not matches:
        return tag("p", none, class_="none-yet")
    shown = matches[:ON_A_PAGE]
    rows = [
        (_link(one), game_name(one.game_id), ", ".join(one.bots), *([one.decisions] if counted else []))
        for one in shown
    ]
    more = [tag("p", f"and {len(matches) - len(shown)} more", class_="fact")] if len(matches) > len(shown) else []
    heads = ["match", "game", "players", *(["decisions"] if counted else [])]
    return tag("div", table(heads, rows, (3,)), *more)


def _link(match: MatchFacts) -> Markup:
    return tag("td", tag("a", match.name or match.match_id, href=_path(match)))


def _path(match: MatchFacts) -> str:
    return f"/matches/{quote(match.match_id, safe='')}"


def _players(match: MatchFacts) -> str:
    if match.state == VOID:
        return f"{', '.join(match.bots)} (void)"
    if not match.results:
        return ", ".join(match.bots)
    placed = sorted(zip(match.results, match.bots, strict=False), key=lambda one: one[0].place)
    return ", ".join(f"{bot} ({of.place}, {of.score})" for of, bot in placed)


def _moment(match: MatchFacts) -> str:
    return strftime("%Y-%m-%d %H:%M UTC", gmtime(match.created_unix_s)) if match.created_unix_s else "-"

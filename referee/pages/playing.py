"""The page of a person's seat: what they see and choose from, and the pages before and after."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from referee.pages.layout import Navigation, page
from referee.pages.markdown import markdown
from referee.pages.markup import Markup, join, table, tag
from referee.pages.matches import SCRIPT, SeatFacts, table_of_match

FEED = "/play/feed"
SCRIPTS = (SCRIPT, "clicks.js", "attention.js", "play.js")
SURE = "Click again to pass"
KEYS = 9
"""How many options have a key: 1 to 9."""
CONFIRMED = "yes"


class Choice(Struct, frozen=True, kw_only=True):
    """A choice for a person. `places` say where on the board each option can be chosen; times are in milliseconds.

    `until_ms` is when the default is played, by this machine's monotonic clock; None means that there is no clock. The
    feed sends the current time of that clock.
    """

    turn: int
    options: Sequence[str]
    places: Sequence[str]
    default: int
    until_ms: int | None = None
    bank_ms: int = 0


def play_page(place: Navigation, title: str, *, leaves: bool) -> str:
    """The table, with a seat for the visitor. `leaves` says whether they can leave it."""
    return page(
        place,
        title,
        tag("h1", title),
        tag("div", id="status", role="status"),
        tag("p", id="said", role="alert", class_="strike", hidden=""),
        tag("div", id="clock"),
        tag("div", id="begin"),
        tag("div", id="options"),
        table_of_match(FEED, keep=True),
        tag("details", tag("summary", "Rules"), tag("div", id="rules"), class_="aside"),
        _explaining(),
        _settings(),
        _ending(leaves=leaves),
        here="/play",
        scripts=SCRIPTS,
    )


def sit_page(place: Navigation, why: str = "") -> str:
    """Ask for the token of a bot."""
    said = [tag("p", why, class_="strike", role="alert")] if why else []
    return page(
        place,
        "Take a seat",
        tag("h1", "Take a seat"),
        tag(
            "p",
            "You play instead of a bot, in the matches that are created for its name, and under their time limits. "
            "Ask the organiser for the bot's token.",
        ),
        *said,
        tag(
            "form",
            tag("label", "token ", tag("input", type="password", name="token", required="", autocomplete="off")),
            tag("button", "Take a seat"),
            method="post",
            action="/sit",
            class_="search",
        ),
        here="/sit",
    )


def status_part(text: str, *, strong: bool = False) -> dict[str, list[Markup]]:
    """The status, as one sentence."""
    return {"status": [tag("p", text, class_="asking" if strong else "fact")]}


def rules_part(rules: str) -> dict[str, list[Markup]]:
    """The rules of the game, from its Markdown; their headings are below those of the page."""
    text = (
        markdown(rules, below=2) if rules else tag("p", "The rules of this game are not available here.", class_="fact")
    )
    return {"rules": [tag("div", text, class_="rules")]}


def no_choice() -> dict[str, list[Markup]]:
    """The parts of the page while there is nothing to choose."""
    return {"options": [], "clock": []}


def choice_parts(choice: Choice) -> dict[str, list[Markup]]:
    """The options as buttons, and the clock, which the script updates."""
    return {"options": [_options(choice)], "clock": [] if choice.until_ms is None else [_clock(choice)]}


def begin_part(again: bool) -> dict[str, list[Markup]]:
    """The button that starts a match.

    The seat never changes this part of the page, because the seat's last message may arrive later.
    """
    words = "Play again" if again else "Start"
    return {"begin": [tag("form", tag("button", words, class_="main"), method="post", action="/play/begin")]}


def no_begin() -> dict[str, list[Markup]]:
    """The parts of the page while a match is being played."""
    return {"begin": []}


def end_part(
    bots: Sequence[str], results: Sequence[SeatFacts], reason: str, void_reason: str, replay: str
) -> dict[str, list[Markup]]:
    """The result of the match; `replay` is the path of the replay, or empty."""
    link = [tag("p", tag("a", "Replay with all hands", href=replay))] if replay else []
    if void_reason:
        return {"head": [tag("div", tag("p", f"The match has no result: {void_reason}"), *link, class_="result")]}
    rows = [
        (of.place, bot, of.score, "" if of.end == "played" else f"forfeited: {of.end.replace('_', ' ')}")
        for bot, of in zip(bots, results, strict=False)
    ]
    ended = tag("p", f"Reason for the end: {reason.replace('_', ' ')}.", class_="fact")
    return {
        "head": [
            tag("div", table(("place", "player", "score", ""), sorted(rows), (0, 2)), ended, *link, class_="result")
        ]
    }


def gives_up(option: str) -> bool:
    """Whether an option gives something up and is easily taken by mistake: the page asks again before it sends it.

    If a game is not installed here, the page knows nothing about it except the texts of its options.
    """
    return option.split(" ", 1)[0].lower() == "pass"


def resign_page(place: Navigation) -> str:
    """Ask whether to resign, because a single click must not lose a match."""
    said = "You lose this match, and your seat plays defaults until it is over. You cannot take this back."
    return page(
        place,
        "Resign",
        tag("h1", "Resign this match?"),
        tag("p", said),
        tag(
            "form",
            Markup(f'<input type="hidden" name="sure" value="{CONFIRMED}">'),
            tag("button", "Resign this match"),
            method="post",
            action="/play/resign",
        ),
        tag("p", tag("a", "Back to your seat", href="/play")),
        here="/play",
    )


def explained(lines: Sequence[str]) -> str:
    """What is known about a card."""
    return join([tag("p", line) for line in lines])


def _options(choice: Choice) -> Markup:
    buttons = []
    for number, (text, place) in enumerate(zip(choice.options, choice.places, strict=True)):
        default = (
            [" ", tag("em", "default", class_="mark")] if number == choice.default and len(choice.options) > 1 else []
        )
        buttons.append(
            tag(
                "button",
                text,
                *default,
                name="option",
                value=number,
                aria_keyshortcuts=number + 1 if number < KEYS else None,
                data_place=place or None,
                data_sure=SURE if len(choice.options) > 1 and gives_up(text) else None,
            )
        )
    return tag(
        "form",
        Markup(f'<input type="hidden" name="turn" value="{choice.turn}">'),
        tag("div", join(buttons), class_="buttons"),
        method="post",
        action="/play/choose",
        aria_label="Your options",
    )


def _clock(choice: Choice) -> Markup:
    return tag(
        "p",
        tag("span", "", class_="left"),
        tag("span", "", class_="warning", role="alert"),
        class_="clock",
        data_until=choice.until_ms,
        data_bank=choice.bank_ms,
        data_default=choice.options[choice.default],
    )


def _explaining() -> Markup:
    return tag(
        "section",
        tag("h2", "What does a card do?"),
        tag(
            "form",
            tag("label", "card ", tag("input", name="card", autocomplete="off", spellcheck="false")),
            tag("button", "Explain"),
            action="/play/explain",
            id="explain",
            class_="search",
        ),
        tag("div", id="explained", role="status"),
        tag("p", "Or click a card that is not one of your options.", class_="fact"),
    )


def _settings() -> Markup:
    """What a visitor may switch on or off; the browser keeps it."""
    boxes = [
        ("keys", "The keys 1 to 9 choose an option, and Escape takes a first click back", ""),
        ("sound", "A sound when it is my turn", None),
        ("notices", "A notification when it is my turn and I am looking at another page", None),
    ]
    refused = tag("p", "The browser does not allow notifications of this page.", id="refused", role="alert", hidden="")
    labels = [
        tag("label", tag("input", type="checkbox", name=name, id=name, checked=checked), text)
        for name, text, checked in boxes
    ]
    return tag(
        "details",
        tag("summary", "Settings"),
        tag("div", *labels, id="settings", class_="boxes"),
        refused,
        class_="aside",
    )


def _ending(*, leaves: bool) -> Markup:
    ways = [tag("form", tag("button", "Resign this match"), method="post", action="/play/resign")]
    if leaves:
        ways.append(tag("form", tag("button", "Leave the table"), method="post", action="/play/leave"))
    said = (
        "If you resign, you lose this match and your seat plays defaults. "
        "If you leave, you can come back, but your clock keeps running."
    )
    return tag("details", tag("summary", "Resign or leave"), tag("p", said, class_="fact"), *ways, class_="aside")

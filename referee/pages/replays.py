"""One self-contained page that shows a whole match; it works from a disk, without a network.

Each part of a board is stored once and referred to by its number, because most parts are the same for many steps.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from importlib import resources
from typing import Any
from zlib import compress

from referee.kernel.game import find_game
from referee.kernel.record import Record, SeatEnd
from referee.neutral import neutral
from referee.pages.charts import time_chart
from referee.pages.frames import EVERYTHING, SPECTATOR, Frame, frames_of, viewers_of
from referee.pages.markup import Markup, join, tag


def replay_page(record: Record, viewers: Sequence[str] = (), back: tuple[str, str] | None = None) -> str:
    """The page of a record for some viewers, or for all. The page contains nothing that only others saw.

    `back` is the text and the path of a link back, for a page that a site serves.

    Raises:
        UsageError: There is no such viewer.
        RecordError: The record cannot be replayed.
    """
    shown = list(viewers) or viewers_of(record)[::-1]
    title = f"{find_game(record.header.game_id).name}: {' against '.join(record.header.bots)}"
    style, script = static("boards.css") + static("replay.css"), static("replay.js")
    head = tag(
        "head",
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{_policy(style, script)}">'),
        tag("title", title),
        Markup(f"<style>{style}</style>"),
    )
    body = tag(
        "body",
        _header(record, title, back),
        _body(record, shown),
        Markup(f"<script>{script}</script>"),
        data_match=_packed(record, shown),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def static(name: str) -> str:
    """A file that belongs to the pages."""
    return (resources.files("referee.pages") / "static" / name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """What the page may do: run this script and use this style. No text of a record can become a script."""
    hashes = [b64encode(sha256(part.encode()).digest()).decode() for part in (style, script)]
    return (
        f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _header(record: Record, title: str, back: tuple[str, str] | None) -> Markup:
    way = [] if back is None else [tag("nav", tag("a", back[0], href=back[1]), aria_label="site")]
    fact = tag("p", f"Match {record.header.name}. {_result(record)}", class_="fact")
    return tag("header", *way, tag("h1", title), fact)


def _body(record: Record, shown: Sequence[str]) -> Markup:
    return join(
        [
            _controls(record, shown),
            tag("div", id="chart"),
            tag(
                "main",
                tag("div", id="facts"),
                tag(
                    "div",
                    tag("section", id="turns", aria_label="choices"),
                    tag("section", id="happened", aria_label="what happened", tabindex="0"),
                    class_="side",
                ),
                tag(
                    "div",
                    tag("div", id="zones", class_="zones"),
                    tag("div", id="seats", class_="seats"),
                    class_="table",
                ),
            ),
            tag("noscript", tag("p", "This page needs JavaScript. `referee show` prints the same as text.")),
        ]
    )


def _controls(record: Record, shown: Sequence[str]) -> Markup:
    viewers = [tag("option", _name(record, viewer), value=viewer) for viewer in shown]
    speeds = [tag("option", f"{speed} per second", value=speed) for speed in ("0.5", "1", "2", "5", "10")]
    return tag(
        "nav",
        tag(
            "div",
            _button("start", "|◀", "go to the start"),
            _button("back", "◀", "one step back"),
            _button("play", "Play", "play"),
            _button("next", "▶", "one step forward"),
            _button("end", "▶|", "go to the end"),
            class_="steps",
        ),
        tag("label", "steps ", tag("select", join(speeds), id="speed")),
        tag("label", "seen by ", tag("select", join(viewers), id="viewer")),
        tag("label", "next turn of ", tag("select", id="seat")),
        _button("turn", "Go", "go to the next turn of that seat"),
        _button("strike", "Next strike", "go to the next strike"),
        tag("output", id="position", role="status"),
        tag("input", type="range", id="slider", min="0", value="0", aria_label="step"),
        aria_label="steps",
        class_="controls",
    )


def _button(name: str, sign: str, what: str) -> Markup:
    return tag("button", sign, id=name, type="button", title=what, aria_label=what)


def _name(record: Record, viewer: str) -> str:
    if viewer in {SPECTATOR, EVERYTHING}:
        return {SPECTATOR: "a spectator", EVERYTHING: "everything"}[viewer]
    return f"seat {viewer}: {record.header.bots[int(viewer)]}"


def _result(record: Record) -> str:
    end = record.end
    if end is None:
        return "The record ends before the match does."
    if end.void:
        return f"The match is void: {end.void_reason}"
    seats = [
        f"{bot}: place {end.places[seat]}, score {end.scores[seat]}"
        + ("" if end.ends[seat] is SeatEnd.PLAYED else f", forfeited ({end.ends[seat]})")
        for seat, bot in enumerate(record.header.bots)
    ]
    return f"{end.reason.replace('_', ' ')}. {'; '.join(seats)}"


class _Texts:
    """Texts that are stored once each and referred to by their numbers."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers))

    def of(self, texts: Iterable[str]) -> list[int]:
        return [self.number(text) for text in texts]


def _packed(record: Record, shown: Sequence[str]) -> str:
    texts = _Texts()
    viewers = {}
    for viewer in shown:
        frames = list(frames_of(record, viewer))
        viewers[viewer] = {
            "frames": [_frame(texts, frame) for frame in frames],
            "chart": texts.number(time_chart(frames, len(record.header.bots))),
        }
    said = {"texts": list(texts.numbers), "viewers": viewers, "bots": [neutral(bot) for bot in record.header.bots]}
    return b64encode(compress(json.dumps(said, separators=(",", ":")).encode(), 9)).decode()


def _frame(texts: _Texts, frame: Frame) -> dict[str, Any]:
    """A frame as the script reads it."""
    return {
        "step": frame.step,
        "asked": frame.asked,
        "events": texts.of([tag("li", event) for event in frame.events]),
        "facts": texts.number(frame.board.facts),
        "zones": texts.of(frame.board.zones),
        "seats": texts.of(frame.board.seats),
        "turns": [
            {
                "seat": turn.seat,
                "options": texts.of(
                    [tag("li", option, class_="option", value=index) for index, option in enumerate(turn.options)]
                ),
                "option": turn.option,
                "told": texts.number(_told(turn.cause, turn.note, None if turn.time is None else turn.time.wall_ms)),
            }
            for turn in frame.turns
        ],
        "strikes": texts.of([tag("li", strike, class_="strike") for strike in frame.strikes]),
    }


def _told(cause: str, note: str, wall_ms: float | None) -> Markup:
    """How a choice was made."""
    parts = [] if cause == "chosen" else [tag("p", f"The default was played: {cause}.", class_="strike")]
    parts += [] if wall_ms is None else [tag("p", f"{wall_ms:.0f} ms", class_="fact")]
    return join([*parts, *([tag("p", "Note: ", tag("q", note), class_="fact")] if note else [])])

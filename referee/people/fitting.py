"""Makes a turn fit on one screen: the events, the view, the new cards and the options.

If everything fits, the game's texts are shown unchanged. Otherwise, several short items are first put on one
line. If that is not enough, the oldest events, unchanged parts of the table, texts of cards and the last options are
left out, and a note says how to see them. The person's own cards and facts are never left out.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import shorten, wrap

from rich.text import Text

from referee.counts import counted
from referee.neutral import neutral, one_line

AROUND = 2
"""The number of lines for the title and the prompt."""
LEAST_ROOM = 8
"""The number of lines that a turn takes even on a smaller screen."""
LEAST_EVENTS = 3
LEAST_OPTIONS = 6
MOST_FOR_CARDS = 6
"""The number of lines reserved for new cards that can be chosen."""
MOST_LABELS = 4
LABEL = 24
CLIPPED = 2
"""The number of lines to which a long list is shortened."""
FEW = 8
"""Up to this many options are listed one below the other, if there is room."""


@dataclass(frozen=True)
class TurnLines:
    """The texts of a turn, line by line; `cards` are the cards to explain."""

    events: Sequence[str]
    view: Sequence[str]
    cards: Sequence[str]
    options: Sequence[str]


@dataclass(frozen=True)
class Fitted:
    """The lines shown of a turn. `explained` are the cards that they explain; `note` says what was left out."""

    events: list[str]
    state: list[str]
    cards: list[str]
    explained: list[str]
    options: list[Text]
    note: list[str]


def fit(told: TurnLines, before: Collection[str], width: int, height: int) -> Fitted:
    """Fit a turn to a screen; `before` are the `paragraphs` of the turn shown last."""
    room = max(height - AROUND, LEAST_ROOM)
    whole = Fitted(
        wrapped([f"* {event}" for event in told.events], width),
        wrapped(told.view, width),
        wrapped(told.cards, width),
        [*told.cards],
        [Text(), *option_lines(told.options, width, narrow=False)],
        [],
    )
    if len(whole.events) + len(whole.state) + len(whole.cards) + len(whole.options) <= room:
        return whole
    reserved = 1
    while len((fitted := _filled(told, before, width, room - reserved)).note) > reserved:
        reserved += 1
    return fitted


def _filled(told: TurnLines, before: Collection[str], width: int, room: int) -> Fitted:
    rows = option_lines(told.options, width, narrow=True)
    wanted = min(len(rows), max(LEAST_OPTIONS, room // 3))
    least = min(LEAST_EVENTS, len(_newest(told.events, width, LEAST_EVENTS, filled=True)[0]))
    chosen = [card for card in told.cards if is_named(card, told.options)]
    parts = paragraphs(told.view)
    stays = len(wrapped([part for part in parts if part is parts[0] or _is_own(part)], width))
    for_cards = max(0, min(MOST_FOR_CARDS, len(wrapped(chosen, width)), room - wanted - least - stays))
    state, hidden = _table(parts, before, width, room - wanted - least - for_cards)
    most = room - len(state) - least - for_cards
    options, unlisted = (rows, 0) if len(rows) <= most else _first(told.options, width, most)
    left = room - len(state) - len(options)
    cards = _cards(told.cards, width, left - least)
    explained = wrapped(cards, width)
    left -= len(explained)
    events, earlier = _newest(told.events, width, left, filled=False)
    if earlier:
        events, earlier = _newest(told.events, width, left, filled=True)
    note = _note(earlier, hidden, len(told.cards) - len(cards), unlisted, len(told.options))
    return Fitted(events, state, explained, cards, options, wrapped([note] if note else [], width))


def wrapped(lines: Sequence[str], width: int) -> list[str]:
    """Wrap long lines and indent their continuations."""
    shown: list[str] = []
    for line in map(neutral, lines):
        indent = " " * (len(line) - len(line.lstrip()))
        shown += wrap(line.strip(), width, initial_indent=indent, subsequent_indent=f"{indent}    ") or [""]
    return shown


def paragraphs(view: Sequence[str]) -> list[str]:
    """The paragraphs of a view; an indented line belongs to the line before."""
    found: list[str] = []
    for line in view:
        if line.startswith(" ") and found:
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
    return found


def is_named(card: str, options: Sequence[str]) -> bool:
    """Whether an option names the card that a line explains."""
    name = re.split(r"[:(]", card)[0].strip().casefold()
    return any(name in option.casefold() for option in options)


def option_lines(texts: Sequence[str], width: int, *, narrow: bool, numbers: Sequence[int] | None = None) -> list[Text]:
    """Options with their numbers. Many short ones are listed side by side; `narrow` lists as many as fit on a line."""
    shown = [one_line(text) for text in texts]
    given = range(len(shown)) if numbers is None else numbers
    digits = len(str(max(given, default=0)))
    cell = max(map(len, shown), default=0) + digits + 2
    if narrow or (len(shown) > FEW and cell + 2 <= width // 2):
        side_by_side = min((width + 2) // (cell + 2), len(shown))
        if side_by_side > 1:
            rows = -(-len(shown) // side_by_side)
            cells = [
                (f"{number:>{digits + 1}}", f" {text}".ljust(cell - digits + 1))
                for number, text in zip(given, shown, strict=True)
            ]
            return [_row(cells[row::rows]) for row in range(rows)]
    lines: list[Text] = []
    for number, text in zip(given, shown, strict=True):
        first, *more = wrap(text, max(width - digits - 2, 1)) or [""]
        lines.append(_row([(f"{number:>{digits + 1}}", f" {first}")]))
        lines += [Text(f"{'':{digits + 2}}{line}") for line in more]
    return lines


def _row(cells: Sequence[tuple[str, str]]) -> Text:
    row = Text()
    for number, text in cells:
        row.append(number, style="bold").append(text)
    row.rstrip()
    return row


def _first(texts: Sequence[str], width: int, room: int) -> tuple[list[Text], int]:
    """The first options, as many as fit, and the number of options left out."""
    count = len(texts)
    while count > 1 and len(rows := option_lines(texts[:count], width, narrow=True)) > room:
        count -= 1
    return rows, len(texts) - count


def _newest(events: Sequence[str], width: int, room: int, *, filled: bool) -> tuple[list[str], int]:
    """The newest events that fit, and the number of earlier ones left out."""

    def from_(first: int) -> list[str]:
        return wrapped(_run_on(events[first:]) if filled else [f"* {event}" for event in events[first:]], width)

    earlier = bisect_left(range(len(events)), -room, key=lambda first: -len(from_(first)))
    return from_(earlier), earlier


def _run_on(events: Sequence[str]) -> list[str]:
    """Events on one line.

    In successive events of a seat, the seat is named only once, and repeated events are counted.
    """
    told = []
    for seat, done in groupby(events, lambda event: found[0] if (found := re.match(r"seat \d+ ", event)) else ""):
        counted = [(what, len(list(again))) for what, again in groupby(done)]
        texts = [what.removeprefix(seat) + (f" ({count} times)" if count > 1 else "") for what, count in counted]
        told += [f"* {seat}{'; '.join(texts)}"] if seat else [f"* {text}" for text in texts]
    return [" ".join(told)] if told else []


def _table(parts: Sequence[str], before: Collection[str], width: int, room: int) -> tuple[list[str], list[str]]:
    """Those parts of a table that fit, as lines, and the parts that are not shown completely.

    Long lists outside of the seats are shortened first. Then whole parts are left out: unchanged parts before others,
    and one large part rather than several small ones.
    """
    lines = {part: wrapped([part], width) for part in parts}
    hidden: list[str] = []
    over = sum(map(len, lines.values())) - room
    for part in sorted(parts[1:], key=lambda part: -len(lines[part])):
        if over > 0 and len(lines[part]) > CLIPPED and not _is_of_seat(part):
            over -= len(lines[part]) - CLIPPED
            lines[part] = [*lines[part][: CLIPPED - 1], f"{lines[part][CLIPPED - 1][: width - 4]} ..."]
            hidden.append(part)
    for as_before in (True, False):
        left = [part for part in parts[1:] if (part in before) is as_before and not _is_own(part)]
        left.sort(key=lambda part: len(lines[part]))
        while over > 0 and left:
            part = next((one for one in left if len(lines[one]) >= over), left[-1])
            left.remove(part)
            over -= len(lines.pop(part))
            hidden.append(part)
    return [line for part in parts for line in lines.get(part, ())][:room], list(dict.fromkeys(hidden))


def _is_of_seat(part: str) -> bool:
    return part.startswith("Seat ") or _is_own(part)


def _is_own(part: str) -> bool:
    return "(you)" in part or part.startswith(("You ", "Your "))


def _cards(cards: Sequence[str], width: int, room: int) -> list[str]:
    """The first cards whose explanations fit into `room` lines."""
    shown: list[str] = []
    for card in cards:
        room -= len(wrapped([card], width))
        if room < 0:
            break
        shown.append(card)
    return shown


def _note(earlier: int, hidden: Sequence[str], cards: int, unlisted: int, options: int) -> str:
    """The note that says what is not shown, and how to see it."""
    parts = []
    if earlier:
        parts.append(f"{counted(earlier, 'earlier event')} (? events)")
    if hidden:
        labels = [shorten(re.split(r"[:.,;]", part)[0], LABEL, placeholder="...") for part in hidden]
        more = ", ..." if len(labels) > MOST_LABELS else ""
        parts.append(f"{', '.join(labels[:MOST_LABELS])}{more} (Enter)")
    if cards:
        parts.append(f"{counted(cards, 'new card')} (? cards)")
    if unlisted:
        parts.append(
            f"option {options - 1} (?)" if unlisted == 1 else f"options {options - unlisted} to {options - 1} (?)"
        )
    return f"Not shown: {'; '.join(parts)}." if parts else ""

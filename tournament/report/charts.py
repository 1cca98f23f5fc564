"""The drawings of the report, as inline SVG. Every mark shows its value on hover."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import cycle, islice

from referee.pages.markup import Markup, tag
from tournament.statistics.fit import BotRating

COLOURS = tuple(f"var(--k{kind})" for kind in (2, 1, 3, 5, 6, 4, 7, 8))
"""The colours of cards (`boards.css`): each is readable on the background of a table, in light and in dark mode."""
DASHES = ("", "6 3", "2 3")
WIDTH = 760
LABELS = 130
"""The width of the names beside a drawing."""

Points = Sequence[tuple[float, float]]


def intervals(ratings: Sequence[BotRating]) -> Markup:
    """Draw each bot's rating as a dot on its 95 % interval."""
    rated = [rating for rating in ratings if rating.rating is not None and rating.low is not None]
    ends = [value for rating in rated for value in (rating.low, rating.high) if value is not None]
    if not ends:
        return tag("p", "No bot has a finite rating yet.")
    ticks = nice_ticks(min(ends), max(ends))
    x = _Scale(ticks[0], ticks[-1], LABELS, WIDTH - 20)
    height = 24 * len(rated) + 30
    grid = [_vertical(x.at(tick), height - 20, f"{tick:g}") for tick in ticks]
    rows = [_interval(rating, x, 16 + 24 * row) for row, rating in enumerate(rated)]
    return _drawing(height, "Ratings with 95 % intervals", *grid, *rows)


def lines(series: Mapping[str, Points], title: str) -> Markup:
    """Draw a line for each bot over the match numbers; the names are at the ends of the lines."""
    values = [y for points in series.values() for _, y in points]
    if not values:
        return tag("p", "Nothing has been rated yet.")
    ticks = nice_ticks(min(values), max(values))
    last = max(x for points in series.values() for x, _ in points)
    height = 320
    x, y = _Scale(0, max(last, 1), 50, WIDTH - LABELS), _Scale(ticks[0], ticks[-1], height - 30, 10)
    grid = [_horizontal(y.at(tick), f"{tick:g}") for tick in ticks]
    grid += [
        tag("text", f"{tick:g}", x=x.at(tick), y=height - 12, text_anchor="middle", class_="tick")
        for tick in nice_ticks(0, last)
        if tick <= last
    ]
    ends = _apart({name: y.at(points[-1][1]) for name, points in series.items()})
    drawn = [
        _line(name, [(x.at(a), y.at(b)) for a, b in points], style, ends[name])
        for (name, points), style in zip(series.items(), styles(len(series)), strict=True)
    ]
    return _drawing(height, title, *grid, *drawn)


def bar(share: float, label: str) -> Markup:
    """Draw a bar for a table cell; `share` is from 0 to 1."""
    drawn = tag("rect", x=0, y=3, width=max(100 * share, 1), height=10, class_="k2")
    return tag("svg", tag("title", label), drawn, width=100, height=16, role="img", class_="bar")


def heat(share: float) -> str:
    """Return the colour for a share of points: blue for much, red for little, white for half."""
    strength = min(abs(share - 0.5) * 2, 1.0)
    full = (37, 99, 184) if share >= 0.5 else (194, 65, 12)
    red, green, blue = (round(255 + (part - 255) * 0.5 * strength) for part in full)
    return f"rgb({red}, {green}, {blue})"


def styles(count: int) -> list[tuple[str, str]]:
    """Return a colour and a dash style for each of `count` lines; up to 24, no two are the same."""
    pairs = [(colour, dash) for dash in DASHES for colour in COLOURS]
    return list(islice(cycle(pairs), count))


def nice_ticks(low: float, high: float, wanted: int = 6) -> list[float]:
    """Return round numbers that enclose the range, about `wanted` of them."""
    span = max(high - low, 1e-9)
    rough = span / wanted
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [step * number for number in range(first, max(last, first + 1) + 1)]


class _Scale:
    """Maps values to coordinates."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self._low, self._start = low, start
        self._factor = (end - start) / (high - low)

    def at(self, value: float) -> float:
        return round(self._start + (value - self._low) * self._factor, 2)


def _interval(rating: BotRating, x: _Scale, y: float) -> Markup:
    assert rating.rating is not None
    assert rating.low is not None
    assert rating.high is not None
    label = f"{rating.bot}: {rating.rating:.0f}, 95 % interval {rating.low:.0f} to {rating.high:.0f}"
    return tag(
        "g",
        tag("title", label),
        tag("text", rating.bot, x=LABELS - 12, y=y + 4, text_anchor="end"),
        tag("line", x1=x.at(rating.low), x2=x.at(rating.high), y1=y, y2=y, stroke=COLOURS[0], stroke_width=2),
        tag("circle", cx=x.at(rating.rating), cy=y, r=4, fill=COLOURS[0]),
    )


def _line(name: str, points: Points, style: tuple[str, str], label_y: float) -> Markup:
    colour, dash = style
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    return tag(
        "g",
        tag("title", name),
        tag("polyline", points=path, fill="none", stroke=colour, stroke_width=1.8, stroke_dasharray=dash or None),
        tag("text", name, x=WIDTH - LABELS + 8, y=label_y + 4, fill=colour),
    )


def _apart(places: Mapping[str, float], room: float = 13.0) -> dict[str, float]:
    """Return the places of labels, which are moved down if they would overlap."""
    moved: dict[str, float] = {}
    last = -math.inf
    for name, place in sorted(places.items(), key=lambda item: item[1]):
        last = max(place, last + room)
        moved[name] = last
    return moved


def _vertical(x: float, bottom: float, label: str) -> Markup:
    return tag(
        "g",
        tag("line", x1=x, x2=x, y1=4, y2=bottom, class_="grid"),
        tag("text", label, x=x, y=bottom + 14, text_anchor="middle", class_="tick"),
    )


def _horizontal(y: float, label: str) -> Markup:
    return tag(
        "g",
        tag("line", x1=50, x2=WIDTH - LABELS, y1=y, y2=y, class_="grid"),
        tag("text", label, x=44, y=y + 4, text_anchor="end", class_="tick"),
    )


def _drawing(height: float, title: str, *parts: Markup) -> Markup:
    """Draw an image that keeps its size on a small screen, where it can be scrolled."""
    drawn = tag("svg", *parts, viewBox=f"0 0 {WIDTH} {height:g}", role="img", aria_label=title, class_="chart")
    return tag("div", drawn, class_="drawing", tabindex="0", role="region", aria_label=title)

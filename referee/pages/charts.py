"""A chart of decision times in a match; clicking a bar leads to its step.

The height of a bar is the square root of its time. If one decision took a hundred times as long as the others, their
bars are a tenth as high and can still be distinguished.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from referee.kernel.board import KINDS
from referee.pages.frames import Frame
from referee.pages.markup import Markup, join, tag

WIDTH, HEIGHT = 1000, 60
TOLD_IN_SECONDS = 10_000.0
"""Times from this many milliseconds are given in seconds."""


def time_chart(frames: Sequence[Frame], seats: int) -> Markup:
    """A bar for each timed decision; empty if there are none."""
    timed = [
        (place, frame.step, turn.seat, turn.time.wall_ms)
        for place, frame in enumerate(frames)
        for turn in frame.turns
        if turn.time is not None
    ]
    longest = max((wall for *_, wall in timed), default=0.0)
    if not longest:
        return Markup("")
    width = WIDTH / len(frames)
    bars = [
        tag(
            "rect",
            tag("title", f"step {step}, seat {seat}: {_time(wall)}"),
            x=round(place * width, 1),
            y=round(HEIGHT - (height := max(1.0, HEIGHT * math.sqrt(wall / longest))), 1),
            width=round(max(width * 0.9, 0.5), 2),
            height=round(height, 1),
            class_=f"k{1 + seat % KINDS}",
            data_frame=place,
        )
        for place, step, seat, wall in timed
    ]
    label = f"decision times of {seats} seats, at most {_time(longest)}"
    lines = [
        tag("line", x1=0, x2=WIDTH, y1=height, y2=height, vector_effect="non-scaling-stroke")
        for height in (0, HEIGHT / 2)
    ]
    marks = [tag("span", _time(longest * share)) for share in (1, 1 / 4, 0)]
    box = f"0 0 {WIDTH} {HEIGHT}"
    said = "Decision times on a square-root scale: half the height means a quarter of the time."
    return tag(
        "figure",
        tag("div", *marks, class_="scale", aria_hidden="true"),
        tag("svg", *lines, join(bars), viewBox=box, preserveAspectRatio="none", role="img", aria_label=label),
        tag("figcaption", said, class_="fact"),
    )


def _time(wall_ms: float) -> str:
    return f"{wall_ms:.0f} ms" if wall_ms < TOLD_IN_SECONDS else f"{wall_ms / 1000:.1f} s"

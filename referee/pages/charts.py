"""How long each decision of a match took, as a small picture whose bars lead to their steps."""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel.board import KINDS
from referee.pages.frames import Frame
from referee.pages.markup import Markup, join, tag

WIDTH, HEIGHT = 1000, 60


def time_chart(frames: Sequence[Frame], seats: int) -> Markup:
    """A bar for each decision that was timed; empty if none was."""
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
            tag("title", f"step {step}, seat {seat}: {wall:.0f} ms"),
            x=round(place * width, 1),
            y=round(HEIGHT - (height := max(1.0, HEIGHT * wall / longest)), 1),
            width=round(max(width * 0.9, 0.5), 2),
            height=round(height, 1),
            class_=f"k{1 + seat % KINDS}",
            data_frame=place,
        )
        for place, step, seat, wall in timed
    ]
    label = f"time used by {seats} seats, the longest bar is {longest:.0f} ms"
    return tag(
        "svg", join(bars), viewBox=f"0 0 {WIDTH} {HEIGHT}", preserveAspectRatio="none", role="img", aria_label=label
    )

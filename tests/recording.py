"""`make recording`: README's recording of `make demo`, an SVG that plays by itself, made of what the demo prints.

Each line appears when the demo printed it, at SPEED times its pace, and the screen scrolls as a terminal's does. Where
people prefer less motion, and where a page does not animate, the last screen is shown.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

PLACE = Path(".github/demo.svg")
COMMAND = "make demo"
SPEED = 2.0
SECONDS_AT_END = 6.0
ROWS, COLUMNS = 26, 108
LINE_HEIGHT, LETTER_WIDTH, MARGIN = 17, 7.83, 14
MOST_BYTES = 60_000


class Line(NamedTuple):
    """What was printed, and how many seconds after the start."""

    seconds: float
    text: str


def main() -> None:
    """Runs the demo and writes what it printed."""
    with TemporaryDirectory() as folder:
        lines = record([str(Path(sys.executable).with_name("tournament")), "demo", "-o", "demo"], Path(folder))
    picture = drawn([Line(0.0, f"$ {COMMAND}"), *lines])
    assert len(picture.encode()) < MOST_BYTES, f"the recording has less than {MOST_BYTES} bytes"
    PLACE.write_text(picture, encoding="utf-8")
    print(f"{PLACE}: {len(lines)} lines, {lines[-1].seconds:.0f} s")


def record(command: Sequence[str], folder: Path) -> list[Line]:
    """Runs a command there and notes when it prints each of its lines. Raises if it fails."""
    begun = time.monotonic()
    found = []
    with subprocess.Popen(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as running:
        assert running.stdout is not None
        for line in running.stdout:
            found.append(Line(time.monotonic() - begun, line.rstrip("\n")))  # noqa: PERF401 - each has its moment
    if running.returncode:
        raise subprocess.CalledProcessError(running.returncode, command)
    return found


def drawn(lines: Sequence[Line]) -> str:
    """The recording of some lines as SVG: a cover slides down from line to line, and the screen scrolls up under it."""
    length = lines[-1].seconds / SPEED + SECONDS_AT_END
    rows = [(100 * line.seconds / SPEED / length, number) for number, line in enumerate(lines, 1)]
    cover = _frames((moment, number) for moment, number in rows)
    scroll = _frames((moment, min(0, ROWS - number)) for moment, number in rows)
    shown = "".join(
        f'<text y="{number * LINE_HEIGHT - 4}">{escape(line.text[:COLUMNS])}</text>\n'
        for number, line in enumerate(lines, 1)
        if line.text
    )
    width, height = round(COLUMNS * LETTER_WIDTH), ROWS * LINE_HEIGHT
    last = min(0, ROWS - len(lines)) * LINE_HEIGHT
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 2 * MARGIN} {height + 2 * MARGIN}" role="img">
<title>{COMMAND} in a terminal</title>
<style>
rect{{fill:#14161b}}
text{{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d8dbe2;white-space:pre}}
text:first-of-type{{fill:#8fd18f}}
#screen{{transform:translateY({last}px)}}
#cover{{visibility:hidden}}
@media (prefers-reduced-motion:no-preference){{
#screen{{animation:scroll {length:.2f}s steps(1,end) infinite}}
#cover{{animation:cover {length:.2f}s steps(1,end) infinite;visibility:visible}}
}}
@keyframes scroll{{{scroll}}}
@keyframes cover{{{cover}}}
</style>
<rect width="100%" height="100%" rx="8"/>
<svg x="{MARGIN}" y="{MARGIN}" width="{width}" height="{height}"><g id="screen">
{shown}<rect id="cover" width="100%" height="{len(lines) * LINE_HEIGHT}"/></g></svg>
</svg>
"""


def _frames(moments: Iterable[tuple[float, int]]) -> str:
    """Keyframes that shift something by a number of lines; of lines that came at one moment, the last one counts."""
    latest = {f"{moment:.2f}": rows for moment, rows in moments}
    return "".join(f"{moment}%{{transform:translateY({rows * LINE_HEIGHT}px)}}" for moment, rows in latest.items())


if __name__ == "__main__":
    main()

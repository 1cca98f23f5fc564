"""The table of figures in the manual: each part of the benchmarks writes its own rows, and leaves all others alone."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from referee.manual.contents import HOME

PAGE = HOME / "explanation/performance.md"
BEGIN, END = "<!-- figures: `make bench` writes them -->\n", "<!-- end of figures -->\n"
HEADS = ("part", "what is measured", "here", "beside it", "times", "goal")
ORDER = (
    "rules",
    "wire",
    "play",
    "library",
    "tournament",
    "cluster",
    "growth",
    "scale",
    "size",
    "formats",
    "calm",
    "web",
    "learning",
    "against",
)


class Figure(NamedTuple):
    """One row: a figure, the yardstick that was measured beside it in turn, and how many times that it is."""

    what: str
    here: str
    beside: str = ""
    times: str = ""
    goal: str = ""


def write_figures(part: str, figures: Sequence[Figure]) -> None:
    """Puts the rows of a part into the page."""
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    text = with_figures(PAGE.read_text(encoding="utf-8"), part, figures, f"{today}, {this_machine()}")
    PAGE.write_text(text, encoding="utf-8")


def with_figures(text: str, part: str, figures: Sequence[Figure], where: str) -> str:
    """The text with these rows in place of those that the part had; `where` is the day and the machine."""
    before, _, rest = text.partition(BEGIN)
    table, mark, after = rest.partition(END)
    if not mark:
        raise ValueError(f"the page has no lines {BEGIN.strip()} and {END.strip()}")
    rows = [row for row in re.findall(r"^\| `.*\|$", table, re.MULTILINE) if not row.startswith(f"| `{part}` |")]
    rows += [f"| `{part}` | {' | '.join(figure)} |" for figure in figures]
    places = dict(re.findall(r"^- `(\w+)`: (.*)$", table, re.MULTILINE)) | {part: where}
    lines = [f"| {' | '.join(HEADS)} |", f"|{'---|' * len(HEADS)}", *sorted(rows, key=_order), ""]
    lines += [f"- `{name}`: {places[name]}" for name in ORDER if name in places]
    return before + BEGIN + "\n".join(lines) + "\n" + END + after


def _order(row: str) -> int:
    return ORDER.index(row.split("`")[1])


def this_machine() -> str:
    """What the machine says of itself."""
    told = Path("/proc/cpuinfo")
    models = re.findall(r"model name\s*: (.*)", told.read_text()) if told.exists() else []
    name = models[0] if models else platform.processor() or platform.machine()
    return f"{name}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"

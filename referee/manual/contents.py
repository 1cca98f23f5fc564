"""The pages of the manual: a list of all pages in order, and the text of each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import NamedTuple

from referee.errors import UsageError

HOME = Path(__file__).parent
PACKAGE = HOME.parent
INDEX = "index"

HEADING = re.compile(r"^(#+) +(.*)$")
_ENTRY = re.compile(r"^- \[(?P<title>[^\]]+)\]\((?P<topic>[\w/.-]+)\.md\): (?P<about>.*)$")
_COMMENT = re.compile(r"^<!-- .*? -->\n", re.MULTILINE)
_INCLUDE = re.compile(r"^<!-- include: (\S+) -->$", re.MULTILINE)
_FENCE = re.compile(r"^ *(```+)")
_SPECIAL = re.compile(r"[^\w\- ]")


class ManualPage(NamedTuple):
    """A page: `topic` is its path without the ending, and `section` the heading below which the index lists it."""

    topic: str
    title: str
    about: str
    section: str

    @property
    def name(self) -> str:
        """The name that people type: the last part of the topic, or the folder of an index."""
        folder, _, last = self.topic.rpartition("/")
        return folder if last == INDEX else last


@cache
def pages() -> tuple[ManualPage, ...]:
    """All pages, in the order of the index."""
    return tuple(_listed())


def _listed() -> Iterator[ManualPage]:
    section = ""
    for line in (HOME / f"{INDEX}.md").read_text(encoding="utf-8").splitlines():
        if heading := HEADING.match(line):
            section = heading[2]
        elif entry := _ENTRY.match(line):
            yield ManualPage(entry["topic"], entry["title"], entry["about"], section)


def find(words: str) -> ManualPage:
    """Find the page of a topic by its name or by its path.

    Raises:
        UsageError: there is no such page; the message names similar ones.
    """
    asked = words.strip().lower().removesuffix(".md").strip("/")
    for page in pages():
        if asked in {page.topic, page.name}:
            return page
    near = get_close_matches(asked, [page.name for page in pages()], n=3, cutoff=0.5)
    near += [page.name for page in pages() if asked and asked in f"{page.name} {page.title}".lower()]
    names = ", ".join(dict.fromkeys(near[:5]))
    hint = f"did you mean {names}?" if names else "`referee manual` lists all topics"
    raise UsageError(f"the manual has no topic {words[:60]!r}: {hint}")


def text_of(topic: str) -> str:
    """The text of a page, with included files and without comments."""
    text = (HOME / f"{topic}.md").read_text(encoding="utf-8")
    return _COMMENT.sub("", _INCLUDE.sub(lambda found: _included(found[1]), text))


def _included(path: str) -> str:
    """A file of the package as a part of a page, without its title and with the same levels of headings."""
    text = (PACKAGE / path).read_text(encoding="utf-8")
    _, _, rest = text.partition("\n")
    return rest.strip("\n")


def outside_of_code(text: str) -> Iterator[tuple[str, bool]]:
    """The lines of a text; for each, whether it is outside of all blocks of code."""
    fence = ""
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1] == fence):
            fence = "" if fence else mark[1]
            yield line, False
        else:
            yield line, not fence


def slug(heading: str) -> str:
    """The anchor of a heading, in the form that GitHub and MyST use."""
    return _SPECIAL.sub("", heading.replace("`", "").lower()).replace(" ", "-")

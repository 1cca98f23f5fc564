"""The manual is whole: every page is listed and found, every link leads somewhere, and all readers can show it."""

from __future__ import annotations

import posixpath
import re

import pytest

from referee.errors import UsageError
from referee.manual import contents
from referee.manual.contents import HEADING, HOME, INDEX, ManualPage, find, outside_of_code, pages, slug, text_of
from tests.manual.blocks import blocks_of
from tests.manual.reference.parts import PART

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
MYST = re.compile(r"^(:::|```\{|\([\w-]+\)=|\{\w+\}`|<\w)")
WIDEST_CODE = 78
"""What fits into a terminal of 80 columns with its frame."""
TOPICS = [INDEX, *(page.topic for page in pages())]


def anchors(topic: str) -> set[str]:
    lines = [HEADING.match(line) for line, is_text in outside_of_code(text_of(topic)) if is_text]
    return {slug(heading[2]) for heading in lines if heading}


def prose(topic: str) -> list[str]:
    """The lines that are not code."""
    return [line for line, is_text in outside_of_code(text_of(topic)) if is_text]


def test_every_page_is_listed_once() -> None:
    there = {path.relative_to(HOME).with_suffix("").as_posix() for path in HOME.rglob("*.md")}
    assert there == set(TOPICS)
    assert len(TOPICS) == len(set(TOPICS)) > 40


def test_every_page_has_a_name_of_its_own_a_title_and_a_line() -> None:
    names = [page.name for page in pages()]
    assert len(names) == len(set(names))
    for page in pages():
        assert text_of(page.topic).startswith(f"# {page.title}\n"), page.topic
        assert page.section
        assert page.about.endswith(".")
        assert re.fullmatch(r"[a-z][a-z0-9-]*", page.name)


@pytest.mark.parametrize("topic", TOPICS)
def test_every_link_leads_somewhere(topic: str) -> None:
    text = "\n".join(prose(topic))
    for target in LINK.findall(text):
        if target.startswith("https:"):
            continue
        path, _, anchor = target.partition("#")
        place = posixpath.normpath(posixpath.join(posixpath.dirname(topic), path)) if path else f"{topic}.md"
        assert (HOME / place).is_file(), f"{topic}: {target}"
        assert not anchor or anchor in anchors(place.removesuffix(".md")), f"{topic}: {target}"


def test_every_page_is_linked_from_the_index() -> None:
    assert {f"{page.topic}.md" for page in pages()} == set(LINK.findall(text_of(INDEX)))


@pytest.mark.parametrize("topic", TOPICS)
def test_a_page_is_plain_markdown(topic: str) -> None:
    assert [line for line in prose(topic) if MYST.match(line)] == []
    assert "<!--" not in text_of(topic)


@pytest.mark.parametrize("topic", [page.topic for page in pages()])
def test_code_fits_into_a_terminal(topic: str) -> None:
    typed = [
        block.text for block in blocks_of(topic) if block.language not in {"json", "ini"}
    ]  # those are for programs
    assert [line for text in typed for line in text.splitlines() if len(line) > WIDEST_CODE] == []


@pytest.mark.parametrize("words", ["wire", "reference/wire", "WIRE", "reference/wire.md", " wire "])
def test_a_page_is_found_by_its_name_or_path(words: str) -> None:
    assert find(words).topic == "reference/wire"


def test_an_index_is_found_by_its_folder() -> None:
    assert find("games").topic == "games/index"


@pytest.mark.parametrize(
    ("words", "near"),
    [
        ("wires", "did you mean wire"),
        ("rating", "did you mean ratings"),
        ("cards", "custom-cards"),
        ("qqqq", "lists all"),
    ],
)
def test_an_unknown_topic_is_answered_with_near_ones(words: str, near: str) -> None:
    with pytest.raises(UsageError, match=f"no topic '{words}': .*{near}"):
        find(words)


def test_the_tutorial_of_a_game_is_that_of_the_skeleton() -> None:
    skeleton = (contents.PACKAGE / "starters/skeleton/README.md").read_text(encoding="utf-8")
    text = text_of("tutorials/first-game")
    assert skeleton.partition("\n")[2].strip() in text
    assert text.count("\n# ") == 0, "there is one title"


def test_parts_and_blocks_are_told_apart() -> None:
    """Else a block that people wrote could hide in a generated part and never be run."""
    for page in pages():
        text = (HOME / f"{page.topic}.md").read_text(encoding="utf-8")
        assert text.count("<!-- begin: ") == text.count("<!-- end: ") == len(PART.findall(text)), page.topic


def test_an_anchor_is_that_of_github() -> None:
    assert slug("8. Limits, and how a stream ends") == "8-limits-and-how-a-stream-ends"
    assert slug("`[[bots]]`") == "bots"


def test_a_page_has_a_name() -> None:
    assert ManualPage("games/index", "", "", "").name == "games"
    assert ManualPage("howto/proxy", "", "", "").name == "proxy"

"""The report: everything is in it, nothing is loaded from elsewhere, and nothing that a bot says is markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.local.bot_copy import EndOfBot
from referee.pages.markup import table, tag
from tests.support.tournaments import a_plan, play_slot
from tournament.engines.plan_bots import process_row
from tournament.report import page as report_page
from tournament.report.charts import COLOURS, DASHES, heat, nice_ticks, styles
from tournament.report.page import write_report
from tournament.report.paging import report_data, report_pages
from tournament.storage.archive import open_archive
from tournament.storage.store import open_store
from tournament.storage.summary import finished

VOID_TAGS = {"meta"}
PLAN = a_plan("greedy random first other=random", seats=3, deals=1)


class Outline(HTMLParser):
    """Checks that all elements are closed, and collects titles, links and what would be loaded."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.headings: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID_TAGS:
            self.open.append(tag)
        for name, value in attrs:
            if name == "href" and value:
                self.links.append(value)
            if name in {"src", "srcset", "data", "action"} or tag in {"link", "script", "iframe", "img"}:
                self.loaded.append(f"{tag} {name}={value}")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "t.db"
    with open_store(path, PLAN, duplicate=True) as store:
        for slot in store.slots:
            store.add(slot, finished(play_slot(slot, PLAN)))
        store.add_void(store.slots[0], "the host failed")
        store.add_process(
            process_row(
                PLAN.bots[2], EndOfBot("", "killed by SIGKILL", failed=True, output="<script>alert(1)</script>")
            )
        )
    return path


def test_the_page_has_every_section_and_needs_nothing_from_elsewhere(database: Path, tmp_path: Path) -> None:
    with open_archive(database) as archive:
        page = write_report(archive, tmp_path / "out", replays=True, prior=None, tell=print)
        matches = archive.fixed()
    text = page.read_text()
    outline = Outline(text)
    assert outline.headings == [
        "Standings",
        "Elo over time",
        "Head to head",
        "Who is stronger",
        "By seat",
        "Failures",
        "Time and memory",
        "Matches",
    ]
    assert outline.loaded == []
    assert "url(" not in text
    assert "@import" not in text
    assert outline.links == [f"replays/{match}.html" for match in matches]
    for link in outline.links:
        assert "data-match=" in (page.parent / link).read_text()


@pytest.mark.parametrize(
    ("limit", "asked", "drawn"),
    [
        pytest.param(12, None, 12, id="few enough"),
        pytest.param(3, None, 3, id="too many"),
        pytest.param(0, None, 0, id="none is chosen"),
        pytest.param(0, True, 12, id="all are wanted"),
        pytest.param(12, False, 0, id="none is wanted"),
    ],
)
def test_of_many_replays_some_are_chosen_and_the_others_drawn_on_demand(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: int, asked: bool | None, drawn: int
) -> None:
    monkeypatch.setattr(report_page, "DRAWN_AT_ONCE", limit)
    with open_archive(database) as archive:
        assert len(archive.fixed()) == 12
        page = write_report(archive, tmp_path, replays=asked, prior=None, tell=print)
    drawings = [*(tmp_path / "replays").glob("*.html")]
    assert len(drawings) == drawn
    text = page.read_text()
    assert {*Outline(text).links} == {f"replays/{drawing.name}" for drawing in drawings}
    assert ("`tournament web` draws them on demand" in text) == (drawn < 12)
    assert ("Chosen matches" in text) == (0 < drawn < 12)


def first_page(database: Path) -> str:
    with open_archive(database) as archive:
        ((_, text),) = report_pages(report_data(archive))
    return text


def test_the_page_shows_failures_by_cause_with_command_and_last_words(database: Path) -> None:
    text = first_page(database)
    assert "killed by SIGKILL: python -m referee_client.bots first" in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<script>" not in text
    assert "void matches: 1" in text


def test_the_drawings_show_every_bot(database: Path) -> None:
    text = first_page(database)
    drawings = re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL)
    lines = next(drawing for drawing in drawings if "polyline" in drawing)
    for bot in PLAN.bots:
        assert f"<title>{bot.name}</title>" in lines
    assert "95 % interval" in drawings[0]


def test_a_tournament_without_matches_has_a_page(tmp_path: Path) -> None:
    with open_store(tmp_path / "t.db", PLAN, duplicate=True):
        pass
    text = first_page(tmp_path / "t.db")
    assert "No bot has a finite rating yet." in text
    Outline(text)


def test_text_is_escaped_and_markup_is_not() -> None:
    cell = tag("td", "a < b", title='say "hi"')
    assert str(cell) == '<td title="say &quot;hi&quot;">a &lt; b</td>'
    assert str(cell) in table(["<x>"], [[cell]])
    assert "&lt;x&gt;" in table(["<x>"], [[cell]])


@given(low=st.floats(-3000, 3000), span=st.floats(0, 5000))
def test_ticks_enclose_the_range_and_are_few(low: float, span: float) -> None:
    ticks = nice_ticks(low, low + span)
    assert ticks[0] <= low + 1e-6
    assert ticks[-1] >= low + span - 1e-6
    assert 2 <= len(ticks) <= 9
    assert ticks == sorted(set(ticks))


def test_lines_differ_up_to_24_bots() -> None:
    assert len(set(styles(24))) == len(COLOURS) * len(DASHES) == 24
    assert len(styles(40)) == 40


def test_the_heat_map_is_white_in_the_middle_and_never_darker_than_its_text_allows() -> None:
    assert heat(0.5) == "rgb(255, 255, 255)"
    assert heat(1.0) != heat(0.0)

"""The report of a large tournament: some pages, every match and pair on one of them, and replays that are chosen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.kernel.record import SeatEnd
from tests.support.tournaments import a_plan, play_slot
from tests.tournament.report.test_report import Outline
from tournament.report import paging
from tournament.report.choosing import chosen_matches
from tournament.report.page import write_report
from tournament.storage.archive import open_archive
from tournament.storage.store import open_store
from tournament.storage.summary import MatchSummary, SeatSummary, finished

PLAN = a_plan("greedy random first other=random another=random", deals=1)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five bots and twenty matches."""
    path = tmp_path_factory.mktemp("large") / "t.db"
    with open_store(path, PLAN, duplicate=True) as store:
        for slot in store.slots:
            store.add(slot, finished(play_slot(slot, PLAN)))
    return path


@pytest.fixture
def pages(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The files of a report in which two bots and six matches are many."""
    monkeypatch.setattr(paging, "BOTS_OF_A_PART", 2)
    monkeypatch.setattr(paging, "MATCHES_OF_A_PAGE", 6)
    with open_archive(database) as archive:
        write_report(archive, tmp_path, replays=None, prior=None, tell=print)
    return {path.name: path.read_text() for path in tmp_path.glob("*.html")}


def test_every_page_is_linked_and_loads_nothing(pages: dict[str, str], tmp_path: Path) -> None:
    reached = set[str]()
    for text in pages.values():
        outline = Outline(text)
        assert outline.loaded == []
        for link in outline.links:
            assert (tmp_path / link).is_file()
            reached.add(link)
    assert {*pages} <= reached
    assert {"index.html", "elo.html", "seats.html", "failures.html", "time.html"} < {*pages}


def test_every_match_and_every_pair_is_on_one_page(pages: dict[str, str], database: Path) -> None:
    with open_archive(database) as archive:
        matches = archive.fixed()
    of_matches = [text for name, text in pages.items() if name.startswith("matches-")]
    assert len(of_matches) == 4
    for match in matches:
        assert sum(f">{match}</a>" in text for text in of_matches) == 1
    titles = [
        title
        for name, text in pages.items()
        if name.startswith("pairs-")
        for title in re.findall(r'title="([^:"]* against [^:"]*):', text)
    ]
    assert len(titles) == len({*titles}) == 5 * 4


def test_with_very_many_bots_there_are_only_the_parts_near_the_diagonal(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paging, "BOTS_OF_A_PART", 1)
    monkeypatch.setattr(paging, "MOST_WINDOWS", 4)
    with open_archive(database) as archive:
        write_report(archive, tmp_path, replays=False, prior=None, tell=print)
    parts = [re.findall(r"\d", path.name) for path in tmp_path.glob("pairs-*.html")]
    assert len(parts) == 5 + 2 * 4
    assert all(abs(int(row) - int(column)) <= 1 for row, column in parts)
    for path in tmp_path.glob("*.html"):
        assert all((tmp_path / link).is_file() for link in Outline(path.read_text()).links)


def seat(bot: str, score: int, end: SeatEnd = SeatEnd.PLAYED) -> SeatSummary:
    return SeatSummary(
        bot=bot, place=1, score=score, end=end, strikes=0, decisions=1, timeouts=0, total_ms=1.0, max_ms=1.0
    )


def match(number: int, *seats: SeatSummary) -> MatchSummary:
    return MatchSummary(
        match=f"m{number}",
        number=number,
        block=f"m{number}",
        forfeited=any(one.end is not SeatEnd.PLAYED for one in seats),
        reason="",
        steps=1,
        overloaded=False,
        begun_unix_s=0.0,
        ended_unix_s=1.0,
        seats=seats,
    )


PLAYED = [
    match(0, seat("a", 9), seat("b", 8)),
    match(1, seat("a", 9), seat("c", 2)),
    match(2, seat("b", 0, SeatEnd.STRIKES), seat("c", 5)),
    match(3, seat("b", 7), seat("c", 3)),
    match(4, seat("a", 7), seat("b", 0)),
]


def test_the_last_the_closest_and_the_last_forfeited_match_of_each_bot_are_chosen() -> None:
    shown = {one.match for one in PLAYED}
    assert chosen_matches(PLAYED, ["a", "b", "c"], shown, 100) == {
        "m4": ["the last of a", "the last of b"],
        "m0": ["the closest of a", "the closest of b"],
        "m2": ["the last that b forfeited"],
        "m3": ["the last of c", "the closest of c"],
    }


def test_the_best_bots_come_first_and_hidden_matches_never() -> None:
    assert [*chosen_matches(PLAYED, ["c", "b", "a"], {one.match for one in PLAYED}, 2)] == ["m3", "m4"]
    assert [*chosen_matches(PLAYED, ["a", "b"], {"m1"}, 9)] == ["m1"]

"""The page of a replay: self-contained, small, harmless whatever bots write, and without what only others saw."""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Any
from zlib import decompress

import msgspec
import pytest

import referee
from referee.kernel.game import Game
from referee.kernel.record import Record, Timing
from referee.pages.boards import DrawnBoard
from referee.pages.charts import time_chart
from referee.pages.frames import SPECTATOR, Choosing, Frame
from referee.pages.replays import replay_page
from referee.terminal.scenes import scenes_of_all, scenes_of_spectator
from tests.support.matches import beginning, job, played

HOSTILE = "<script>alert(1)</script>\"'&\u202e\x1b[2J"
KINDS_ARE_KNOWN = {"inns", "inventory", "keepers"}
"""Games in which every seat knows which kinds of cards the others have, but not where they are."""
GAMES = pytest.mark.parametrize("game", referee.all_games().values(), ids=lambda game: game.id)


def match_in(page: str) -> Any:
    """The data that the script of the page reads."""
    packed = re.search(r'data-match="([^"]*)"', page)
    assert packed is not None
    return json.loads(decompress(b64decode(packed[1])))


def said(record: Record, viewer: str) -> set[str]:
    """Every event and option that `referee show` shows a viewer."""
    scenes = scenes_of_spectator(record) if viewer == SPECTATOR else scenes_of_all(record, int(viewer))
    lines = set()
    for scene in scenes:
        lines.update(scene.events or [])
        for turn in getattr(scene, "turns", []):
            lines.update([*turn.events, *turn.options])
    return lines


@GAMES
def test_a_page_for_one_holds_nothing_that_only_others_were_told(game: Game[Any]) -> None:
    record = beginning(game.id, 80)
    viewers = [*map(str, range(game.seats[0])), SPECTATOR]
    told = {viewer: said(record, viewer) for viewer in viewers}
    for viewer in viewers:
        page = replay_page(record, [viewer])
        match = match_in(page)
        held = {re.sub(r"<[^>]*>", "", text) for text in match["texts"]}
        assert list(match["viewers"]) == [viewer]
        assert told[viewer] <= held
        secrets = set().union(*(told[other] for other in viewers)) - told[viewer]
        assert secrets, "no viewer saw anything that the others did not: this proves nothing"
        assert not secrets & held
        assert record.header.seed not in page


@GAMES
def test_a_page_for_one_names_no_card_that_it_did_not_see(game: Game[Any]) -> None:
    """The file does not contain the name of any card that only others held, whether or not an event named it.

    The match is cut short, because later all kinds of cards have been seen, and the views of a finished game may show
    everything.
    """
    record = beginning(game.id, 12)
    everything = "\n".join(match_in(replay_page(record))["texts"])
    names = {name.casefold() for name in re.findall(r'<li class="card[^>]*><b>([^<]*)</b>', everything)} - {"empty"}
    for viewer in [*map(str, range(game.seats[0])), SPECTATOR]:
        page = replay_page(record, [viewer])
        held = "\n".join([page, *match_in(page)["texts"]]).casefold()
        shown = shown_to(record, viewer)
        named = {name for name in names if re.search(rf"\b{re.escape(name)}\b", held)}
        assert {name for name in named if name not in shown} == set()
        assert names - named or game.id in KINDS_ARE_KNOWN, "every viewer saw everything: this proves nothing"


def shown_to(record: Record, viewer: str) -> str:
    """Everything that `referee show` shows a viewer, including views, in lower case and with blanks in names."""
    scenes = scenes_of_spectator(record) if viewer == SPECTATOR else scenes_of_all(record, int(viewer))
    return json.dumps(msgspec.to_builtins(list(scenes))).casefold().replace("_", " ")


def test_a_page_needs_nothing_from_elsewhere() -> None:
    page = replay_page(played(job()))
    assert not re.findall(r"https?:|src=|@import|url\(|<link", page)


def test_the_policy_allows_this_script_and_this_style_alone() -> None:
    page = replay_page(played(job()))
    for kind in ("script", "style"):
        (part,) = re.findall(f"<{kind}>(.*?)</{kind}>", page, re.DOTALL)
        assert f"{kind}-src 'sha256-{b64encode(sha256(part.encode()).digest()).decode()}'" in page
    assert "default-src 'none'" in page


def test_what_bots_write_is_text() -> None:
    record = played(job())
    steps = [
        msgspec.structs.replace(
            step, answers=[msgspec.structs.replace(answer, note=HOSTILE) for answer in step.answers]
        )
        for step in record.steps
    ]
    header = msgspec.structs.replace(record.header, bots=[HOSTILE, "b"])
    page = replay_page(Record(header, steps, record.end))
    everything = page + "".join(match_in(page)["texts"])
    assert everything.count("<script>") == 1, "the page's own"
    assert "alert(1)" in everything
    assert not set("\u202e\x1b") & set(everything)


def test_a_file_leads_nowhere_and_a_page_of_a_site_leads_back() -> None:
    record = played(job())
    assert "href" not in replay_page(record)
    assert '<a href="/matches">Back</a>' in replay_page(record, back=("Back", "/matches"))


def test_short_times_can_be_told_apart_beside_one_that_is_a_hundred_times_as_long() -> None:
    frames = [
        Frame(step=step, asked=[0], events=[], board=DrawnBoard("", [], []), turns=[chosen_in(ms)], strikes=[])
        for step, ms in enumerate([20_000.0, 200.0, 50.0], start=1)
    ]
    chart = time_chart(frames, seats=2)
    heights = [float(height) for height in re.findall(r'<rect[^>]* height="([^"]*)"', chart)]
    assert heights == [60, 6, 3]
    assert re.findall(r"<span>([^<]*)</span>", chart) == ["20.0 s", "5000 ms", "0 ms"]
    assert re.findall(r"<title>([^<]*)</title>", chart)[1] == "step 2, seat 0: 200 ms"
    assert "half the height means a quarter of the time" in chart


def chosen_in(wall_ms: float) -> Choosing:
    time = Timing(wall_ms=wall_ms, lag_ms=0.0, bank_ms=0.0)
    return Choosing(seat=0, turn=1, options=["a"], option=0, cause="chosen", note="", time=time)


def test_a_long_match_of_many_stays_small() -> None:
    game = referee.all_games()["lootroll"]
    record = played(job(game.seats[1], game="lootroll"), answers=[0, 1, 2, 1, 0, 1])
    page = replay_page(record)
    assert len(page) < 1_000_000 * min(1, sum(len(step.answers) for step in record.steps) / 600)

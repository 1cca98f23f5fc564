"""Replays in a real browser: what they show to each viewer, at every size."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

import referee
from referee.kernel.game import Game
from referee.kernel.record import Record
from referee.pages.frames import SPECTATOR
from tests.support.browser import DESK, LOOKS, PHONE, Look, grave_faults, open_page, width_to_scroll
from tests.support.matches import job, played, sealed
from tests.support.shell import referee as run

pytestmark = pytest.mark.browser

GAMES = pytest.mark.parametrize("game", referee.all_games().values(), ids=lambda game: game.id)
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&"
RIGHT_TO_LEFT = "\u202e" * (1024 // 3)
STEP_THROUGH = """(viewer) => {
  const at = (id) => document.getElementById(id);
  const texts = (list) => [...list].map((one) => one.textContent);
  at("viewer").value = viewer;
  at("viewer").dispatchEvent(new Event("change"));
  at("start").click();
  const seen = [];
  while (true) {
    seen.push({
      step: Number(new URLSearchParams(location.hash.slice(1)).get("step")),
      events: texts(at("happened").querySelectorAll("li")),
      options: texts(at("turns").querySelectorAll(".option")),
      chosen: texts(at("turns").querySelectorAll("[aria-current]")),
      said: at("turns").textContent,
      hands: document.querySelectorAll(".seat").length,
    });
    if (at("slider").value === at("slider").max) return seen;
    at("next").click();
  }
}"""


@cache
def a_record(game_id: str, seats: int) -> Record:
    return played(job(seats, game=game_id), answers=[1, 2, 1, 0, 1, 2, 0, 1], late=[0])


def page_file(folder: Path, record: Record, *words: object) -> Path:
    """What `referee show --html` writes of a record."""
    (folder / "m.jsonl").write_bytes(record.to_bytes())
    run("show", folder / "m.jsonl", "--html", folder / "m.html", *words)
    return folder / "m.html"


@GAMES
def test_every_seat_sees_what_show_tells_it(game: Game[Any], browser: Browser, tmp_path: Path) -> None:
    seats = game.seats[0]
    file = page_file(tmp_path, a_record(game.id, seats))
    with open_page(browser) as page:
        page.goto(file.as_uri())
        page.wait_for_selector(".seat")
        for viewer in [*map(str, range(seats)), SPECTATOR]:
            words = ["--spectator"] if viewer == SPECTATOR else ["--seat", viewer]
            told = json.loads(run("show", tmp_path / "m.jsonl", "--json", *words).stdout)["scenes"]
            seen = page.evaluate(STEP_THROUGH, viewer)
            assert len(seen) == len(told)
            for frame, scene in zip(seen, told, strict=True):
                assert frame["hands"] == seats
                check(frame, scene)


def check(frame: dict[str, Any], scene: dict[str, Any]) -> None:
    """One step of the page against the same of `referee show`."""
    (turn,) = scene.get("turns") or [None]
    assert frame["events"] == (scene["events"] if turn is None else turn["events"])
    assert frame["options"] == ([] if turn is None else turn["options"])
    if turn is not None:
        assert frame["step"] == scene["step"]
        assert frame["chosen"] == [turn["options"][turn["option"]]]
        assert ("The default was played" in frame["said"]) == (turn["cause"] != "chosen")


@GAMES
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_replay_fits_on_every_screen(
    game: Game[Any], look: Look, browser: Browser, picture: Callable[[Page, str], None], tmp_path: Path
) -> None:
    file = page_file(tmp_path, a_record(game.id, game.seats[1]), "--seat", 1)
    with open_page(browser, look) as page:
        page.goto(f"{file.as_uri()}#step=20")
        page.wait_for_selector(".seat")
        picture(page, f"{game.id}-{look}")
        assert width_to_scroll(page) == 0
        assert not grave_faults(page)


def test_a_match_is_stepped_through_by_clicks_and_keys(browser: Browser, tmp_path: Path) -> None:
    record = a_record("keepers", 2)
    with open_page(browser, DESK) as page:
        page.goto(f"{page_file(tmp_path, record).as_uri()}#step=3&seat=1")
        page.wait_for_selector(".seat")
        assert page.input_value("#viewer") == "1"
        place = int(page.input_value("#slider"))
        page.click("#next")
        assert int(page.input_value("#slider")) == place + 1
        page.keyboard.press("End")
        assert page.inner_text("#turns") == "The end."
        page.keyboard.press("Home")
        page.select_option("#viewer", "everything")
        page.click("#start")
        page.click("#strike")
        assert "Strike for seat 0: timeout" in page.inner_text("#turns")
        link = page.url
        page.select_option("#seat", "1")
        page.click("#turn")
        assert "Seat 1 chose" in page.inner_text("#turns")
        page.click("#end")
        page.click("#strike")
        assert page.inner_text("#position") == "none after this step"
        page.click("#start")
        page.select_option("#speed", "10")
        page.click("#play")
        page.wait_for_function("(link) => location.href !== link", arg=page.url)
        page.click("#play")
        page.goto("about:blank")
        page.goto(link)
        page.wait_for_selector(".seat")
        assert "Strike for seat 0: timeout" in page.inner_text("#turns")


@pytest.mark.parametrize("look", [PHONE, DESK], ids=str)
def test_names_and_notes_do_nothing(look: Look, browser: Browser, tmp_path: Path) -> None:
    record = a_record("keepers", 2)
    steps = [
        msgspec.structs.replace(
            step,
            answers=[msgspec.structs.replace(answer, note=HOSTILE + RIGHT_TO_LEFT) for answer in step.answers],
        )
        for step in record.steps
    ]
    header = msgspec.structs.replace(record.header, bots=[HOSTILE, RIGHT_TO_LEFT])
    file = page_file(tmp_path, sealed(Record(header, steps, record.end)))
    with open_page(browser, look) as page:
        page.goto(f"{file.as_uri()}#step=5&seat=everything")
        page.wait_for_selector(".seat")
        assert HOSTILE in page.inner_text("#turns")
        assert page.evaluate("[document.scripts.length, document.images.length]") == [1, 0]
        assert "\u202e" not in page.inner_text("body")
        assert width_to_scroll(page) == 0

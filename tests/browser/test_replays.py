"""Replays in a real browser: what they show, whoever looks, and at every size."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import referee
from referee.kernel.game import Game
from referee.pages.replays import replay_page
from tests.support.browser import LOOKS, Look, grave_faults, open_page, width_to_scroll
from tests.support.matches import job, played

pytestmark = pytest.mark.browser

GAMES = pytest.mark.parametrize("game", referee.all_games().values(), ids=lambda game: game.id)


@cache
def a_page(game_id: str) -> str:
    seats = referee.all_games()[game_id].seats[1]
    return replay_page(played(job(seats, game=game_id), answers=[1, 2, 1, 0, 1, 2, 0, 1]))


@GAMES
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_replay_fits_on_every_screen(
    game: Game[Any], look: Look, browser: Browser, picture: Callable[[Page, str], None], tmp_path: Path
) -> None:
    file = tmp_path / "match.html"
    file.write_text(a_page(game.id))
    with open_page(browser, look) as page:
        page.goto(f"{file.as_uri()}#step=12")
        page.wait_for_selector(".seat")
        picture(page, f"{game.id}-{look}")
        assert width_to_scroll(page) == 0
        assert not grave_faults(page)

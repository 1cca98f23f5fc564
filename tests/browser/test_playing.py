"""A person plays in a real browser: by clicks, in every game, through a reload, whatever the others are called."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import referee
from referee.kernel.record import Cause, SeatEnd, read_record
from referee.kernel.replay import verify
from tests.support.browser import DESK, LOOKS, Look, enter, grave_faults, open_page, width_to_scroll
from tests.support.web_process import WebProcess, web

pytestmark = pytest.mark.browser

OPTIONS = "#options:not(.resting) button[name=option]:not(:disabled)"
ENDED = "#head .result"
ASKED = "#options button[name=option]"
REST_MS = 600
"""More than the time for which new options ignore clicks; the clock of the page is set forward by it."""
LIMITS = {"keepers": "max_rounds=3", "inns": "", "inventory": "", "lootroll": "", "brick": ""}


def play_on(
    page: Page, until: Callable[[int], bool] = lambda _turn: False, by: Callable[[Page, int], None] | None = None
) -> int:
    """Chooses until the match is over or the test wants to look; unless `by` says otherwise, by clicks."""
    turns, by = 0, by or choose
    while not until(turns):
        page.wait_for_selector(f"{ASKED}, {ENDED}")
        if page.query_selector(ENDED):
            break
        page.clock.fast_forward(REST_MS)
        turn = page.get_attribute("#options input[name=turn]", "value")
        by(page, turns)
        page.wait_for_selector(
            f"{ENDED}, #options:empty, #options input[name=turn]:not([value='{turn}'])", state="attached"
        )
        turns += 1
    return turns


def choose(page: Page, turn: int) -> None:
    """Another option each time; every second time by a click on the table, if one lies there."""
    places: list[str] = page.evaluate(
        """() => {
          const places = [...document.querySelectorAll("#options button[name=option]")].map((one) => one.dataset.place);
          return [...document.querySelectorAll("#zones .choosable, #seats .choosable")]
            .map((one) => one.dataset.place).filter((one) => places.filter((other) => other === one).length === 1);
        }"""
    )
    if places and turn % 2:
        page.locator(f'.choosable[data-place="{places[turn % len(places)]}"]').first.click()
    else:
        count = page.locator(OPTIONS).count()
        page.locator(OPTIONS).nth(turn % count).click()
    if page.query_selector("#options .sure"):
        page.clock.fast_forward(REST_MS)
        page.click("#options .sure")


def words_for(game: str) -> list[str]:
    """The words of the command that plays a short match with as few rivals as possible."""
    against = [word for _ in range(referee.all_games()[game].seats[0] - 1) for word in ("--against", "random")]
    return ["--play", game, *against, *(["--option", LIMITS[game]] if LIMITS[game] else [])]


def begin(page: Page, table: WebProcess) -> None:
    page.clock.install()
    enter(page, table.address)
    page.click("#begin button")


@pytest.mark.parametrize("game", referee.all_games())
def test_a_match_is_played_to_its_end_by_clicks(browser: Browser, tmp_path: Path, game: str) -> None:
    with web(*words_for(game), "--record", tmp_path) as table, open_page(browser, DESK) as page:
        begin(page, table)
        turns = play_on(page)
        assert "Reason for the end" in page.inner_text(ENDED)
        page.click("text=Replay with all hands")
        page.wait_for_selector("#slider")
        (path,) = tmp_path.glob("*.jsonl")
    record = read_record(path.read_bytes())
    verify(record)
    mine = [
        answer.cause for step in record.steps for answer in step.answers if record.header.bots[answer.seat] == "human"
    ]
    assert mine == [Cause.CHOSEN] * turns
    assert record.end is not None
    assert set(record.end.ends) == {SeatEnd.PLAYED}


@pytest.mark.parametrize("game", referee.all_games())
def test_two_matches_in_a_row_are_played_by_clicks(browser: Browser, game: str) -> None:
    with web(*words_for(game)) as table, open_page(browser, DESK) as page:
        begin(page, table)
        assert play_on(page) > 0
        page.click("#begin button:has-text('Play again')")
        page.wait_for_selector(OPTIONS)
        assert play_on(page) > 0


def choose_by_key(page: Page, turn: int) -> None:
    """Another option each time, of those that have a key."""
    key = str(turn % min(9, page.locator(OPTIONS).count()) + 1)
    page.keyboard.press(key)
    if page.query_selector("#options .sure"):
        page.clock.fast_forward(REST_MS)
        page.keyboard.press(key)


@pytest.mark.parametrize("game", referee.all_games())
def test_two_matches_in_a_row_are_played_by_keys_alone(browser: Browser, game: str) -> None:
    with web(*words_for(game)) as table, open_page(browser, DESK) as page:
        page.clock.install()
        enter(page, table.address)
        for words in ("Start", "Play again"):
            page.wait_for_selector(f"#begin button:has-text('{words}')")
            while page.evaluate("document.activeElement.textContent") != words:
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            page.wait_for_selector(OPTIONS, state="attached")
            assert play_on(page, by=choose_by_key) > 0


def test_keys_can_be_switched_off_and_escape_takes_a_click_back(browser: Browser) -> None:
    with web("--play", "keepers", "--against", "first", "--decision", "1h") as table, open_page(browser, DESK) as page:
        begin(page, table)
        play_on(page, lambda _turn: bool(page.wait_for_selector(ASKED) and page.query_selector("#options [data-sure]")))
        key = page.get_attribute("#options [data-sure]", "aria-keyshortcuts") or ""
        turn = page.get_attribute("#options input[name=turn]", "value")
        page.clock.fast_forward(REST_MS)
        page.keyboard.press(key)
        page.wait_for_selector("#options .sure")
        page.keyboard.press("Escape")
        assert not page.query_selector("#options .sure")
        page.click("summary:has-text('Settings')")
        page.uncheck("#keys")
        page.reload()
        page.wait_for_selector(ASKED)
        page.clock.fast_forward(REST_MS)
        page.keyboard.press(key)
        assert not page.query_selector("#options .sure"), "the browser keeps the setting"
        assert page.get_attribute("#options input[name=turn]", "value") == turn


NOTED = """
  window.noted = [];
  window.Notification = class {
    constructor(title) { noted.push(title); }
    addEventListener() {}
    static requestPermission() { return Promise.resolve(window.allowed || "denied"); }
  };
  OscillatorNode.prototype.start = () => noted.push("a tone");
  OscillatorNode.prototype.stop = () => {};
  Object.defineProperty(Document.prototype, "hidden", { get: () => Boolean(window.away) });
"""
"""What the page says to a person who is not looking, written down instead of shown."""


def test_the_page_says_when_it_is_your_turn(browser: Browser) -> None:
    rival = ["--against", "first", "--decision", "1h"]
    with web("--play", "keepers", *rival) as table, open_page(browser, DESK) as page:
        page.add_init_script(NOTED)
        page.clock.install()
        enter(page, table.address)
        assert "icon.svg" in (page.get_attribute("link[rel=icon]", "href") or "")
        page.click("summary:has-text('Settings')")
        page.click("#notices")
        page.wait_for_selector("#refused:not([hidden])")
        assert not page.is_checked("#notices")
        page.evaluate("window.allowed = 'granted'")
        page.check("#notices")
        page.wait_for_selector("#refused", state="hidden")
        page.check("#sound")
        assert page.evaluate("noted") == ["a tone"], "so that one knows it"
        page.evaluate("window.away = true")
        page.click("#begin button")
        page.wait_for_selector(OPTIONS)
        assert page.evaluate("noted") == ["a tone", "a tone", "It is your turn"]
        assert "turn.svg" in (page.get_attribute("link[rel=icon]", "href") or "")


def test_a_double_click_answers_one_turn(browser: Browser) -> None:
    """The options of the next turn come within milliseconds, because the rival answers at once."""
    with web("--play", "keepers", "--against", "first") as table, open_page(browser, DESK) as page:
        begin(page, table)
        page.wait_for_selector(OPTIONS)
        turn = int(page.get_attribute("#options input[name=turn]", "value") or 0)
        page.locator(f"{OPTIONS}:not([data-sure])").first.dblclick()
        page.wait_for_selector(f"#options.resting input[value='{turn + 1}']", state="attached")
        page.wait_for_selector(f"{OPTIONS}")
        assert page.get_attribute("#options input[name=turn]", "value") == str(turn + 1)


def test_a_match_is_not_resigned_by_one_click(browser: Browser) -> None:
    with web("--play", "keepers", "--against", "first") as table, open_page(browser, DESK) as page:
        begin(page, table)
        page.wait_for_selector(OPTIONS)
        page.click("summary:has-text('Resign or leave')")
        page.click("button:has-text('Resign this match')")
        assert "Resign this match?" in page.inner_text("h1")
        page.click("main button")
        page.wait_for_selector("#status:has-text('You have resigned'), #head .result")


def test_loading_the_page_again_changes_nothing(browser: Browser) -> None:
    with web("--play", "keepers", "--against", "random", "--decision", "1h") as table, open_page(browser) as page:
        begin(page, table)
        play_on(page, lambda turn: turn == 3)
        page.wait_for_selector(OPTIONS)
        shown = [page.inner_html(f"#{part}") for part in ("options", "zones", "seats", "happened")]
        page.reload()
        page.wait_for_selector(OPTIONS)
        assert [page.inner_html(f"#{part}") for part in ("options", "zones", "seats", "happened")] == shown
        page.wait_for_selector("#clock:has-text('min for this choice')")


def test_the_default_is_announced_before_it_is_played(browser: Browser) -> None:
    with web("--play", "keepers", "--against", "random", "--decision", "1s") as table, open_page(browser) as page:
        begin(page, table)
        page.wait_for_selector(OPTIONS)
        default = page.inner_text("#options button:has(.mark)").removesuffix("default").strip()
        assert page.inner_text("#clock .warning") == ""
        page.clock.fast_forward("00:52")
        page.wait_for_selector("#clock .warning:not(:empty)")
        assert default in page.inner_text("#clock .warning")


def test_a_card_is_explained_by_a_click_or_its_name(browser: Browser) -> None:
    with web("--play", "lootroll", "--against", "random") as table, open_page(browser) as page:
        begin(page, table)
        page.wait_for_selector(OPTIONS)
        page.fill("#explain input", "Frost Giant")
        page.click("#explain button")
        page.wait_for_selector("#explained p")
        assert "Frost Giant" in page.inner_text("#explained")


@pytest.mark.parametrize("game", referee.all_games())
def test_the_rules_are_beside_the_seat_until_somebody_opens_them(browser: Browser, game: str) -> None:
    against = [word for _ in range(referee.all_games()[game].seats[0] - 1) for word in ("--against", "random")]
    with web("--play", game, *against) as table, open_page(browser) as page:
        enter(page, table.address)
        page.wait_for_selector("#rules h3", state="attached")
        assert not page.is_visible("#rules")
        page.click("text=Rules")
        headings = [line for line in referee.all_games()[game].rules.splitlines() if line.startswith("## ")]
        assert {line.removeprefix("## ") for line in headings} <= {*page.inner_text("#rules").splitlines()}
        assert not grave_faults(page)
        assert width_to_scroll(page) == 0


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_seat_is_good_to_use_everywhere(browser: Browser, picture: Callable[[Page, str], None], look: Look) -> None:
    with web("--play", "keepers", "--against", "random", "--decision", "1h") as table, open_page(browser, look) as page:
        begin(page, table)
        play_on(page, lambda turn: turn == 5)
        page.wait_for_selector(OPTIONS)
        assert not grave_faults(page)
        assert width_to_scroll(page) == 0
        picture(page, f"seat-{look}")

"""Pages of a referee and of a tournament in a real browser: they follow, and hostile text does nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from referee.files import write_private
from referee.kernel.record import Record
from tests.end_to_end.serving import Server
from tests.support.browser import DESK, LOOKS, PHONE, Look, enter, grave_faults, open_page, width_to_scroll
from tests.support.matches import job, played, sealed
from tests.support.runner_process import running
from tests.support.tournaments import a_plan_text
from tests.support.waiting import wait_until
from tests.support.web_process import WebProcess, web

pytestmark = pytest.mark.browser

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&" + "\u202e" * 300
BOT = f"""
import sys
from referee_client import run

class Hostile:
    def choose(self, turn):
        sys.stderr.write({HOSTILE!r} + "\\n")
        raise RuntimeError({HOSTILE!r})

run(Hostile)
"""
SLOW_BOT = """
import time
from referee_client import run

class Slow:
    def choose(self, turn):
        time.sleep(0.4)  # so that the match is seen while it is played: that takes longer than a page
        return turn.default_option

run(Slow)
"""
PAGES = ["", "pairs", "elo", "matches", "plan", "bots/greedy", "bots/hostile"]


def test_a_page_follows_a_match_that_somebody_plays(
    browser: Browser, tmp_path: Path, picture: Callable[[Page, str], None]
) -> None:
    server = Server(tmp_path)
    token = server.token("guest", "--spectator")
    with (
        server.running(),
        server.bots(b="first"),
        web("--referee", server.address, token=token) as pages,
        open_page(browser) as watching,
        open_page(browser) as player,
    ):
        player.goto(f"{pages.base}/sit")
        player.fill("input[name=token]", server.token("ada"))
        player.click("main button")
        player.wait_for_selector("#status:has-text('Waiting for a match')")
        watching.goto(pages.base)
        server.create("m-1", ["ada", "b"])
        watching.click("#now a:has-text('m-1')")
        watching.wait_for_selector("#seats .seat")
        for turn in range(1, 5):
            player.wait_for_selector(f"#options input[value='{turn}']", state="attached")
            told = watching.locator("#happened p").count()
            player.click("#options:not(.resting) button[name=option]:not([data-sure]) >> nth=0")
            watching.wait_for_selector(f"#happened p:nth-child({told + 1})")
        assert watching.query_selector("#seats .viewer") is None
        picture(watching, "live")
        server.cancel("m-1")
        watching.wait_for_selector("#head .result:has-text('void')")
        player.wait_for_selector("#head .result:has-text('no result')")


@pytest.mark.parametrize("look", [PHONE, DESK], ids=str)
def test_a_match_of_a_tournament_is_followed_from_the_first_page(
    browser: Browser, slow_cup: WebProcess, picture: Callable[[Page, str], None], look: Look
) -> None:
    with open_page(browser, look) as page:
        enter(page, slow_cup.address)
        page.click("#now a")
        page.wait_for_selector("#seats .seat")
        for _ in range(2):
            page.wait_for_selector(f"#head p:has-text('Running'):not(:text-is('{page.inner_text('#head p')}'))")
        assert page.query_selector("#seats .viewer") is None
        assert not grave_faults(page)
        assert width_to_scroll(page) == 0
        picture(page, f"cup-live-{look}")


def test_ten_tabs_of_a_browser_do_not_block_each_other(browser: Browser, slow_cup: WebProcess) -> None:
    """A browser has six connections to a host: tabs that nobody sees must not keep them."""
    with open_page(browser) as page:
        page.context.add_init_script(
            "Object.defineProperty(document, 'hidden', { get: () => window.isHidden === true })"
        )
        for _ in range(10):
            tab = page.context.new_page()
            tab.goto(slow_cup.base)
            tab.wait_for_selector("#progress p")
            tab.evaluate("window.isHidden = true; document.dispatchEvent(new Event('visibilitychange'))")


@pytest.fixture(scope="module")
def slow_cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebProcess]:
    """A tournament that runs, with a bot that thinks before each answer."""
    folder = tmp_path_factory.mktemp("slow")
    (folder / "slow.py").write_text(SLOW_BOT)
    bots = f'[[bots]]\nname = "slow"\ncommand = ["{sys.executable}", "{folder / "slow.py"}"]\n'
    (folder / "plan.toml").write_text(a_plan_text("first", extra=bots, deals=20, in_process=False, sandbox="off"))
    with running(folder / "plan.toml", folder / "cup.db"):
        wait_until(lambda: [*folder.glob("cup.db.gallery/*")])
        with web(folder / "cup.db", program="tournament") as pages:
            yield pages


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebProcess]:
    """A tournament with a bot that writes hostile things and fails."""
    folder = tmp_path_factory.mktemp("cup")
    (folder / "hostile.py").write_text(BOT)
    bots = f'[[bots]]\nname = "hostile"\ncommand = ["{sys.executable}", "{folder / "hostile.py"}"]\n'
    plan = a_plan_text("random greedy", extra=bots, deals=1, in_process=False, sandbox="off")
    (folder / "plan.toml").write_text(plan)
    command = [sys.executable, "-m", "tournament", "run", str(folder / "plan.toml"), "--db", str(folder / "cup.db")]
    subprocess.run([*command, "--no-check"], capture_output=True, check=False)
    with web(folder / "cup.db", program="tournament") as pages:
        yield pages


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_pages_of_a_tournament_are_good_to_use(
    browser: Browser, cup: WebProcess, picture: Callable[[Page, str], None], look: Look
) -> None:
    with open_page(browser, look) as page:
        enter(page, cup.address)
        for path in PAGES:
            page.goto(f"{cup.base}/{path}")
            assert not grave_faults(page), path
            assert width_to_scroll(page) == 0, path
            picture(page, f"cup-{path.replace('/', '-') or 'standings'}-{look}")


def test_standings_are_sorted_by_their_heads(browser: Browser, cup: WebProcess) -> None:
    with open_page(browser) as page:
        page.goto(cup.base)
        page.click("th a:has-text('bot')")
        names = page.locator("tbody td:nth-child(2)").all_inner_texts()
        assert names == sorted(names, reverse=True)
        page.click("th a:has-text('bot')")
        assert page.locator("tbody td:nth-child(2)").all_inner_texts() == sorted(names)
        assert page.get_attribute("th:has(a:text-is('bot'))", "aria-sort") == "ascending"


def test_what_a_bot_writes_is_text_and_for_who_has_the_key(browser: Browser, cup: WebProcess) -> None:
    with open_page(browser) as page:  # a dialog or a script that fails is a complaint
        page.goto(f"{cup.base}/bots/hostile")
        assert "RuntimeError" not in page.inner_text("main")
        enter(page, cup.address)
        page.goto(f"{cup.base}/bots/hostile")
        written = page.inner_text("main pre >> nth=0")
        assert "<script>alert(1)</script>" in written
        assert "\u202e" not in written
        assert width_to_scroll(page) == 0


def test_hostile_names_and_notes_do_nothing(browser: Browser, tmp_path: Path) -> None:
    record = played(job())
    steps = [
        msgspec.structs.replace(step, answers=[msgspec.structs.replace(one, note=HOSTILE) for one in step.answers])
        for step in record.steps
    ]
    header = msgspec.structs.replace(record.header, bots=[HOSTILE, "b"], name=HOSTILE)
    write_private(tmp_path / "m.jsonl", sealed(Record(header, steps, record.end)).to_bytes())
    with web("--data", tmp_path) as pages, open_page(browser) as page:
        enter(page, pages.address)
        assert "<script>alert(1)</script>" in page.inner_text("tbody")
        assert width_to_scroll(page) == 0
        page.click("tbody a")
        page.wait_for_selector("#seats .seat")
        assert "<script>" in page.inner_text("#seats")

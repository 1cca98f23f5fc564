"""`make picture`: the pictures of the manual, of matches between sample bots: a replay, and a seat to play from."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from playwright.sync_api import Browser, FloatRect, Page, ViewportSize

from tests.support.browser import enter, open_browser
from tests.support.web_process import web

REPLAY, SEAT = Path("referee/manual/pictures/replay.png"), Path("referee/manual/pictures/seat.png")
MATCH = ["play", "keepers", "--seats", "3", "--bot", "greedy", "--bot", "random", "--bot", "first"]
AGAINST = ["--against", "greedy", "--against", "random"]
STEP = "#step=4&seat=1"
TABLES = Path("referee/manual/pictures")
HEIGHT_OF_A_TABLE = 1100
MARGIN = 8
TURNS = 12
SIZE: ViewportSize = {"width": 1280, "height": 880}
SCALE = 0.7
SCALE_OF_SEAT = 0.6
MOST_BYTES = 100_000
MOST_BYTES_OF_A_TABLE = 150_000


class TableShot(Struct, frozen=True):
    """What the picture of a game shows: the step of a match of so many seats, as a seat saw it."""

    seats: int
    step: int
    seat: int


SHOTS = {
    "brick": TableShot(2, 52, 0),
    "inns": TableShot(4, 14, 0),
    "inventory": TableShot(2, 60, 0),
    "keepers": TableShot(3, 24, 0),
    "lootroll": TableShot(3, 120, 0),
}


def main() -> None:
    """Plays, draws, opens and photographs."""
    with open_browser() as browser:
        take_replay(browser.new_page(viewport=SIZE, device_scale_factor=SCALE))
        take_seat(browser)
        take_tables(browser)
    for picture in (REPLAY, SEAT):
        size = picture.stat().st_size
        print(f"{picture}: {size} bytes")
        assert size < MOST_BYTES, f"a picture has less than {MOST_BYTES}"


def take_replay(page: Page) -> None:
    """A replay, as `referee show --html` writes it."""
    with replay_of(*MATCH) as address:
        page.goto(f"{address}{STEP}")
        page.wait_for_selector(".seat")
        page.screenshot(path=REPLAY)


def take_tables(browser: Browser) -> None:
    """The table of each game, for its page in the manual."""
    for game, shot in SHOTS.items():
        picture = TABLES / f"{game}.png"
        take_table(browser.new_page(viewport=SIZE, device_scale_factor=SCALE), game, shot, picture)
        size = picture.stat().st_size
        print(f"{picture}: {size} bytes")
        assert size < MOST_BYTES_OF_A_TABLE, (
            f"{picture} has {size} bytes; less than {MOST_BYTES_OF_A_TABLE} are allowed"
        )


def take_table(page: Page, game: str, shot: TableShot, picture: Path) -> None:
    """The table of a match between a greedy and a random bot."""
    with replay_of("play", game, "--seats", str(shot.seats), "--bot", "greedy", "--bot", "random") as address:
        page.goto(f"{address}#step={shot.step}&seat={shot.seat}")
        page.wait_for_selector(".seat")
        facts = page.locator("#facts").bounding_box()
        assert facts is not None, "the replay shows no table"
        area: FloatRect = {"x": 0, "y": facts["y"] - MARGIN, "width": SIZE["width"], "height": HEIGHT_OF_A_TABLE}
        page.screenshot(path=picture, full_page=True, clip=area)


@contextmanager
def replay_of(*match: str) -> Iterator[str]:
    """The address of the replay of a match."""
    with TemporaryDirectory() as folder:
        referee(*match, "--deals", "1", "--no-duplicate", "--seed", "7", "--record", folder)
        (record,) = Path(folder).glob("*.jsonl")
        referee("show", str(record), "--html", f"{folder}/match.html")
        yield f"file://{folder}/match.html"


def take_seat(browser: Browser) -> None:
    """The seat of a person at `referee web --play`, after some turns; the cards are other ones each time."""
    context = browser.new_context(viewport=SIZE, device_scale_factor=SCALE_OF_SEAT, color_scheme="dark")
    with web("--play", "inns", *AGAINST) as table:
        page = context.new_page()
        enter(page, table.address)
        page.click("#begin button")
        for turn in range(1, TURNS):
            page.click(f"#options form:has(input[value='{turn}']) button[name=option] >> nth=0")
        page.wait_for_selector(f"#options input[value='{TURNS}']", state="attached")
        page.screenshot(path=SEAT)


def referee(*words: str) -> None:
    """Runs a command of ours, as people do."""
    subprocess.run([Path(sys.executable).with_name("referee"), *words], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()

"""`make picture`: the picture of a replay that the README shows, of a match between sample bots."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import ViewportSize

from tests.support.browser import open_browser

PICTURE = Path(".github/replay.png")
MATCH = ["play", "keepers", "--seats", "3", "--bot", "greedy", "--bot", "random", "--bot", "first"]
STEP = "#step=4&seat=1"
SIZE: ViewportSize = {"width": 1280, "height": 880}
SCALE = 0.7


def main() -> None:
    """Plays, draws, opens and photographs."""
    with TemporaryDirectory() as folder, open_browser() as browser:
        page = browser.new_page(viewport=SIZE, device_scale_factor=SCALE)
        referee(*MATCH, "--deals", "1", "--no-duplicate", "--seed", "7", "--record", folder)
        (record,) = Path(folder).glob("*.jsonl")
        referee("show", str(record), "--html", f"{folder}/match.html")
        page.goto(f"file://{folder}/match.html{STEP}")
        page.wait_for_selector(".seat")
        page.screenshot(path=PICTURE)
    print(f"{PICTURE}: {PICTURE.stat().st_size} bytes")


def referee(*words: str) -> None:
    """Runs a command of ours, as people do."""
    subprocess.run([Path(sys.executable).with_name("referee"), *words], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()

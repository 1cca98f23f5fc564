"""The bot plays over gRPC, as a process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from lanterns.game import GAME

BOT = Path(__file__).parents[1] / "bots" / "lanterns_greedy.py"
PLAY = "-m referee play lanterns --deals 60 --no-duplicate --seed 1 --decision 20s --sandbox off --json"


def test_the_bot_beats_random() -> None:
    """One of it against random bots on all other seats, which move on from deal to deal."""
    others = GAME.seats[0] - 1
    bots = ["--bot", f"python '{BOT}'", *["--bot", "random"] * others]
    done = subprocess.run([sys.executable, *PLAY.split(), *bots], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    wins = {bot["bot"]: bot["wins"] for bot in json.loads(done.stdout)["bots"]}
    assert wins.pop("lanterns_greedy") > sum(wins.values()) / others, done.stdout

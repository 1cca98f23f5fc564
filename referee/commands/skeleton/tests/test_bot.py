"""The bot plays over gRPC, as a process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

BOT = Path(__file__).parents[1] / "bots" / "skeleton_greedy.py"
PLAY = "-m referee play skeleton --bot random --deals 30 --duplicate --seed 1 --decision 20s --sandbox off --json --bot"


def test_the_bot_beats_random() -> None:
    """Sixty matches: thirty deals, from both sides."""
    done = subprocess.run(
        [sys.executable, *PLAY.split(), f"python '{BOT}'"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    wins = {bot["bot"]: bot["wins"] for bot in json.loads(done.stdout)["bots"]}
    assert wins["skeleton_greedy"] > wins["random"], wins

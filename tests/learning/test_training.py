"""The full form of the manual's learning example. The manual's own test runs its short form."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.manual.blocks import blocks_of

UPDATES = 100
DEALS = 50


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_a_trained_bot_clearly_beats_random(tmp_path: Path) -> None:
    for block in blocks_of("howto/train-a-bot"):
        if block.file:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
    subprocess.run([sys.executable, "train.py", str(UPDATES)], cwd=tmp_path, check=True)
    quick = ("quick", "keepers", "python trained.py", "random", "--deals", str(DEALS), "--sandbox", "off", "--json")
    done = subprocess.run(
        [sys.executable, "-m", "tournament", *quick], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    played = [line["match"]["seats"] for line in map(json.loads, done.stdout.splitlines()) if line["event"] == "played"]
    first = Counter(seat["bot"] for seats in played for seat in seats if seat["place"] == 1)
    assert len(played) == 2 * DEALS
    assert first["trained"] > 3 * first["random"]

"""How much stronger `ismcts` is than `greedy`: `python -m tests.learning.strength GAME --deals 20`.

Plays the plan `strength.toml` with the game's smallest number of seats, in bot processes, and prints the ratings with
their intervals, the notes that say why there was no time to search, and how busy the machine was.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import referee

PLAN = Path(__file__).with_suffix(".toml")
TOURNAMENT = [sys.executable, "-m", "tournament"]


def play(game_id: str, deals: int, folder: Path) -> Path:
    """Play the plan for a game in a folder. Returns the database."""
    seats = referee.all_games()[game_id].seats[0]
    plan, database = folder / "plan.toml", folder / "plan.db"
    text = PLAN.read_text(encoding="utf-8").format(game=game_id, seats=seats, deals=deals)
    plan.write_text(text, encoding="utf-8")
    subprocess.run([*TOURNAMENT, "run", str(plan), "--db", str(database)], check=True, stdout=subprocess.DEVNULL)
    return database


def main() -> None:
    """Play, and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=referee.all_games())
    parser.add_argument("--deals", type=int, default=20)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = play(chosen.game, chosen.deals, Path(folder))
        for command in ("show", "rate"):
            subprocess.run([*TOURNAMENT, command, str(database)], check=True)
    print("load of the machine in the last 1, 5 and 15 minutes:", *(round(load, 1) for load in os.getloadavg()))


if __name__ == "__main__":
    main()

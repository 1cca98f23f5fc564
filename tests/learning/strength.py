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


def main() -> None:
    """Play, and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=referee.all_games())
    parser.add_argument("--deals", type=int, default=20)
    chosen = parser.parse_args()
    seats = referee.all_games()[chosen.game].seats[0]
    text = PLAN.read_text(encoding="utf-8").format(game=chosen.game, seats=seats, deals=chosen.deals)
    with tempfile.TemporaryDirectory() as name:
        plan, database = Path(name) / "plan.toml", Path(name) / "plan.db"
        plan.write_text(text, encoding="utf-8")
        run = [*TOURNAMENT, "run", str(plan), "--db", str(database)]
        done = subprocess.run(run, check=False, stdout=subprocess.DEVNULL)
        for command in ("show", "rate"):
            subprocess.run([*TOURNAMENT, command, str(database)], check=True)
    print("load of the machine in the last 1, 5 and 15 minutes:", *(round(load, 1) for load in os.getloadavg()))
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()

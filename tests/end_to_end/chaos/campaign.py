"""An honest bot beside a chaos bot, in a tournament: `python -m tests.end_to_end.chaos.campaign --help`.

The honest bot computes for a part of its time limit at every turn. It may get no strike, or the match has to be marked,
with the names of who took its share of the cores, and must not be rated unless it won all the same. Prints what came
out.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from referee.kernel.record import Cause, Record
from tournament.storage.archive import open_archive

HERE = Path(__file__).parent

PLAN = """
plan = 1
[tournament]
name = "chaos"
game = "keepers"
seats = 2
[format]
deals = {matches}
duplicate = false
[run]
sandbox = "require"
concurrency = {concurrency}
[time]
startup = "60s"
decision = "{decision_ms}ms"
bank = "0s"
max_strikes = 3
[options]
max_rounds = {rounds}
[[bots]]
name = "honest"
command = {honest}
env = {{ THINKS = "{thinks}", COUNTS = "{counts}" }}
memory = "256M"
[[bots]]
name = "chaos"
command = {chaos}
env = {{ ATTACK = "{attack}" }}
memory = "256M"
"""


def plan_text(folder: Path, wanted: argparse.Namespace) -> str:
    """The plan, with each bot in its own folder."""
    commands = {}
    for name in ("honest", "chaos"):
        own = folder / name
        own.mkdir(mode=0o755)
        commands[name] = json.dumps([sys.executable, str(shutil.copy(HERE / f"{name}_bot.py", own))])
    thinks = wanted.decision_ms * wanted.part / 1000
    return PLAN.format(**vars(wanted), **commands, thinks=thinks)


def main() -> int:
    """Plays the campaign; 1 if the honest bot got a strike in a match that is rated, and that it did not win."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--decision-ms", type=int, default=1000)
    parser.add_argument("--part", type=float, default=0.6, help="how much of the decision the honest bot computes")
    parser.add_argument("--counts", choices=["wall", "cpu"], default="wall", help="the time that it computes for")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--attack", default="", help="one attack alone; default: each in turn")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="chaos") as name:
        folder = Path(name)
        folder.chmod(0o755)  # the bots of root are other users
        (folder / "plan.toml").write_text(plan_text(folder, wanted))
        words = [sys.executable, "-m", "tournament", "run", str(folder / "plan.toml"), "--db", str(folder / "t.db")]
        code = subprocess.run(words, check=False).returncode
        return max(code, told(folder / "t.db"))


def late_turns(record: Record) -> Iterator[str]:
    """How long the turns of the honest bot took that it did not answer."""
    seat = record.header.bots.index("honest")
    for step in record.steps:
        for answer, timing in zip(step.answers, step.time or (), strict=False):
            if answer.seat == seat and answer.cause is not Cause.CHOSEN:
                yield f"turn {answer.turn}: {answer.cause}, {timing.wall_ms:.0f} ms, {timing.lag_ms:.0f} ms of lag"


def told(database: Path) -> int:
    """Prints what came out."""
    counts: Counter[str] = Counter()
    with open_archive(database) as archive:
        for match in archive.matches():
            strikes, place = next((seat.strikes, seat.place) for seat in match.seats if seat.bot == "honest")
            counts["matches"] += 1
            counts["marked"] += bool(match.starved)
            counts["overloaded"] += match.overloaded
            counts["not rated"] += not match.rated
            counts["strikes of honest"] += strikes
            counts["strikes of honest in rated matches"] += strikes if match.rated else 0
            counts["the same, but it did not win"] += strikes if match.rated and place > 1 else 0
            if strikes:
                print(f"{match.match}: {strikes} strikes, rated: {match.rated}; {match.starved or 'no mark'}")
                print(*(f"    {line}\n" for line in late_turns(archive.record(match.match))), sep="", end="")
    print(json.dumps(counts))
    return int(counts["the same, but it did not win"] > 0)


if __name__ == "__main__":
    sys.exit(main())

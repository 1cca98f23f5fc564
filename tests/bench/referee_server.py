"""The real thing: a referee that plays Keepers matches between pairs of bots that dial in, without end.

Prints its address and the bots' tokens; reads a line from stdin for each reading wanted, and prints its CPU seconds and
the decisions answered so far. Like the echo it counts nothing that its clients do; but with an address of TCP it counts
the proxy that clients come through.
"""

from __future__ import annotations

import json
import sys
import time
from itertools import count

import psutil
import trio

from referee import hosting
from referee.kernel.chance import SALT_BYTES, seed_from
from referee.kernel.job import MatchJob, TimeControl
from referee.server.app import Referee, open_referee
from referee.server.config import Config
from tests.bench.echo_server import print_usage

PATIENT = TimeControl(decision_ms=60_000, bank_ms=600_000, startup_ms=120_000)


class Counter:
    """Decisions of the matches that are over."""

    decisions = 0


async def play_on(referee: Referee, pair: tuple[str, str], counter: Counter) -> None:
    """Lets two bots play match after match."""
    for number in count():
        job = MatchJob(
            match_id=f"{pair[0]}-{number}",
            game_id="keepers",
            bots=pair,
            seed=seed_from(number),
            salt=bytes(SALT_BYTES),
            time_control=PATIENT,
        )
        record = await referee.play(job)
        counter.decisions += len(record.steps)


def cpu_seconds() -> float:
    """What this process and those that it has started have used."""
    times = [child.cpu_times() for child in psutil.Process().children()]
    return time.process_time() + sum(used.user + used.system for used in times)


async def serve(streams: int, address: str) -> None:
    """Serves until stdin ends."""
    counter = Counter()
    async with open_referee(Config(address=address)) as referee, trio.open_nursery() as nursery:
        names = [f"bot-{number}" for number in range(streams)]
        tokens = [referee.issue_token(name) for name in names]
        print(json.dumps({"address": referee.address, "tokens": tokens}), flush=True)
        for pair in zip(names[::2], names[1::2], strict=True):
            nursery.start_soon(play_on, referee, pair, counter)
        while await trio.to_thread.run_sync(sys.stdin.readline):
            running = sum(match.decisions for match in referee.lobby.matches.values() if not match.over.is_set())
            print_usage(decisions=counter.decisions + running, cpu=cpu_seconds())
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    hosting.run(serve, int(sys.argv[1]), sys.argv[2])

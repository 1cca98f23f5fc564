"""A calm pair of bots at a referee: without watchers, and with 500 browsers that follow one or fifty other matches.

The three take turns for some rounds at one referee, each round with new matches to watch, so that what was played
before a browser came is as much in the last round as in the first. The figures are those of the middle round.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

import grpc
import psutil
from msgspec import Struct
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_pb2 import Seat
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

from referee.web.watching import LINGERING
from tests.bench.calm.measuring import Fared, fares
from tests.bench.figures import ratios, spread
from tests.bench.wire import finish, read, say, started
from tests.end_to_end.serving import Server
from tests.support.web_process import WebProcess, web

WATCHERS = 500
WATCHED = (0, 1, 50)
ROUNDS = 5
MATCHES = 1000
"""For the pair, in each round: more than it can play."""
SECONDS = 8.0
SETTLING = 8.0
"""Until what was played before the browsers came is shown."""
GAME = "lootroll"
HEADINGS = ["500 watchers on", "turns/s", "p50 ms", "p99 ms", "p99 ratio", "referee: CPU %"]
HEADINGS += ["web: CPU %", "web: MiB", "kB/s", "lost"]


class Round(Struct, frozen=True, kw_only=True):
    """How the pair fared in a round. `busy` are shares of a core, of the referee and of the web process."""

    fared: Fared
    busy: tuple[float, float]
    rss: float
    got: int = 0
    lost: int = 0


def measure() -> list[list[str]]:
    """The rows of the table, one for each number of matches that are watched."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        server = Server(Path(folder))
        referee = psutil.Process(stack.enter_context(server.running()).pid)
        pair = stack.enter_context(started("tests.bench.calm.pair"))
        crowd = stack.enter_context(started("tests.bench.watched.crowd"))
        for process, bots in ((pair, "ab"), (crowd, "cd")):
            say(process, json.dumps({"address": server.address, "tokens": [server.token(bot) for bot in bots]}))
        pages = stack.enter_context(web("--referee", server.address, token=server.token("guest", "--spectator")))
        table = Table(pair, pages, [referee, psutil.Process(pages.process.pid)])
        rounds: list[list[Round]] = [[] for _ in WATCHED]
        for number in range(ROUNDS):
            with new_matches(server, number) as matches:
                for at, watched in enumerate(WATCHED):
                    rounds[at].append(table.play(matches[:watched]))
        say(crowd, "")
        say(pair, "")
    return [_row(watched, rounds[at], rounds[0]) for at, watched in enumerate(WATCHED)]


class Table:
    """Where the pair plays, and what it takes of whom."""

    def __init__(self, pair: subprocess.Popen[str], pages: WebProcess, processes: list[psutil.Process]) -> None:
        self._pair = pair
        self._pages = pages
        self._processes = processes

    def play(self, watched: list[str]) -> Round:
        """A round, while browsers follow these matches."""
        if not watched:
            fares(self._pair, LINGERING + 2)  # until nothing of the previous round is followed any more
            return self._round()
        with started("tests.bench.watched.browsers") as browsers:
            paths = [f"/matches/{watched[at % len(watched)]}/feed" for at in range(WATCHERS)]
            say(browsers, json.dumps({"port": self._pages.port, "paths": paths}))
            read(browsers)
            fares(self._pair, SETTLING)
            begun = time.monotonic()
            played = self._round()
            share = SECONDS / (SETTLING + time.monotonic() - begun)
            ended = finish(browsers)
        return Round(
            fared=played.fared,
            busy=played.busy,
            rss=played.rss,
            got=round(ended["bytes"] * share),
            lost=ended["lost"],
        )

    def _round(self) -> Round:
        before = [_cpu(process) for process in self._processes]
        fared = fares(self._pair, SECONDS)
        spent = [_cpu(process) - was for process, was in zip(self._processes, before, strict=True)]
        rss = self._processes[1].memory_info().rss / 2**20
        return Round(fared=fared, busy=(spent[0] / fared.seconds, spent[1] / fared.seconds), rss=rss)


@contextmanager
def new_matches(server: Server, number: int) -> Iterator[list[str]]:
    """Enough for the pair, and some that are played slowly as long as the block lasts: these are returned."""
    matches = [f"crowd-{number}-{at}" for at in range(max(WATCHED))]
    calm = [f"calm-{number}-{at}" for at in range(MATCHES)]
    with grpc.insecure_channel(server.address) as channel:
        stub = MatchServiceStub(channel)
        for ids, game, bots in ((calm, "keepers", "ab"), (matches, GAME, "cd")):
            seats = [Seat(bot=bot) for bot in bots]
            for match_id in ids:
                request = wire.CreateMatchRequest(match_id=match_id, game_id=game, seats=seats)
                stub.CreateMatch(request, metadata=server._authorization)
        yield matches
        for match in matches:
            stub.CancelMatch(wire.CancelMatchRequest(match_id=match), metadata=server._authorization)


def _row(watched: int, rounds: list[Round], quiet: list[Round]) -> list[str]:
    p99 = [1000 * one.fared.p99 for one in rounds]
    cells = [
        f"{watched} match{'' if watched == 1 else 'es'}" if watched else "(none)",
        f"{median(one.fared.turns / one.fared.seconds for one in rounds):.0f}",
        f"{median(1000 * one.fared.p50 for one in rounds):.2f}",
        spread(p99, ".2f"),
        ratios(p99, [1000 * one.fared.p99 for one in quiet]) if watched else "",
        *(f"{100 * median(one.busy[at] for one in rounds):.0f}" for at in (0, 1)),
        f"{max(one.rss for one in rounds):.0f}",
    ]
    got = f"{median(one.got for one in rounds) / SECONDS / 1000:.0f}"
    return [*cells, *([got, str(sum(one.lost for one in rounds))] if watched else ["", ""])]


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)

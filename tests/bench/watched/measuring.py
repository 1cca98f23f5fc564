"""A calm pair of bots at a referee, by turns with and without 500 browsers that follow other matches."""

from __future__ import annotations

import json
import subprocess
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import mean

import grpc
import psutil
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_pb2 import Seat
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

from referee.web.watching import LINGERING
from tests.bench.calm.measuring import MATCHES, Fared, fares, peak_mib
from tests.bench.wire import finish, read, say, started
from tests.end_to_end.serving import Server
from tests.support.web_process import web

WATCHERS = 500
CROWD = 50
ROUNDS = 3
SECONDS = 6.0
SETTLING = 8.0
GAME = "lootroll"
HEADINGS = ["500 watchers on", "turns/s", "p50 ms", "p99 ms", "p99 ratio", "referee: CPU %"]
HEADINGS += ["web: CPU %", "web: peak MiB", "kB/s", "lost"]


def measure(watched: int) -> list[list[str]]:
    """Two rows of the table: without watchers, and with them on so many matches. Quiet and loud come by turns."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        server = Server(Path(folder))
        referee = psutil.Process(stack.enter_context(server.running()).pid)
        pair = stack.enter_context(started("tests.bench.calm.pair"))
        crowd = stack.enter_context(started("tests.bench.watched.crowd"))
        for process, bots in ((pair, "ab"), (crowd, "cd")):
            say(process, json.dumps({"address": server.address, "tokens": [server.token(bot) for bot in bots]}))
        for number in range(CROWD):
            _create(server, f"crowd-{number}")
        for number in range(MATCHES):
            server.create(f"calm-{number}", "ab")
        token = server.token("guest", "--spectator")
        pages = stack.enter_context(web("--referee", server.address, token=token))
        serving = psutil.Process(pages.process.pid)
        fares(pair, 2.0)
        quiet, loud = Rounds(referee, serving), Rounds(referee, serving)
        got = lost = 0
        for _ in range(ROUNDS):
            quiet.add(pair)
            told = stack.enter_context(started("tests.bench.watched.browsers"))
            paths = [f"/matches/crowd-{at % watched}/feed" for at in range(WATCHERS)]
            say(told, json.dumps({"port": pages.port, "paths": paths}))
            read(told)
            fares(pair, SETTLING)  # until what was played before they came is shown
            loud.add(pair)
            ended = finish(told)
            fares(pair, LINGERING + 2)  # until the matches are not followed any more
            got, lost = got + ended["bytes"], lost + ended["lost"]
        peak = peak_mib(pages.process)
        say(crowd, "")
    name = "one match" if watched == 1 else f"{watched} matches"
    ratio = f"{loud.p99 / quiet.p99:.2f}"
    rates = [f"{got / (ROUNDS * SECONDS) / 1000:.0f}", str(lost)]
    return [
        ["(none)", *quiet.cells(), "", quiet.busy(0), quiet.busy(1), "", "", ""],
        [name, *loud.cells(), ratio, loud.busy(0), loud.busy(1), f"{peak:.0f}", *rates],
    ]


class Rounds:
    """How the pair fared in some rounds, and the CPU-seconds that two processes spent in them."""

    def __init__(self, *processes: psutil.Process) -> None:
        self._processes = processes
        self._fared: list[Fared] = []
        self._spent = [0.0] * len(processes)

    def add(self, pair: subprocess.Popen[str]) -> None:
        """A round."""
        before = [_cpu(process) for process in self._processes]
        self._fared.append(fares(pair, SECONDS))
        for at, process in enumerate(self._processes):
            self._spent[at] += _cpu(process) - before[at]

    @property
    def p99(self) -> float:
        """The mean of the rounds, in milliseconds."""
        return 1000 * mean(one.p99 for one in self._fared)

    def cells(self) -> list[str]:
        """As a part of a row."""
        turns = mean(one.turns / one.seconds for one in self._fared)
        return [f"{turns:.0f}", f"{1000 * mean(one.p50 for one in self._fared):.2f}", f"{self.p99:.2f}"]

    def busy(self, at: int) -> str:
        """How much of a core a process took, in percent."""
        return f"{100 * self._spent[at] / sum(one.seconds for one in self._fared):.0f}"


def _create(server: Server, match_id: str) -> None:
    with grpc.insecure_channel(server.address) as channel:
        request = wire.CreateMatchRequest(match_id=match_id, game_id=GAME, seats=[Seat(bot="c"), Seat(bot="d")])
        MatchServiceStub(channel).CreateMatch(request, metadata=server._authorization)


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)

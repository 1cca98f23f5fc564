"""Strangers that flood a port: those who play notice nothing, and the server's memory stays what it was."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.kernel.job import TimeControl
from tests.bench.calm.floods import FLOODS
from tests.bench.calm.measuring import peak_mib
from tests.bench.wire import finish, read, say, started
from tests.end_to_end.serving import Server
from tests.support.certificates import make_certificate
from tests.support.runner_process import running
from tests.support.tournaments import a_plan_text
from tests.support.waiting import wait_until
from tests.tournament.commands.test_commands import tournament

SHORT = TimeControl(decision_ms=1_000, bank_ms=0)
MATCHES = 5
MOST_MIB = 200
"""In the first seconds of one flood it was 2,000 and more without limits; a quiet server has 60, its proxy 30."""


@contextmanager
def flooded(address: str, names: str, *more: str) -> Iterator[dict[str, int]]:
    """Floods while the block runs; then what happened is known."""
    with started("tests.bench.calm.floods", address, names, *more) as flood:
        ends: dict[str, int] = {}
        try:
            read(flood)
            yield ends
            ends |= finish(flood)
        finally:
            flood.kill()


@contextmanager
def playing(server: Server) -> Iterator[None]:
    """A pair of bots that play one match after the other."""
    with started("tests.bench.calm.pair") as pair:
        say(pair, json.dumps({"address": server.address, "tokens": [server.token(bot) for bot in "ab"]}))
        try:
            yield
        finally:
            pair.kill()


def strikes(server: Server) -> list[int]:
    """How many each seat has had, in all matches together."""
    ends = [server.record(name).end for name in server.finished()]
    return [sum(end.strikes[seat] for end in ends if end is not None) for seat in (0, 1)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, subprocess.Popen[str]]]:
    """One server for all floods: what one of them leaves behind makes it no easier for the next."""
    served = Server(tmp_path_factory.mktemp("flooded"), tcp=True)
    with served.running() as process, playing(served):
        yield served, process


@pytest.mark.parametrize("names", [*FLOODS, ",".join(FLOODS)], ids=[*FLOODS, "all at once"])
def test_a_pair_plays_on_beside_a_flood(server: tuple[Server, subprocess.Popen[str]], names: str) -> None:
    served, process = server
    before = len(served.finished())
    begun = len(list(served.records.iterdir()))
    with flooded(served.address, names) as ends:
        for number in range(MATCHES):
            served.create(f"m-{begun + number}", "ab", SHORT)
        wait_until(lambda: len(served.finished()) == before + MATCHES)
    assert ends["connected"]
    assert strikes(served) == [0, 0]
    assert peak_mib(process) < MOST_MIB
    assert "Traceback" not in served.log.read_text()


def test_idle_connections_leave_files_for_journals(tmp_path: Path) -> None:
    """More of them than the server may open files."""
    server = Server(tmp_path, tcp=True, files=1_024)
    with server.running(), playing(server), flooded(server.address, "idle") as ends:
        for number in range(MATCHES):
            server.create(f"m-{number}", "ab", SHORT)
        wait_until(lambda: len(server.finished()) == MATCHES)
    assert ends["connected"] >= 1_000
    assert strikes(server) == [0, 0]
    assert "no match is begun" not in server.log.read_text()


@pytest.mark.parametrize("names", ["ping", ",".join(FLOODS)], ids=["ping", "all at once"])
def test_tls_changes_nothing(tmp_path: Path, names: str) -> None:
    """Bots and strangers come over TLS; the organiser, too."""
    cert, key = make_certificate(tmp_path)
    server = Server(tmp_path, tcp=True, ca=cert)
    with server.running("--tls-cert", str(cert), "--tls-key", str(key)) as process, server.bots(a="random", b="greedy"):
        with flooded(server.address, names, str(cert)) as ends:
            for number in range(MATCHES):
                server.create(f"m-{number}", "ab", SHORT)
            wait_until(lambda: len(server.finished()) == MATCHES)
        assert peak_mib(process) < 2 * MOST_MIB
    assert ends["connected"]
    assert strikes(server) == [0, 0]


@pytest.mark.parametrize("names", ["ping", "settings", "hpack"])
def test_over_a_unix_socket_a_flood_strikes_nobody(tmp_path: Path, names: str) -> None:
    """There is no proxy. What keeps the answers from arriving keeps the clocks from running, and marks the match."""
    server = Server(tmp_path)
    with server.running(), playing(server):
        with flooded(server.address, names) as ends:
            server.create("m", "ab", SHORT)
            server.wait_for_bytes(1)
            time.sleep(5)  # as long as five decisions may take
        wait_until(lambda: "m" in server.finished())
    assert ends["connected"]
    assert strikes(server) == [0, 0]


def test_a_bot_dials_in_over_tls_to_a_tournament_that_is_flooded(tmp_path: Path) -> None:
    cert, key = make_certificate(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"localhost:{free.getsockname()[1]}"
    plan = tmp_path / "plan.toml"
    listen = f'[listen]\naddress = "{address}"\ntls_cert = "{cert}"\ntls_key = "{key}"'
    extra = f'[[bots]]\nname = "far"\ndial_in = true\n{listen}\n[time]\ndecision = "1s"\nbank = "0s"'
    plan.write_text(a_plan_text("first", deals=5, in_process=False, extra=extra))
    token = tournament("token", plan, "far").stdout.strip()
    environment = {**os.environ, "REFEREE_ADDRESS": address, "REFEREE_TOKEN": token, "REFEREE_CA": str(cert)}
    with running(plan, tmp_path / "t.db") as runner, flooded(address, ",".join(FLOODS), str(cert)):
        command = [sys.executable, "-m", "referee_client.bots", "random"]
        with subprocess.Popen(command, env=environment) as bot:
            assert runner.wait() == 0
            bot.terminate()
    shown = json.loads(tournament("show", tmp_path / "t.db", "--json").stdout)["bots"]
    assert {bot["bot"]: (bot["matches"], bot["strikes"]) for bot in shown} == {"first": (5, 0), "far": (5, 0)}

"""Strangers that flood a port: those who play notice nothing, and the server's memory stays what it was."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from select import select
from threading import Timer

import grpc
import pytest
from referee_client.v1.play_service_pb2 import Hello, PlayRequest, PlayResponse

from referee.kernel.job import TimeControl
from referee.server.bots.unread import TOO_MUCH_UNREAD
from tests.bench.calm.floods import ELSEWHERE, FLOODS
from tests.bench.calm.measuring import peak_mib
from tests.bench.wire import finish, read, say, started
from tests.end_to_end.serving import Server
from tests.support.certificates import make_certificate
from tests.support.http2 import PREFACE, SETTINGS_FRAME
from tests.support.raw_bot import PLAY
from tests.support.runner_process import running
from tests.support.tournaments import a_plan_text
from tests.support.waiting import wait_until
from tests.tournament.commands.test_commands import tournament

SHORT = TimeControl(decision_ms=1_000, bank_ms=0)
MATCHES = 5
BOTS_AT_ONCE = 100
STRANGERS = 150
"""Of a server with 1,024 files one address may bring 60 at once, and 50 in each second from then on."""
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
    assert "no match begins" not in server.log.read_text()


def test_bots_come_in_beside_strangers_who_come_again_and_again(tmp_path: Path) -> None:
    server = Server(tmp_path, tcp=True)
    tokens = [server.token(f"bot {number}") for number in range(BOTS_AT_ONCE)]
    with server.running(), flooded(server.address, "greeting") as ends:
        assert asyncio.run(welcome_all(server.address, tokens)) == BOTS_AT_ONCE
    assert ends["connected"]


def test_strangers_beyond_the_speed_of_their_address_are_left_alone_for_a_while(tmp_path: Path) -> None:
    """If they were closed at once, they would come again at once."""
    server = Server(tmp_path, tcp=True, files=1_024)
    with server.running(), ExitStack() as stack:
        host, _, port = server.address.rpartition(":")
        strangers = []
        for _ in range(STRANGERS):
            stranger = stack.enter_context(socket.create_connection((host, int(port)), source_address=ELSEWHERE))
            stranger.sendall(PREFACE + SETTINGS_FRAME)
            strangers.append(stranger)
        time.sleep(1.0)  # a third of that while
        heard, _, _ = select(strangers, [], [], 0)  # an answer, or the end
    assert len(heard) < STRANGERS - 30


async def welcome_all(address: str, tokens: list[str]) -> int:
    """Has bots dial in at the same moment; returns how many were welcomed."""

    async def welcomed(token: str) -> bool:
        options = [("grpc.use_local_subchannel_pool", 1)]
        async with grpc.aio.insecure_channel(address, options=options) as channel:
            call: grpc.aio.StreamStreamCall[bytes, bytes] = channel.stream_stream(PLAY)()
            await call.write(PlayRequest(hello=Hello(token=token, protocol_version=1)).SerializeToString())
            answer = await call.read()
            return isinstance(answer, bytes) and PlayResponse.FromString(answer).HasField("welcome")

    return sum(await asyncio.gather(*map(welcomed, tokens)))


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


FLOODING_BOT = """
import asyncio, os, pathlib, sys
from collections import Counter
sys.path.insert(0, {root!r})
from tests.bench.calm.floods import flood

async def main():
    ends = Counter()
    flooding = asyncio.ensure_future(flood("hpack", os.environ["REFEREE_ADDRESS"], ends))
    while not ends["KiB"]:
        await asyncio.sleep(0.1)
    pathlib.Path({flooded!r}).touch()
    await flooding

asyncio.run(main())
"""
MOST_KIB_OF_A_REFEREE = 400 * 1024
"""It has 110 MiB then; beyond 1,000 without any limit, within seconds."""
MEASURING = """
import resource, subprocess, sys
from pathlib import Path
subprocess.call(sys.argv[2:])
Path(sys.argv[1]).write_text(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
"""
"""Linux counts the memory of the process that starts another as the other's, so a small one starts the referee."""
SECONDS_FOR_A_FLOODED_MATCH = 100
"""Without an end of such bots no match begins: nobody else is heard."""


@pytest.mark.skipif(sys.platform != "linux", reason="other kernels do not say whose connection it is")
def test_a_bot_of_this_machine_that_floods_is_ended(tmp_path: Path) -> None:
    """It passes no proxy, and floods again whenever it is started again. The other bot comes and plays."""
    bot, flooded_it = tmp_path / "bot.py", tmp_path / "flooded"
    bot.write_text(FLOODING_BOT.format(root=str(Path.cwd()), flooded=str(flooded_it)))
    bots = ["--bot", f"python {bot}", "--bot", "first", "--sandbox", "off"]
    command = [sys.executable, "-m", "referee", "play", "keepers", *bots, "--startup", "20s"]
    measured = tmp_path / "measured"
    with (tmp_path / "told").open("wb") as told:
        process = subprocess.Popen(
            [sys.executable, "-c", MEASURING, str(measured), *command], stdout=told, stderr=told, start_new_session=True
        )
    at_last = Timer(SECONDS_FOR_A_FLOODED_MATCH, os.killpg, (process.pid, signal.SIGKILL))
    at_last.start()
    process.wait()
    at_last.cancel()
    assert flooded_it.exists()
    assert TOO_MUCH_UNREAD in " ".join((tmp_path / "told").read_text().split())
    assert int(measured.read_text()) < MOST_KIB_OF_A_REFEREE


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

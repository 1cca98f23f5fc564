"""The bot in Go, built from protos/: the proof that the wire is enough for another language."""

from __future__ import annotations

import fcntl
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import grpc
import pytest
from referee_client.games.keepers.v1 import keepers_pb2 as keepers
from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.chance import SALT_BYTES, seed_from
from referee.kernel.job import MatchJob
from tests.clients import messages
from tests.clients.processes import bot_process, exit_of, run_bot
from tests.clients.scripted_referee import Ear, scripted_referee
from tests.support.running import local_referee

SOURCES = Path(__file__).parents[2] / "clients" / "go"
BOT = SOURCES / "referee-bot"

pytestmark = [
    pytest.mark.skipif(shutil.which("go") is None, reason="Go is not installed"),
    pytest.mark.timeout(600),  # the first build on a machine fetches and builds gRPC
]


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    command = ["make", "-C", str(SOURCES), f"PYTHON={sys.executable}"]
    with (SOURCES / "Makefile").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # pytest-xdist may run tests of this file in several processes
        made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr


def worthwhile_quest(number: int, *, space: int) -> wire.PlayResponse:
    """Asks for a quest where only the one in `space` prepares an adventurer."""
    response = messages.turn(number=number)
    position = keepers.Position()
    response.turn.position.Unpack(position)
    position.view.seat = 1
    position.view.seats.extend([keepers.SeatView(), keepers.SeatView(unprepared=keepers.Counts(rogue=3))])
    for each in (1, 2, 3):
        colour = keepers.COLOUR_ROGUE if each == space else keepers.COLOUR_WIZARD
        position.view.spaces.add(quest=[colour])
    response.turn.position.Pack(position)
    return response


def test_it_reads_positions_and_comes_back_after_a_lost_connection(tmp_path: Path) -> None:
    def first(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        yield from [messages.welcome("come back"), messages.match_started(), worthwhile_quest(1, space=2)]
        assert ear.hear().choice == wire.Choice(match_id="m1", turn=1, option=1)
        context.abort(grpc.StatusCode.UNAVAILABLE, "the cable broke")

    def second(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        assert ear.hello.resume_token == "come back"
        yield from [messages.welcome(), messages.match_started(resumed=True), worthwhile_quest(1, space=2)]
        assert ear.hear().choice == wire.Choice(match_id="m1", turn=1, option=1)
        yield worthwhile_quest(2, space=3)
        assert ear.hear().choice == wire.Choice(match_id="m1", turn=2, option=2)
        yield from [messages.match_started("m2", game="another"), messages.turn("m2")]
        assert ear.hear().choice == wire.Choice(match_id="m2", turn=1, option=0)
        yield from [messages.match_ended(), messages.match_ended("m2"), messages.goodbye()]

    with scripted_referee(tmp_path, first, second) as (referee, address):
        assert run_bot([BOT], address) == (0, "", "")
    assert [hello.token for hello in referee.hellos] == ["secret", "secret"]


def test_it_leaves_on_sigterm(tmp_path: Path) -> None:
    processes: list[subprocess.Popen[str]] = []

    def stream(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        yield from [messages.welcome(), messages.match_started("m1", game="another"), messages.turn()]
        ear.hear()
        processes[0].send_signal(signal.SIGTERM)
        assert ear.hear() == wire.PlayRequest(leave=wire.Leave())
        ear.hear_the_end()

    with scripted_referee(tmp_path, stream) as (_, address), bot_process([BOT], address) as process:
        processes.append(process)
        assert exit_of(process) == (0, "", "")


def test_it_says_why_it_was_refused(tmp_path: Path) -> None:
    def stream(ear: Ear, context: grpc.ServicerContext) -> Iterator[wire.PlayResponse]:
        context.abort(grpc.StatusCode.UNAUTHENTICATED, "wrong token")
        yield messages.goodbye()

    with scripted_referee(tmp_path, stream) as (_, address):
        code, _, errors = run_bot([BOT], address)
    assert code == 1
    assert "wrong token" in errors


def test_it_plays_keepers_under_the_referee(tmp_path: Path) -> None:
    with local_referee(tmp_path) as referee, ExitStack() as processes:
        commands: dict[str, list[str | Path]] = {
            "go": [BOT],
            "random": [sys.executable, "-m", "referee_client.bots", "random"],
        }
        started = [
            processes.enter_context(bot_process(command, referee.address, referee.token(name)))
            for name, command in commands.items()
        ]
        matches = [
            MatchJob(
                match_id=f"m{number}",
                game_id="keepers",
                bots=("go", "random"),
                seed=seed_from(number),
                salt=bytes(SALT_BYTES),
            )
            for number in range(10)
        ]
        ends = [referee.play(match).result().end for match in matches]
        referee.call(lambda: referee.referee.lobby.dismiss(may_reconnect=False))
        assert [exit_of(process) for process in started] == [(0, "", "")] * 2
    assert all(end is not None and end.strikes == [0, 0] for end in ends)
    assert sum(end is not None and end.places[0] == 1 for end in ends) > 5


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["play", "keepers", "--bot", str(BOT), "--bot", "random", "--seed", "7"], id="play"),
        pytest.param(["bot", "check", str(BOT)], id="bot check"),
    ],
)
def test_it_satisfies_the_command(command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "referee", *command], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr

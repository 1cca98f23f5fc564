"""`referee serve` on a real disk that gets full: it says nothing untrue, and nothing is lost."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest
from referee_client.v1.match_pb2 import Match

from referee.kernel.record import Cause
from referee.kernel.replay import verify
from tests.end_to_end.serving import Server
from tests.support.disks import SmallDisk, small_disk
from tests.support.raw_bot import raw_bot
from tests.support.waiting import PATIENCE, wait_until

BOTS = ("a", "b")
MATCHES = [f"m{number}" for number in range(8)]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with small_disk(tmp_path / "disk") as disk:
        yield disk


@pytest.fixture
def server(tmp_path: Path, disk: SmallDisk) -> Server:
    return Server(tmp_path, disk.path / "data")


def states(server: Server) -> set[str]:
    return {Match.State.Name(server.state(match)).removeprefix("STATE_") for match in MATCHES}


def refuses(server: Server, match_id: str) -> grpc.StatusCode | None:
    try:
        server.create(match_id, BOTS)
    except grpc.RpcError as error:
        return error.code()
    return None


def says(server: Server, text: str) -> bool:
    return text in server.log.read_text()


def test_running_matches_wait_for_room_and_go_on_by_themselves(server: Server, disk: SmallDisk) -> None:
    with server.running() as process, server.bots(a="random", b="greedy"):
        for match in MATCHES:
            server.create(match, BOTS)
        server.wait_for_bytes(10_000)
        disk.fill()
        wait_until(lambda: says(server, "no space is left on the disk"))
        assert refuses(server, "new") is grpc.StatusCode.UNAVAILABLE
        assert states(server) <= {"RUNNING", "FINISHED"}
        assert "RUNNING" in states(server)
        disk.empty()
        wait_until(lambda: len(server.finished()) == len(MATCHES))
        wait_until(lambda: states(server) == {"FINISHED"})
        assert refuses(server, "new") is None
        wait_until(lambda: "new" in server.finished())
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    for match in MATCHES:
        record = server.record(match)
        verify(record)
        assert {answer.cause for step in record.steps for answer in step.answers} == {Cause.CHOSEN}
    with server.running():
        assert states(server) == {"FINISHED"}
    assert not says(server, "Traceback")
    assert server.log.read_text().count("no space is left on the disk") == 1
    assert says(server, f"{server.records}: no space is left on the disk; make room there. Until then no match begins")
    assert says(server, f"{server.records} can be written again")


@pytest.mark.parametrize("end", ["killed", "stopped"])
def test_what_runs_on_a_full_disk_at_the_end_goes_on_at_the_next_start(
    server: Server, disk: SmallDisk, end: str
) -> None:
    with server.running("--grace", "0s") as process, server.bots(a="random", b="greedy"):
        for match in MATCHES:
            server.create(match, BOTS)
        server.wait_for_bytes(10_000)
        disk.fill()
        wait_until(lambda: says(server, "no space is left on the disk"))
        before = states(server)
        if end == "killed":
            process.kill()
        else:
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
            assert says(server, "could not be ended")
    assert before <= {"RUNNING", "FINISHED"}
    with server.running():
        assert "VOIDED" not in states(server)
        disk.empty()
        with server.bots(a="random", b="greedy"):
            wait_until(lambda: len(server.finished()) == len(MATCHES))
    for match in MATCHES:
        verify(server.record(match))
    assert not says(server, "Traceback")


def test_a_match_whose_end_would_still_fit_on_a_full_disk_goes_on_too(server: Server, disk: SmallDisk) -> None:
    """Its file has room in its last block: which matches are void must not depend on that."""
    with server.running("--grace", "0s") as process, raw_bot(server.address) as a, raw_bot(server.address) as b:
        for name, bot in (("a", a), ("b", b)):
            bot.hello(server.token(name))
        server.create("m", BOTS)
        for bot in (a, b):
            bot.hear_until("match_started")
        disk.fill()
        assert refuses(server, "new") is grpc.StatusCode.UNAVAILABLE
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    assert says(server, "1 match could not be ended")
    with server.running():
        assert server.state("m") == Match.STATE_WAITING
        disk.empty()
        with server.bots(a="random", b="greedy"):
            wait_until(lambda: "m" in server.finished())
        wait_until(lambda: server.state("m") == Match.STATE_FINISHED)


def test_a_match_that_is_cancelled_on_a_full_disk_is_void_for_everybody_or_for_nobody(
    server: Server, disk: SmallDisk
) -> None:
    """Its bots hear of the end when it is on the disk, and not before."""
    with server.running(), raw_bot(server.address) as a, raw_bot(server.address) as b, ThreadPoolExecutor() as threads:
        for name, bot in (("a", a), ("b", b)):
            bot.hello(server.token(name))
        disk.fill(leave=4096)
        server.create("m", BOTS)
        ends = [threads.submit(bot.play_on) for bot in (a, b)]
        wait_until(lambda: says(server, "no space is left on the disk"))
        server.cancel("m")
        assert server.state("m") == Match.STATE_RUNNING
        assert not any(end.done() for end in ends)
        disk.empty()
        assert [end.result().void_reason for end in ends] == ["cancelled by an organiser"] * 2
        wait_until(lambda: server.state("m") == Match.STATE_VOIDED)
    with server.running():
        assert server.state("m") == Match.STATE_VOIDED


def test_a_server_that_can_not_begin_says_why(server: Server, disk: SmallDisk) -> None:
    disk.read_only()
    said = server.fails_to_start()
    assert said.startswith(f"Error: {server.data}/")
    assert "the disk is read-only; make it writable, or choose another place" in said
    assert "Traceback" not in said

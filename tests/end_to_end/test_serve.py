"""`referee serve` as a process: what is left when it is stopped in order, and when it is killed."""

from __future__ import annotations

import signal
from pathlib import Path
from random import Random

import grpc
import psutil
import pytest
from referee_client.v1.match_pb2 import Match
from referee_client.v1.match_service_pb2 import ListMatchesRequest
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

from referee.kernel.record import Cause
from referee.kernel.replay import verify
from referee.server.open_files import ENOUGH
from tests.end_to_end.serving import Server
from tests.support.matches import job, played
from tests.support.raw_bot import raw_bot
from tests.support.waiting import PATIENCE, wait_until
from tests.test_neutral import CONTROLS, HOSTILE

BOTS = ("a", "b")


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_lets_running_matches_end_and_the_exit_code_is_zero(server: Server, number: signal.Signals) -> None:
    matches = [f"m{count}" for count in range(8)]
    with server.running() as process, server.bots(a="greedy", b="random"):
        for match in matches:
            server.create(match, BOTS)
        wait_until(server.finished)
        process.send_signal(number)
        assert process.wait(PATIENCE) == 0
    assert {path.stem for path in server.records.iterdir()} == set(matches)
    for match in server.finished():
        record = server.record(match)
        verify(record)
        assert record.end is not None
        assert not record.end.void


def test_a_second_signal_voids_what_still_runs(server: Server) -> None:
    with server.running("--grace", "1h") as process, raw_bot(server.address) as a, raw_bot(server.address) as b:
        a.hello(server.token("a"))
        b.hello(server.token("b"))
        server.create("m", BOTS)
        a.hear("match_started")
        process.send_signal(signal.SIGINT)
        wait_until(lambda: not server.takes_matches())
        process.send_signal(signal.SIGINT)
        assert a.hear_until("match_ended").match_ended.void_reason
        assert process.wait(PATIENCE) == 0


def test_a_token_that_is_issued_while_it_runs_is_good_at_once(server: Server) -> None:
    with server.running():
        with server.bots(a="first", b="first"):
            server.create("m", BOTS)
            wait_until(lambda: "m" in server.finished())
        assert server.create("m", BOTS).state == Match.STATE_FINISHED


def test_what_is_garbled_in_its_folder_is_named_and_the_rest_is_served(server: Server) -> None:
    good = played(job()).to_bytes()
    server.records.mkdir(mode=0o700)
    (server.records / "m-1.jsonl").write_bytes(good)
    (server.records / "m-2.jsonl").write_bytes(good.replace(b'"step"', b'"stop"', 1))
    (server.records / f"{HOSTILE}.jsonl").write_bytes(b"nonsense")
    tokens = server.data / "tokens.jsonl"
    with tokens.open("ab") as file:
        file.write(b"garbled\n")
    assert tokens.read_bytes().count(b"\n") == 2, "the organiser's, and what is garbled"
    late = server.token("late", "--organiser")
    with server.running() as process:
        assert server.state("m-1") == Match.STATE_FINISHED
        with grpc.insecure_channel(server.address) as channel:
            listed = MatchServiceStub(channel).ListMatches(
                ListMatchesRequest(), metadata=[("authorization", f"Bearer {late}")], timeout=PATIENCE
            )
        assert [match.match_id for match in listed.matches] == ["m-1"]
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    said = server.log.read_text()
    assert f"{server.records / 'm-2.jsonl'}: line 2" in said
    assert f"{server.records}/\\x1b]0;owned" in said
    assert f"{tokens}, line 2: this token cannot be read" in said
    assert said.count(" ERROR ") == 3
    assert "Traceback" not in said
    assert not CONTROLS.findall(said)


@pytest.mark.parametrize(
    ("kills", "matches"),
    [
        pytest.param(4, 32, id="a few"),
        pytest.param(50, 600, id="many", marks=pytest.mark.long),
    ],
)
def test_kill_9_at_any_moment_loses_and_doubles_nothing(server: Server, kills: int, matches: int) -> None:
    """The organiser repeats what it asked for; the bots come back; every match is played once, as if nothing was."""
    randomly = Random(kills)
    names = [f"m{number}" for number in range(matches)]
    done: dict[str, bytes] = {}
    with server.bots(a="random", b="greedy"):
        for kill in range(kills):
            with server.running() as process:
                for name in names[: (kill + 1) * matches // kills]:
                    server.create(name, BOTS)
                server.wait_for_bytes(server.bytes_written() + randomly.randrange(60_000))
                process.kill()
                assert process.wait(PATIENCE) == -signal.SIGKILL
            now = server.finished()
            assert {name: now[name] for name in done} == done
            done = now
        with server.running():
            wait_until(lambda: len(server.finished()) == matches)
    assert {path.name for path in server.records.iterdir()} == {f"{name}.jsonl" for name in names}
    for name in names:
        record = server.record(name)
        verify(record)
        assert {answer.cause for step in record.steps for answer in step.answers} == {Cause.CHOSEN}
        assert record.end is not None
        assert record.end.strikes == [0, 0]


def test_it_may_open_more_files_than_it_was_started_with(tmp_path: Path) -> None:
    """The usual 1024 are few for a thousand bots that dial in."""
    server = Server(tmp_path, program=("tests.end_to_end.few_files",))
    with server.running() as process:
        soft, hard = psutil.Process(process.pid).rlimit(psutil.RLIMIT_NOFILE)
    assert soft == min(hard, ENOUGH) > 200

"""Nothing that a client sends makes the referee stumble: no defect in its log or in an answer, no hang, no leak.

Each campaign prints its seed. The long ones take ten minutes together.
"""

from __future__ import annotations

import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import grpc
import psutil
import pytest
from referee_client.v1 import game_service_pb2, match_service_pb2, play_service_pb2

from referee.kernel.replay import verify
from tests.end_to_end.fuzz.frames import conversation
from tests.end_to_end.fuzz.messages import damaged, filled
from tests.end_to_end.serving import Server
from tests.support.http2 import BEGUN, request, talk
from tests.support.raw_bot import PLAY
from tests.support.waiting import wait_until

SECONDS = [pytest.param(3.0, id="short"), pytest.param(200.0, id="long", marks=pytest.mark.long)]
CALL_SECONDS = 20.0
DEFECTS = {grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN, grpc.StatusCode.DEADLINE_EXCEEDED}
REFLECT = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"
MATCHES = "/referee.v1.MatchService"
UNARY = {
    f"{MATCHES}/CreateMatch": match_service_pb2.CreateMatchRequest,
    f"{MATCHES}/GetMatch": match_service_pb2.GetMatchRequest,
    f"{MATCHES}/ListMatches": match_service_pb2.ListMatchesRequest,
    f"{MATCHES}/CancelMatch": match_service_pb2.CancelMatchRequest,
    f"{MATCHES}/GetRecord": match_service_pb2.GetRecordRequest,
    "/referee.v1.GameService/ListGames": game_service_pb2.ListGamesRequest,
    "/referee.v1.GameService/GetGame": game_service_pb2.GetGameRequest,
    "/grpc.health.v1.Health/Check": game_service_pb2.GetGameRequest,
}


class Fuzzed:
    """A server under fire, and what it is allowed to say."""

    def __init__(self, server: Server, process: subprocess.Popen[str]) -> None:
        self.server = server
        self.process = psutil.Process(process.pid)
        self.tokens = [server.token("org", "--organiser"), server.token("spec", "--spectator"), server.token("x")]

    def is_sound(self) -> None:
        """The server is there, takes matches, and has noticed no defect of its own."""
        assert self.process.is_running()
        assert self.server.takes_matches()
        log = self.server.log.read_text(errors="replace")
        assert "Traceback" not in log, log[-5000:]
        assert "defect" not in log, log[-5000:]

    def plays_on(self) -> None:
        """A match is played to its end as if nothing had been."""
        name = f"sound-{time.monotonic_ns()}"
        with self.server.bots(calm="random", other="greedy"):
            self.server.create(name, ["calm", "other"])
            wait_until(lambda: name in self.server.finished())
        verify(self.server.record(name))


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzzed]:
    """One server for all: what one campaign leaves behind makes it no easier for the next."""
    server = Server(tmp_path_factory.mktemp("fuzzed"))
    with server.running("--startup", "100ms") as process:
        yield Fuzzed(server, process)


FOUND = {
    "a method that is not text": (b"GetMatch", b"Get\xffatch"),
    "another method that is not text": (b"/referee", b"\xc3(feree"),
    "a header that is not text": (b"authorization", b"auth\xffrization"),
    "a token that is not text": (b"Bearer ", b"Bea\xffer "),
    "a method that is not there": (b"GetMatch", b"GetMutch"),
}


@pytest.mark.parametrize(("right", "wrong"), FOUND.values(), ids=FOUND)
def test_what_a_campaign_found(fuzzed: Fuzzed, right: bytes, wrong: bytes) -> None:
    """The first ended the server; with the third and fourth a token stood in its log, but for one letter."""
    calls = request(f"{MATCHES}/GetMatch", fuzzed.tokens[0], 1, b"")
    calls[0] = calls[0].replace(right, wrong)
    assert wrong in calls[0]
    for _ in range(3):
        talk(Random(1), fuzzed.server.address.removeprefix("unix:"), [BEGUN, *calls])
    fuzzed.is_sound()
    fuzzed.plays_on()
    assert fuzzed.tokens[0] not in fuzzed.server.log.read_text(errors="replace")


def _until(seconds: float) -> Iterator[int]:
    end = time.monotonic() + seconds
    number = 0
    while time.monotonic() < end:
        yield number
        number += 1


def _seeded() -> Random:
    seed = time.time_ns()
    print("seed", seed)
    return Random(seed)


def _metadata(randomly: Random, tokens: list[str]) -> tuple[tuple[str, str], ...]:
    return (
        ("authorization", randomly.choice(["", "Bearer ", "Bearer made-up", *[f"Bearer {one}" for one in tokens]])),
    )


def _code_of(call: Any) -> grpc.StatusCode:
    """How a call ended; what it said is not looked at."""
    try:
        for _ in call:
            pass
    except grpc.RpcError as error:
        return error.code()
    return grpc.StatusCode.OK


@pytest.mark.timeout(900)
@pytest.mark.parametrize("seconds", SECONDS)
def test_messages_to_the_services(fuzzed: Fuzzed, seconds: float) -> None:
    randomly, codes = _seeded(), Counter[str]()
    with grpc.insecure_channel(fuzzed.server.address) as channel:
        for number in _until(seconds):
            path, kind = randomly.choice(list(UNARY.items()))
            data = damaged(randomly, filled(randomly, kind()).SerializeToString())
            metadata = _metadata(randomly, fuzzed.tokens)
            method: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(path)
            call = method.future(data, metadata=metadata, timeout=CALL_SECONDS)
            code = call.code()
            assert code not in DEFECTS, (path, data, call.details())
            codes[code.name] += 1
            if number % 500 == 0:
                fuzzed.is_sound()
    print(dict(codes))
    assert codes["OK"]
    fuzzed.is_sound()
    fuzzed.plays_on()


@pytest.mark.timeout(900)
@pytest.mark.parametrize("seconds", SECONDS)
def test_streams_of_bots_spectators_and_reflection(fuzzed: Fuzzed, seconds: float) -> None:
    randomly, codes = _seeded(), Counter[str]()
    hello = play_service_pb2.PlayRequest(hello=play_service_pb2.Hello(token=fuzzed.tokens[2], protocol_version=1))
    fuzzed.server.create("watched", ["x", "nobody"])
    with grpc.insecure_channel(fuzzed.server.address) as channel:
        for number in _until(seconds):
            path = randomly.choice([PLAY, PLAY, f"{MATCHES}/WatchMatch", REFLECT, "/grpc.health.v1.Health/Watch"])
            requests = [hello.SerializeToString()] if path == PLAY and randomly.random() < 0.8 else []
            kind = play_service_pb2.PlayRequest if path == PLAY else match_service_pb2.WatchMatchRequest
            count = randomly.choice([0, 1, 2, 100])
            requests += [damaged(randomly, filled(randomly, kind()).SerializeToString()) for _ in range(count)]
            if path not in {PLAY, REFLECT}:
                requests = requests[:1] or [b""]
            method: grpc.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(path)
            call = method(
                iter(requests), metadata=_metadata(randomly, fuzzed.tokens), timeout=randomly.choice([0.01, 0.2])
            )
            code = _code_of(call)
            assert code not in DEFECTS - {grpc.StatusCode.DEADLINE_EXCEEDED}, (path, requests, call.details())
            codes[code.name] += 1
            if number % 100 == 0:
                fuzzed.is_sound()
    print(dict(codes))
    fuzzed.is_sound()
    fuzzed.plays_on()


@pytest.mark.timeout(900)
@pytest.mark.parametrize("seconds", SECONDS)
def test_frames_of_http_2(fuzzed: Fuzzed, seconds: float) -> None:
    randomly = _seeded()
    paths = [*UNARY, PLAY, f"{MATCHES}/WatchMatch", REFLECT, "/nothing/here", ""]
    socket = fuzzed.server.address.removeprefix("unix:")
    connections = 0
    files = fuzzed.process.num_fds()
    for connections in _until(seconds):
        bodies = [filled(randomly, kind()).SerializeToString()[:10_000] for kind in UNARY.values()]
        talk(randomly, socket, conversation(randomly, paths, fuzzed.tokens, bodies))
        if connections % 200 == 0:
            fuzzed.is_sound()
    print(connections, "connections")
    fuzzed.is_sound()
    fuzzed.plays_on()
    # Matches of made-up bots may still run, each with an open journal; a connection is left by nobody.
    wait_until(lambda: len(fuzzed.process.net_connections("unix")) < 20)
    print("files", files, fuzzed.process.num_fds())

"""`referee serve` with a game of another package: matches over gRPC, reflection, and the record of a match."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from grpc_reflection.v1alpha.reflection_pb2 import ServerReflectionRequest
from grpc_reflection.v1alpha.reflection_pb2_grpc import ServerReflectionStub
from referee_client.v1.game_service_pb2 import GetGameRequest
from referee_client.v1.game_service_pb2_grpc import GameServiceStub
from referee_client.v1.match_pb2 import Match, Seat
from referee_client.v1.match_service_pb2 import CreateMatchRequest, GetMatchRequest
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

from tests.support.outside import Outside, install
from tests.support.waiting import PATIENCE, wait_until


@pytest.fixture(scope="module")
def beacons(tmp_path_factory: pytest.TempPathFactory) -> Outside:
    return install("beacons", "2-3", tmp_path_factory.mktemp("outside"))


@contextmanager
def serving(game: Outside, folder: Path) -> Iterator[str]:
    """The address of a referee that runs where the game is installed."""
    address = f"unix:{folder / 'socket'}"
    command = [str(game.python), "-m", "referee", "serve", "--data", str(folder / "data"), "--address", address]
    with (folder / "log").open("w") as log, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().decode().strip() == address
            yield address
        finally:
            process.terminate()


@contextmanager
def bots(game: Outside, address: str, commands: dict[str, list[str]], data: Path) -> Iterator[None]:
    running = []
    for name, words in commands.items():
        token = game.told("referee", "token", name, "--data", str(data), folder=data).strip()
        environment = {**os.environ, "REFEREE_ADDRESS": address, "REFEREE_TOKEN": token}
        running.append(subprocess.Popen([str(game.python), *words], env=environment))
    try:
        yield
    finally:
        for bot in running:
            bot.terminate()
        wait_until(lambda: all(bot.poll() is not None for bot in running))


def test_it_is_served_played_shown_and_verified(beacons: Outside, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    organiser = beacons.told("referee", "token", "me", "--organiser", "--data", str(data), folder=tmp_path).strip()
    metadata = (("authorization", f"Bearer {organiser}"),)
    commands = {
        "greedy": [str(beacons.package / "bots/beacons_greedy.py")],
        "random": ["-m", "referee_client.bots", "random"],
    }
    with serving(beacons, tmp_path) as address, grpc.insecure_channel(address) as channel:
        with bots(beacons, address, commands, data):
            matches = MatchServiceStub(channel)
            request = CreateMatchRequest(match_id="m", game_id="beacons", seats=[Seat(bot=bot) for bot in commands])
            matches.CreateMatch(request, metadata=metadata, timeout=PATIENCE)

            def is_finished() -> bool:
                answer = matches.GetMatch(GetMatchRequest(match_id="m"), metadata=metadata, timeout=PATIENCE)
                return bool(answer.match.state == Match.STATE_FINISHED)

            wait_until(is_finished)
        game = GameServiceStub(channel).GetGame(GetGameRequest(game_id="beacons"), metadata=metadata, timeout=PATIENCE)
        assert game.game.game_id == "beacons"
        assert "beacons.v1.Position" in reflected(channel, "referee.games.beacons.v1.Position")
    record = data / "records" / "m.jsonl"
    assert "Your hand" in beacons.told("referee", "show", str(record), folder=tmp_path)
    assert "fine" in beacons.told("referee", "verify", str(record), folder=tmp_path)


def reflected(channel: grpc.Channel, symbol: str) -> str:
    """The full names of the messages in the file that says a symbol, as grpcurl would ask for it."""
    asked = ServerReflectionRequest(file_containing_symbol=symbol)
    (answer,) = ServerReflectionStub(channel).ServerReflectionInfo(iter([asked]), timeout=PATIENCE)
    assert not answer.HasField("error_response"), answer.error_response
    files = [FileDescriptorProto.FromString(data) for data in answer.file_descriptor_response.file_descriptor_proto]
    return " ".join(f"{file.package}.{message.name}" for file in files for message in file.message_type)

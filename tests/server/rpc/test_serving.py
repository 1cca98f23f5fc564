"""Addresses, TLS, health and reflection of a real server."""

from __future__ import annotations

from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from referee_client.v1 import game_service_pb2
from referee_client.v1.game_service_pb2_grpc import GameServiceStub

from referee import hosting
from referee.errors import UsageError
from referee.server.app import open_referee
from referee.server.config import Config
from tests.support.certificates import make_certificate
from tests.support.raw_bot import raw_bot
from tests.support.running import Running, local_referee, running_referee


def _games(channel: grpc.Channel) -> list[str]:
    response = GameServiceStub(channel).ListGames(game_service_pb2.ListGamesRequest())
    return [game.game_id for game in response.games]


@pytest.mark.parametrize("address", ["127.0.0.1:0", "localhost:0", "[::1]:0"])
def test_a_free_port_is_chosen_and_told(address: str) -> None:
    with running_referee(Config(address=address)) as running, grpc.insecure_channel(running.address) as channel:
        assert not running.address.endswith(":0")
        assert "keepers" in _games(channel)


def test_a_bot_plays_over_tls(tmp_path: Path) -> None:
    cert, key = make_certificate(tmp_path)
    with running_referee(Config(address="localhost:0", tls_cert=cert, tls_key=key)) as running:
        trusted = grpc.ssl_channel_credentials(cert.read_bytes())
        with raw_bot(running.address, trusted) as bot:
            assert bot.hello(running.token("a")).bot == "a"
        with raw_bot(running.address) as bot:
            assert bot.end()[0] is grpc.StatusCode.UNAVAILABLE


def _refused(config: Config, message: str) -> None:
    async def serve() -> None:
        async with open_referee(config):
            raise AssertionError("it serves")

    with pytest.raises(UsageError, match=message):
        hosting.run(serve)


def test_a_certificate_that_is_none_is_refused(tmp_path: Path) -> None:
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    cert.write_text("nonsense")
    key.write_text("nonsense")
    why = r"cannot listen on localhost:0: .*cert.pem and .*key.pem are not a certificate and its key in PEM$"
    _refused(Config(address="localhost:0", tls_cert=cert, tls_key=key), why)


def test_two_referees_do_not_share_a_port() -> None:
    with running_referee(Config(address="127.0.0.1:0")) as running:
        _refused(Config(address=running.address), "cannot listen on .*: another program is already listening there$")


def test_an_address_of_another_machine_is_named_with_what_is_wrong() -> None:
    why = "cannot listen on 203.0.113.7:8750: Cannot assign requested address$"
    _refused(Config(address="203.0.113.7:8750", insecure=True), why)


def test_two_referees_do_not_share_a_socket(tmp_path: Path) -> None:
    with local_referee(tmp_path) as running:
        _refused(Config(address=running.address), "is already listening there")
        with grpc.insecure_channel(running.address) as channel:
            assert "keepers" in _games(channel)


def test_a_socket_that_a_killed_referee_left_is_taken_over(tmp_path: Path) -> None:
    import socket

    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(tmp_path / "socket"))
    with local_referee(tmp_path) as running, grpc.insecure_channel(running.address) as channel:
        assert "keepers" in _games(channel)


def test_two_referees_do_not_share_their_data(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running_referee(Config(data=data)):
        _refused(Config(data=data), "another referee is using")
    with running_referee(Config(data=data)):
        pass


def _health(running: Running) -> dict[str, int]:
    with grpc.insecure_channel(running.address) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        names = ["", "referee.v1.PlayService", "referee.v1.MatchService", "referee.v1.GameService"]
        return {name: stub.Check(health_pb2.HealthCheckRequest(service=name)).status for name in names}


def test_health_is_told_until_the_referee_is_about_to_stop(tmp_path: Path) -> None:
    with local_referee(tmp_path) as running:
        assert set(_health(running).values()) == {health_pb2.HealthCheckResponse.SERVING}
        running.drain().result()
        assert set(_health(running).values()) == {health_pb2.HealthCheckResponse.NOT_SERVING}


def test_reflection_names_every_service(tmp_path: Path) -> None:
    request = reflection_pb2.ServerReflectionRequest(list_services="")
    with local_referee(tmp_path) as running, grpc.insecure_channel(running.address) as channel:
        responses = reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo(iter([request]))
        names = {service.name for service in next(responses).list_services_response.service}
    assert names == {
        "referee.v1.PlayService",
        "referee.v1.MatchService",
        "referee.v1.GameService",
        "grpc.health.v1.Health",
        "grpc.reflection.v1alpha.ServerReflection",
    }

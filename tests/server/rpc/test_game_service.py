"""The games, over real gRPC."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from referee_client.v1 import game_service_pb2 as wire
from referee_client.v1.game_service_pb2_grpc import GameServiceStub

import referee
from tests.support.raw_bot import reason_of
from tests.support.running import local_referee


@pytest.fixture
def stub(tmp_path: Path) -> Iterator[GameServiceStub]:
    with local_referee(tmp_path) as running, grpc.insecure_channel(running.address) as channel:
        yield GameServiceStub(channel)


def test_all_games_are_listed_by_pages(stub: GameServiceStub) -> None:
    found, token = [], ""
    while True:
        page = stub.ListGames(wire.ListGamesRequest(page_size=1, page_token=token))
        found += [game.game_id for game in page.games]
        token = page.next_page_token
        if not token:
            break
    assert found == list(referee.all_games())


def test_a_game_sends_its_options_cards_and_rules(stub: GameServiceStub) -> None:
    response = stub.GetGame(wire.GetGameRequest(game_id="keepers"))
    game = referee.all_games()["keepers"]
    assert response.cards_toml == game.cards_toml
    assert response.rules == game.rules
    assert response.rules.startswith("# Angirg Mariem Keepers\n")
    assert (response.game.min_seats, response.game.max_seats) == game.seats
    assert response.game.card_set_digest == game.card_set_digest
    told = {option.name: (option.allowed, option.default_value) for option in response.game.options}
    assert told["max_rounds"] == ("1 to 200", "30")
    assert all(option.help for option in response.game.options)


def test_an_unknown_game_is_not_found(stub: GameServiceStub) -> None:
    with pytest.raises(grpc.RpcError) as raised:
        stub.GetGame(wire.GetGameRequest(game_id="chess"))
    assert raised.value.code() is grpc.StatusCode.NOT_FOUND
    assert reason_of(raised.value) == "UNKNOWN_GAME"

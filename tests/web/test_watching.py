"""What a step is drawn from: what a spectator sees, and known cards."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.any_pb2 import Any as Packed
from referee_client.v1.match_pb2 import Match as MatchMessage
from referee_client.v1.match_pb2 import Seat
from referee_client.v1.match_service_pb2 import WatchMatchResponse

import referee
from referee.kernel.game import Game
from referee.kernel.plain_board import plain_board
from referee.pages.matches import board_parts
from referee.web.watching import events_of, table_of


def a_step(game: Game[Any], seed: int = 3, redealt: int | None = None, **said: str) -> WatchMatchResponse:
    """A match in progress, or a different one that looks the same to a spectator."""
    match = referee.start(game.id, seats=game.seats[0], seed=seed)
    for _ in range(6):
        match.answer({seat: match.default(seat) for seat in match.asked})
    if redealt is not None:
        match = match.redeal(None, redealt)
    told = MatchMessage(
        game_id=said.get("game_id", game.id),
        seats=[Seat(bot="a")] * game.seats[0],
        card_set_digest=said.get("digest", ""),
    )
    position = Packed(type_url=f"x/{game.position_name}", value=match.position_bytes(None, 0))
    return WatchMatchResponse(match=told, position=position)


@pytest.mark.parametrize("game", referee.all_games().values(), ids=lambda game: game.id)
def test_worlds_that_a_spectator_can_not_tell_apart_look_the_same(game: Game[Any]) -> None:
    one, other = a_step(game), a_step(game, redealt=5)
    assert table_of(one) == table_of(other)
    assert events_of(one) == events_of(other)
    assert events_of(one)


@pytest.mark.parametrize("game", referee.all_games().values(), ids=lambda game: game.id)
def test_of_cards_that_are_not_known_only_what_the_view_says_is_shown(game: Game[Any]) -> None:
    step = a_step(game, digest="another")
    view = game.decoder.position(step.position.value).view
    bots = [seat.bot for seat in step.match.seats]
    assert table_of(step) == board_parts(plain_board(game.schema, view), bots)
    assert table_of(a_step(game, digest=game.card_set_digest)) == table_of(a_step(game))
    assert table_of(a_step(game)) == board_parts(game.drawn(view, game.cards), bots)


def test_what_can_not_be_drawn_here_is_asked_for_as_text() -> None:
    game = referee.all_games()["keepers"]
    assert table_of(a_step(game, game_id="chess")) is None
    assert events_of(a_step(game, game_id="chess")) == []
    broken = a_step(game)
    broken.position.value = b"\xff"
    assert table_of(broken) is None
    assert events_of(broken) == []

"""What is sent says what was declared: bytes are read with classes made from the `.proto`, and held against the value.

The written files are fresh, and nothing of them is written by hand.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

import referee
from referee.kernel.game import Game
from referee.kernel.proto_text import proto_path
from tests.support.messages_of import position_of
from tests.support.plain import chosen_by_message, chosen_by_value, fields_of_message, fields_of_value, same
from tests.support.play import EVERY_SEATING, play
from tests.support.values import values_of

PROTOS = Path(__file__).parents[3] / "protos"
GAMES = list(referee.games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
every_class = pytest.mark.parametrize(
    ("game", "kind"),
    [
        pytest.param(game, kind, id=f"{game.id}-{kind.__name__}")
        for game in GAMES
        for kind in (game.view_type, *game.choices, *game.event_types)
    ],
)


def written(game: Game[Any]) -> str:
    return (PROTOS / proto_path(game.id)).read_text(encoding="utf-8")


def told_wrongly(game: Game[Any], value: Struct, proto: str) -> str | None:
    """What a value says and what its bytes say, if that is not the same."""
    if isinstance(value, game.view_type):
        says, bytes_say = fields_of_value(value), fields_of_message(position_of(proto, game.encoders.view(value)).view)
    elif type(value) in game.choices:
        (message,) = position_of(proto, game.encoders.option(value)).options
        says, bytes_say = chosen_by_value(value), chosen_by_message(message)
    else:
        (message,) = position_of(proto, game.encoders.event(value)).events
        says, bytes_say = chosen_by_value(value), chosen_by_message(message)
    return None if same(says, bytes_say) else f"{says}\nis told as\n{bytes_say}"


@every_class
def test_every_value_is_told_as_it_is(game: Game[Any], kind: type[Struct]) -> None:
    proto = written(game)

    @settings(max_examples=30, deadline=None)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        found = told_wrongly(game, data.draw(values_of(kind)), proto)
        assert found is None, found

    check()


@pytest.mark.parametrize(("game_id", "seats"), EVERY_SEATING)
def test_what_is_played_is_told_as_it_is(game_id: str, seats: int) -> None:
    game, told = referee.games()[game_id], 0
    proto = written(game)
    for match in play(referee.start(game_id, seats=seats, seed=10), 10):
        for seat in [*match.table.all_seats(), None]:
            position = position_of(proto, match.position_bytes(seat, told))
            assert same(fields_of_value(match.view(seat)), fields_of_message(position.view))
            options = match.asked.get(seat, ()) if seat is not None else ()
            assert same([*map(chosen_by_value, options)], [*map(chosen_by_message, position.options)])
            events = match.events(seat, told)
            assert same([*map(chosen_by_value, events)], [*map(chosen_by_message, position.events)])
        told = match.event_count


@every_game
def test_the_written_proto_is_fresh(game: Game[Any]) -> None:
    assert written(game) == game.proto, f"{proto_path(game.id)} is stale: run make protos"


def test_no_proto_of_a_game_is_left_over() -> None:
    found = {str(path.relative_to(PROTOS)) for path in (PROTOS / "referee" / "games").rglob("*.proto")}
    assert found == {proto_path(game.id) for game in GAMES}

"""The written protos are fresh, and nothing of them is written by hand. What they say is the battery's to check."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import referee
from referee.kernel.forms import Enumeration, Plain
from referee.kernel.game import Game
from referee.kernel.match import start
from referee.kernel.proto_text import proto_path
from referee.manual.contents import text_of

PROTOS = Path(__file__).parents[3] / "protos"
PAGE = text_of("reference/wire")
GAMES = list(referee.all_games().values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_written_proto_is_fresh(game: Game[Any]) -> None:
    written = (PROTOS / proto_path(game.id)).read_text(encoding="utf-8")
    assert written == game.proto, f"{proto_path(game.id)} is stale: run make protos"


def test_no_proto_of_a_game_is_left_over() -> None:
    found = {str(path.relative_to(PROTOS)) for path in (PROTOS / "referee" / "games").rglob("*.proto")}
    assert found == {proto_path(game.id) for game in GAMES}


def reasons_of(game: Game[Any]) -> set[str]:
    """The words that a game has for why it ended."""
    (reasons,) = [named for named in game.schema.named if named.name == "EndReason"]
    assert isinstance(reasons, Enumeration)
    return {word for _, word, _ in reasons.words}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_ends_for_one_of_its_reasons_and_they_are_told(game: Game[Any]) -> None:
    match = start(game, seats=game.seats[0], seed=1)
    while not match.over:
        match.answer({seat: match.default(seat) for seat in match.asked})
    assert match.result is not None
    assert match.result.reason in reasons_of(game)
    assert f"| `{game.id}` | {', '.join(f'`{word}`' for word in sorted(reasons_of(game)))} |" in PAGE


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_has_a_few_words_is_no_text(game: Game[Any]) -> None:
    """A text that lists its words in its comment should be an enumeration."""
    kinds = {*game.schema.options, *game.schema.events, game.view_type}
    messages = {part.of: part for kind in kinds for part in game.schema.with_parts(kind, set())}
    texts = [
        (message.name, field.name, field.doc)
        for message in messages.values()
        for field in message.fields
        if field.kind == Plain("string")
    ]
    assert not [text for text in texts if '"' in text[2]]

"""Every game says what each card of its set does."""

from __future__ import annotations

import pytest

from referee.kernel.card_set import CardSet
from referee.kernel.game import all_games, find_game, no_card_texts


@pytest.mark.parametrize("game_id", sorted(all_games()))
def test_every_card_has_a_text(game_id: str) -> None:
    game = find_game(game_id)
    texts = game.card_texts(CardSet.of(game, None).cards)
    assert len(texts) >= 4
    assert all(text.strip() == text != "" for text in texts.values())


def test_a_game_may_say_none() -> None:
    assert no_card_texts(object()) == {}

"""The cards of a match: the game's own set or a custom one."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from referee.kernel.cards import CardData, check_numbers, digest_of, parse, plain_text
from referee.kernel.game import Game

KEPT_SETS = 64


class CardSet(msgspec.Struct, frozen=True):
    """A typed card set, its plain text and digest; `own` is its data if it is a custom set."""

    cards: Any
    text: bytes
    digest: str
    own: CardData | None

    @classmethod
    def of(cls, game: Game[Any], cards: str | CardData | None) -> CardSet:
        """The game's own set, or the one in `cards`: TOML or parsed data."""
        data = _written(cards) if isinstance(cards, str) else cards
        if data is None or plain_text(data) == game.card_text:
            return cls(game.cards, game.card_text, game.card_set_digest, None)
        return _own(game.load_cards, msgspec.json.encode(data))


@lru_cache(KEPT_SETS)
def _written(toml: str) -> CardData:
    """Parse and check a custom set. The result is cached, because reading a set can take longer than a match."""
    return parse(toml)


@lru_cache(KEPT_SETS)
def _own(load: Callable[[CardData], Any], json: bytes) -> CardSet:
    # The cards keep the given order, because the deals of old records depend on it.
    own: CardData = msgspec.json.decode(json)
    check_numbers(own)
    text = plain_text(own)
    return CardSet(load(own), text, digest_of(text), own)

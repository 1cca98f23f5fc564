"""The cards that a match is played with: those that its game comes with, or somebody's own."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from referee.kernel.cards import CardData, check_numbers, digest_of, parse, plain_text
from referee.kernel.game import Game

KEPT_SETS = 64


class CardSet(msgspec.Struct, frozen=True):
    """A typed card set, its plain text and digest; `own` is what it says, if it is not what the game comes with."""

    cards: Any
    text: bytes
    digest: str
    own: CardData | None

    @classmethod
    def of(cls, game: Game[Any], cards: str | CardData | None) -> CardSet:
        """The set that the game comes with, or the one in `cards`: TOML, or what it says."""
        data = _written(cards) if isinstance(cards, str) else cards
        if data is None or plain_text(data) == game.card_text:
            return cls(game.cards, game.card_text, game.card_set_digest, None)
        return _own(game.load_cards, msgspec.json.encode(data))


@lru_cache(KEPT_SETS)
def _written(toml: str) -> CardData:
    """Whoever plays many matches with such a set gives it for each; to read it takes longer than many a match."""
    return parse(toml)


@lru_cache(KEPT_SETS)
def _own(load: Callable[[CardData], Any], json: bytes) -> CardSet:
    # In the order in which it was given: records of old sets were dealt in it.
    own: CardData = msgspec.json.decode(json)
    check_numbers(own)
    text = plain_text(own)
    return CardSet(load(own), text, digest_of(text), own)

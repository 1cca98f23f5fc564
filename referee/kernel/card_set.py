"""The cards that a match is played with: those that its game comes with, or somebody's own."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.kernel.cards import CardData, digest_of, parse
from referee.kernel.game import Game


class CardSet(msgspec.Struct, frozen=True):
    """A typed card set and its digest; `own` is what it says, if it is not the set that the game comes with."""

    cards: Any
    digest: str
    own: CardData | None

    @classmethod
    def of(cls, game: Game[Any], cards: str | CardData | None) -> CardSet:
        """The set that the game comes with, or the one in `cards`: TOML, or what it says."""
        data = parse(cards) if isinstance(cards, str) else cards
        if data is None or (digest := digest_of(data)) == game.card_set_digest:
            return cls(game.cards, game.card_set_digest, None)
        return cls(game.load_cards(data), digest, data)

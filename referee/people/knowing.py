"""What this program knows about the game that a person plays: what its cards do, and why it ends."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee_client.v1 import play_service_pb2 as wire

from referee.errors import RefereeError
from referee.kernel.card_set import CardSet
from referee.kernel.cards import CardData
from referee.kernel.forms import Enumeration
from referee.kernel.game import Game, find_game

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class KnownGame:
    """The game of a match. If it is missing here or has another version, only what the referee sent is known."""

    data: CardData
    game: Game[Any] | None
    cards: Any

    @classmethod
    def of(cls, started: wire.MatchStarted) -> KnownGame:
        """What is known about the game of a match that begins."""
        data = json.loads(started.card_set or "{}")
        if not isinstance(data, dict):
            data = {}
        try:
            game = find_game(started.game_id)
            return cls(data, game, CardSet.of(game, data).cards) if data else cls(data, None, None)
        except RefereeError:
            return cls(data, None, None)

    def legend(self, turn: wire.Turn) -> Sequence[str]:
        """The lines at the end of a Turn's text that say what cards do."""
        if self.game is None:
            return []
        try:
            view = self.game.decoder.position(turn.position.value).view
            legend = self.game.legend(view, self.cards)
        except Exception:  # a remote referee may have another version of the game; the turn has its text
            log.debug("no legend of turn %d of %s", turn.turn, turn.match_id, exc_info=True)
            return []
        return legend.split("\n") if legend and turn.text.endswith(f"\n{legend}") else []

    @cached_property
    def card_texts(self) -> Mapping[str, str]:
        """What each card of the match does, in the words of the rules, by id."""
        try:
            return {} if self.game is None else self.game.card_texts(self.cards)
        except Exception:  # as above; the card set's own facts remain
            log.debug("no texts of cards", exc_info=True)
            return {}

    def ending(self, reason: str) -> str:
        """Why a match has ended, in words."""
        named = () if self.game is None else self.game.schema.named
        for one in named:
            if isinstance(one, Enumeration) and one.name == "EndReason":
                said = {str(value): doc for value, _, doc in one.words}
                return said.get(reason, reason).rstrip(".")
        return reason.replace("_", " ")

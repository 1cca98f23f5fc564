"""A space: the numbered actions and the observations of a game, derived once, and the episodes that use them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from referee.errors import UsageError
from referee.kernel.card_set import CardSet
from referee.kernel.cards import CardData
from referee.kernel.game import Game, find_game, game_ids
from referee.kernel.match import Match, start
from referee.kernel.options import OptionValue
from referee.learning.actions import Actions
from referee.learning.episode import Episode
from referee.learning.fields import Fields
from referee.learning.observations import Observations

KEPT_SPACES = 16


class Space:
    """The numbered actions and the observations of a game for a number of seats and a card set.

    Making one takes up to a second; using it takes microseconds. Make one for each game that you play and keep it.

    Raises `UsageError` for an unknown game or a wrong number of seats, `CardSetError` for invalid cards, and
    `DeclarationError` for a game whose view contains text without a list of values.

    Attributes:
        game: The game.
        seats: The number of seats.
        actions: The numbered actions.
        observations: The layout of the observations.
    """

    def __init__(self, game: str | Game[Any], seats: int, *, cards: str | CardData | None = None) -> None:
        self.game = find_game(game)
        low, high = self.game.seats
        if not low <= seats <= high:
            raise UsageError(f"{self.game.id} needs {low} to {high} seats, not {seats}")
        self.seats = seats
        self._card_set = CardSet.of(self.game, cards)
        fields = Fields(self.game, seats, self._card_set.cards)
        self.actions = Actions(fields)
        self.observations = Observations(fields, self.actions)

    @property
    def cards(self) -> CardData | None:
        """The data of the card set; None for the game's own set."""
        return self._card_set.own

    def __deepcopy__(self, _memo: dict[int, Any]) -> Space:
        """A space never changes, so a copy is the space itself."""
        return self

    def __reduce__(self) -> tuple[Callable[..., Space], tuple[str, int, bytes]]:
        """Pickle the game's id and the cards. Raises `UsageError` for a game that is not installed."""
        if not is_installed(self.game):
            raise UsageError(f"this game {self.game.id!r} is not the installed one, so its space cannot be pickled")
        return installed_space, (self.game.id, self.seats, msgspec.json.encode(self.cards))

    def start(self, seed: bytes | int, *, options: Mapping[str, OptionValue] | None = None) -> Episode:
        """Start a match with these cards. Raises as `referee.start` does."""
        match = start(self.game, seats=self.seats, seed=seed, options=options, cards=self._card_set.own)
        return self.episode(match)

    def episode(self, match: Match) -> Episode:
        """Continue a running match. Raises `UsageError` if its game, seats or cards are not those of this space."""
        theirs = (match.game.id, match.table.seat_count, match.card_set.digest)
        ours = (self.game.id, self.seats, self._card_set.digest)
        if theirs != ours:
            raise UsageError(f"the match is {_told(*theirs)}, but this space is for {_told(*ours)}")
        return Episode(self, match)


@lru_cache(KEPT_SPACES)
def installed_space(game_id: str, seats: int, cards: bytes = b"null") -> Space:
    """The space of an installed game, which is created only once; `cards` is the data of a card set as JSON."""
    return Space(game_id, seats, cards=msgspec.json.decode(cards))


def is_installed(game: Game[Any]) -> bool:
    """Whether another process finds the same game by its id."""
    return game.id in game_ids() and find_game(game.id) is game


def _told(game: str, seats: int, digest: str) -> str:
    return f"{game} with {seats} seats and the card set {digest[:8]}"

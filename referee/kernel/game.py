"""What a game gives the kernel, and how the kernel finds it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module, resources
from pkgutil import iter_modules
from typing import Any, Generic, Optional, TypeVar

import msgspec
from google.protobuf.message import Message

from referee.errors import UsageError
from referee.kernel.asking import Answers, Asking, Option
from referee.kernel.cards import digest_of
from referee.kernel.chance import Chance
from referee.kernel.options import DeclaredOption, GameOptions, declared
from referee.kernel.positions import option_parts
from referee.kernel.ranking import Result
from referee.kernel.seats import Seat
from referee.kernel.table import Event, Table

T = TypeVar("T", bound=Table)

# A phase asks, changes the table, and returns the phase that follows; None ends the game.
Phase = Callable[[T], Coroutine[Asking, Answers | None, Optional["Phase[T]"]]]


def no_legend(_view: Any, _cards: Any) -> str:
    """The legend of a game in which nothing needs to be explained."""
    return ""


@dataclass(frozen=True)
class Game(Generic[T]):
    """A game. The messages are its own protobuf types; everything else works on its table.

    `position` has the fields view, options and events. The texts are rendered from the messages, so they can not
    tell more. The legend says what the cards that a view shows do, from the card set of the match.
    """

    id: str
    name: str
    seats: tuple[int, int]
    rules_version: str
    option_type: type[GameOptions]
    table_type: type[T]
    event_type: Any
    load_cards: Callable[[str], Any]
    set_up: Callable[[T], None]
    phases: Sequence[Phase[T]]
    result: Callable[[T], Result]
    redeal: Callable[[T, Seat | None, Chance], None]
    invariants: Callable[[T], None]
    position: type[Message]
    view: Callable[[T, Seat | None], Message]
    option_message: Callable[[Option], Message]
    event_message: Callable[[Event], Message]
    view_text: Callable[[Any], str]
    option_text: Callable[[Any], str]
    event_text: Callable[[Any], str]
    legend: Callable[[Any, Any], str] = no_legend

    @cached_property
    def options(self) -> tuple[DeclaredOption, ...]:
        """The declared options: name, kind, range, default, help."""
        return declared(self.option_type)

    @cached_property
    def cards_toml(self) -> str:
        """The card set that the game comes with."""
        return (resources.files("referee.games") / self.id / "cards.toml").read_text(encoding="utf-8")

    @cached_property
    def card_set(self) -> str:
        """The digest of the card set that the game comes with."""
        return digest_of(self.cards_toml)

    @cached_property
    def cards(self) -> Any:
        """The typed card set that the game comes with."""
        return self.load_cards(self.cards_toml)

    @cached_property
    def phase_by_name(self) -> dict[str, Phase[T]]:
        """The phases by the names under which tables and records know them."""
        return {name_of(phase): phase for phase in self.phases}

    @cached_property
    def option_part(self) -> Callable[[Option], bytes]:
        """An option as a part of a serialised Position."""
        return option_parts(self.option_message)

    @cached_property
    def encode(self) -> Callable[[T], bytes]:
        """The table as msgpack."""
        return msgspec.msgpack.Encoder().encode

    @cached_property
    def decode(self) -> Callable[[bytes], T]:
        """The table from msgpack."""
        return msgspec.msgpack.Decoder(self.table_type).decode


def name_of(phase: Phase[T]) -> str:
    """The name under which tables and records know a phase."""
    return phase.__name__


def game_ids() -> list[str]:
    """The ids of all games: the packages in `referee.games`."""
    package = import_module("referee.games")
    return sorted(found.name for found in iter_modules(package.__path__) if found.ispkg)


@cache
def find_game(game_id: str) -> Game[Any]:
    """The game of that id. A game's package registers it under the name GAME."""
    known = game_ids()
    if game_id not in known:
        raise UsageError(f"unknown game {game_id!r}; the games are {', '.join(known)}")
    game: Game[Any] = import_module(f"referee.games.{game_id}").GAME
    return game


def all_games() -> dict[str, Game[Any]]:
    """All games by id."""
    return {game_id: find_game(game_id) for game_id in game_ids()}

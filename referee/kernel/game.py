"""What a game declares, and how the kernel finds it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, reduce
from importlib import import_module, resources
from importlib.metadata import EntryPoint, entry_points
from operator import or_
from pkgutil import iter_modules
from typing import Any, Generic, Optional, TypeVar

import msgspec
from msgspec import Struct

from referee.errors import DeclarationError, RefereeError, UsageError
from referee.kernel.asking import Answers, Asking, Option
from referee.kernel.board import Board
from referee.kernel.cards import CardData, digest_of, parse, plain_text
from referee.kernel.chance import Chance
from referee.kernel.decoding import Decoder
from referee.kernel.encoding import Encoders
from referee.kernel.options import DeclaredOption, GameOptions, declared
from referee.kernel.plain_board import plain_board
from referee.kernel.proto_text import package, proto_text
from referee.kernel.ranking import Result
from referee.kernel.schema import Schema
from referee.kernel.seats import Seat
from referee.kernel.table import Event, Table
from referee.kernel.texts import check_texts, text_of
from referee.kernel.zones import Zone, deal_anew
from referee.version import referee_version

__all__ = ["GAME_API", "Game", "Phase", "all_games", "find_game", "name_of"]

GAME_API = 1
"""The version of the API for games: the modules and names that `referee manual python` lists.

This number grows by one with each release that adds something for games. Nothing is removed, so a game with any smaller
number still works.
"""

T = TypeVar("T", bound=Table[Any])

# A phase asks, changes the table, and returns the next phase; None ends the match.
Phase = Callable[[T], Coroutine[Asking, Answers | None, Optional["Phase[T]"]]]


def no_legend(_view: Any, _cards: Any) -> str:
    """The legend, for a game that needs none."""
    return ""


def no_facts(_option: Any, _cards: Any) -> str:
    """The facts about options, for a game whose texts and legend already say everything."""
    return ""


def no_card_texts(_cards: Any) -> Mapping[str, str]:
    """The card texts, for a game that has none."""
    return {}


def nowhere(_option: Option) -> str:
    """No place for any option: for a game in which options cannot be chosen on the board."""
    return ""


@dataclass(frozen=True)
class Game(Generic[T]):
    """A game. `view_type`, `choices` and `event_types` declare what seats receive, and thus the messages on the wire.

    Views, choices and events are values of those classes. The texts are rendered from the same values as the messages,
    so they cannot reveal more. They are declared on the classes (`referee.kernel.texts`); `view_text`, `option_text`
    and `event_text` are for a game whose classes declare none. With the card set of the match, `legend` describes the
    cards that a view shows, `option_facts` describes the card of an option, and `card_texts` describes every card by
    its id in the set, for people who ask. `board` lays out a view as a table, and `place_of` says where on it an option
    can be chosen; without `board`, people see every field that the view declares. `zones` declares where cards lie and
    who sees them. `redeal` deals again what a seat does not see, for games where the usual way is not enough. `api` is
    the `GAME_API` of the referee that the game was written for; a referee with a smaller one refuses it.
    """

    id: str
    name: str
    seats: tuple[int, int]
    rules_version: str
    option_type: type[GameOptions]
    table_type: type[T]
    load_cards: Callable[[CardData], Any]
    set_up: Callable[[T], None]
    phases: Sequence[Phase[T]]
    result: Callable[[T], Result]
    zones: Sequence[Zone[T]]
    invariants: Callable[[T], None]
    view_type: type[Struct]
    choices: Sequence[type[Option]]
    event_types: Sequence[type[Event]]
    view: Callable[[T, Seat | None], Any]
    view_text: Callable[[Any], str] = text_of
    option_text: Callable[[Any], str] = text_of
    event_text: Callable[[Any], str] = text_of
    legend: Callable[[Any, Any], str] = no_legend
    board: Callable[[Any, Any], Board] | None = None
    place_of: Callable[[Option], str] = nowhere
    redeal: Callable[[T, Seat | None, Chance], None] | None = None
    option_facts: Callable[[Any, Any], str] = no_facts
    card_texts: Callable[[Any], Mapping[str, str]] = no_card_texts
    api: int = 1

    def __post_init__(self) -> None:
        """Refuse a game that this referee cannot play or describe, at the point where it is declared."""
        _check_api(self.id, self.api)
        _ = self.encoders
        check_texts([self.view_type], needed=self.view_text is text_of)
        check_texts(self.choices, needed=self.option_text is text_of)
        check_texts(self.event_types, needed=self.event_text is text_of)

    @cached_property
    def schema(self) -> Schema:
        """The messages for views, options and events."""
        return Schema(self.view_type, self.choices, self.event_types)

    @cached_property
    def encoders(self) -> Encoders:
        """The encoders of views, options and events."""
        return Encoders(self.schema)

    @cached_property
    def decoder(self) -> Decoder:
        """The reader of serialised Positions."""
        return Decoder(self.schema)

    @cached_property
    def position_name(self) -> str:
        """The full name of the game's Position message."""
        return f"{package(self.id)}.Position"

    @cached_property
    def proto(self) -> str:
        """The text of the `.proto` file that declares the messages for other languages."""
        return proto_text(self.id, self.name, self.schema)

    @cached_property
    def event_type(self) -> Any:
        """The union of the event types."""
        return reduce(or_, self.event_types)

    @cached_property
    def options(self) -> tuple[DeclaredOption, ...]:
        """The declared options: name, kind, range, default, help."""
        return declared(self.option_type)

    @cached_property
    def cards_toml(self) -> str:
        """The TOML of the game's own card set: `cards.toml` beside `load_cards`; empty if there is none."""
        return self._file("cards.toml")

    @cached_property
    def rules(self) -> str:
        """A summary of the rules, as Markdown: `rules.md` beside `load_cards`; empty if there is none."""
        return self._file("rules.md")

    @cached_property
    def card_data(self) -> CardData:
        """The data of the game's own card set."""
        return parse(self.cards_toml)

    @cached_property
    def card_text(self) -> bytes:
        """The plain text of the game's own card set."""
        return plain_text(self.card_data)

    @cached_property
    def card_set_digest(self) -> str:
        """The digest of the game's own card set."""
        return digest_of(self.card_text)

    @cached_property
    def cards(self) -> Any:
        """The game's own card set, typed."""
        return self.load_cards(self.card_data)

    def drawn(self, view: Any, cards: Any) -> Board:
        """The board of a view, given the cards of its match."""
        return plain_board(self.schema, view) if self.board is None else self.board(view, cards)

    def deal_anew(self, table: T, seat: Seat | None, chance: Chance) -> None:
        """Deal again all that a seat (None: the spectator) does not see. The table may then break the invariants."""
        if self.redeal is None:
            deal_anew(self.zones, table, seat, chance)
        else:
            self.redeal(table, seat, chance)

    def is_possible(self, table: T) -> bool:
        """Whether the invariants hold."""
        try:
            self.invariants(table)
        except AssertionError:
            return False
        return True

    def _file(self, name: str) -> str:
        """The text of a file of the game's package; empty if there is none."""
        file = resources.files(self.load_cards.__module__.rpartition(".")[0]) / name
        return file.read_text(encoding="utf-8") if file.is_file() else ""

    @cached_property
    def phase_by_name(self) -> dict[str, Phase[T]]:
        """The phases by their names in tables and records."""
        return {name_of(phase): phase for phase in self.phases}

    @cached_property
    def encode(self) -> Callable[[T], bytes]:
        """The function that encodes a table as msgpack."""
        return msgspec.msgpack.Encoder().encode

    @cached_property
    def decode(self) -> Callable[[bytes], T]:
        """The function that decodes a table from msgpack."""
        return msgspec.msgpack.Decoder(self.table_type).decode


def _check_api(game_id: str, api: int) -> None:
    if type(api) is not int or api < 1:
        raise DeclarationError(f"game {game_id!r} has api = {api!r}; use a whole number from 1 to {GAME_API}")
    if api > GAME_API:
        raise DeclarationError(
            f"game {game_id!r} needs version {api} of the API for games (Game(api={api})), but this referee, "
            f"version {referee_version()}, has version {GAME_API} (referee.GAME_API): "
            "install a newer referee, or an older version of the game"
        )


def name_of(phase: Phase[T]) -> str:
    """The name of a phase in tables and records."""
    return phase.__name__


def game_ids() -> list[str]:
    """The ids of all games: the packages in `referee.games`, and the entry points of that group in other packages."""
    return sorted({*_own_games(), *_games_of_others()})


def packages_of_games() -> list[str]:
    """The names of the other packages that register games."""
    return sorted({entry.module.partition(".")[0] for entry in _games_of_others().values()})


def find_game(game: str | Game[Any]) -> Game[Any]:
    """The game with the given id; a given game is returned unchanged."""
    return game if isinstance(game, Game) else _installed_game(game)


@cache
def _installed_game(game_id: str) -> Game[Any]:
    if game_id in _own_games():
        own: Game[Any] = import_module(f"referee.games.{game_id}").GAME
        return own
    if game_id not in _games_of_others():
        games = ", ".join(game_ids())
        raise UsageError(
            f"unknown game {game_id!r}; the games are {games}", "UNKNOWN_GAME", game_id=game_id, games=games
        )
    entry = _games_of_others()[game_id]
    game = _loaded(entry)
    if not isinstance(game, Game) or game.id != game_id:
        what = f"the game {game.id!r}" if isinstance(game, Game) else f"{game!r}, which is not a Game"
        raise UsageError(f"{entry.value} is registered as game {game_id!r}, but is {what}")
    return game


def _loaded(entry: EntryPoint) -> Any:
    """Load what another package registers. Mistakes in a game are reported as such, not as a defect of the referee."""
    what = f"{entry.value} is registered as game {entry.name!r}, but cannot be loaded"
    try:
        return entry.load()
    except RefereeError as error:
        raise UsageError(f"{what}: {error}") from error
    except (ImportError, AttributeError, TypeError) as error:  # as a missing name of a newer API does
        newer = f"is it written for a referee newer than {referee_version()}, whose GAME_API is {GAME_API}?"
        raise UsageError(f"{what} ({type(error).__name__}: {error}): {newer}") from error


@cache
def _own_games() -> tuple[str, ...]:
    package = import_module("referee.games")
    return tuple(found.name for found in iter_modules(package.__path__) if found.ispkg)


@cache
def _games_of_others() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group="referee.games") if entry.name not in _own_games()}


def all_games() -> dict[str, Game[Any]]:
    """All games by id."""
    return {game_id: find_game(game_id) for game_id in game_ids()}

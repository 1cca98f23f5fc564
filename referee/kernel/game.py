"""What a game gives the kernel, and how the kernel finds it."""

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

from referee.errors import UsageError
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
from referee.kernel.zones import Zone, deal_anew

__all__ = ["Game", "Phase", "all_games", "find_game", "name_of"]

T = TypeVar("T", bound=Table[Any])

# A phase asks, changes the table, and returns the phase that follows; None ends the game.
Phase = Callable[[T], Coroutine[Asking, Answers | None, Optional["Phase[T]"]]]


def no_legend(_view: Any, _cards: Any) -> str:
    """The legend of a game in which nothing needs to be explained."""
    return ""


def no_facts(_option: Any, _cards: Any) -> str:
    """What is to be known of the options of a game whose texts and legend say everything."""
    return ""


def no_card_texts(_cards: Any) -> Mapping[str, str]:
    """The texts of the cards of a game that says none."""
    return {}


def nowhere(_option: Option) -> str:
    """The place of every option of a game in which none is chosen on the board."""
    return ""


@dataclass(frozen=True)
class Game(Generic[T]):
    """A game. `view_type`, `choices` and `event_types` declare what is told, and so the messages of the wire.

    A view, a choice and an event are values of those classes. The texts are rendered from the same values that the
    messages say, so they can not tell more. The legend says what the cards that a view shows do, from the card set of
    the match, `option_facts` what the card of an option does, and `card_texts` what every card of a set does, by the id
    that the set gives it, for people who ask. `board` says how a view lies on the table, and
    `place_of` where on it an option can be chosen; without them everything that the view declares is shown. `zones`
    says where cards lie and who sees them; `redeal` deals anew what a seat does not see, where the usual way does not
    do.
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
    view_text: Callable[[Any], str]
    option_text: Callable[[Any], str]
    event_text: Callable[[Any], str]
    legend: Callable[[Any, Any], str] = no_legend
    board: Callable[[Any, Any], Board] | None = None
    place_of: Callable[[Option], str] = nowhere
    redeal: Callable[[T, Seat | None, Chance], None] | None = None
    option_facts: Callable[[Any, Any], str] = no_facts
    card_texts: Callable[[Any], Mapping[str, str]] = no_card_texts

    def __post_init__(self) -> None:
        """Refuses what can not be told, where the game is declared."""
        _ = self.encoders

    @cached_property
    def schema(self) -> Schema:
        """The messages that say views, options and events."""
        return Schema(self.view_type, self.choices, self.event_types)

    @cached_property
    def encoders(self) -> Encoders:
        """What makes views, options and events parts of a serialised Position."""
        return Encoders(self.schema)

    @cached_property
    def decoder(self) -> Decoder:
        """What reads serialised Positions."""
        return Decoder(self.schema)

    @cached_property
    def position_name(self) -> str:
        """The full name of the game's Position message."""
        return f"{package(self.id)}.Position"

    @cached_property
    def proto(self) -> str:
        """The text of the file that describes the messages to other languages."""
        return proto_text(self.id, self.name, self.schema)

    @cached_property
    def event_type(self) -> Any:
        """Any of the events."""
        return reduce(or_, self.event_types)

    @cached_property
    def options(self) -> tuple[DeclaredOption, ...]:
        """The declared options: name, kind, range, default, help."""
        return declared(self.option_type)

    @cached_property
    def cards_toml(self) -> str:
        """The card set that the game comes with: `cards.toml` beside `load_cards`; empty if there is none."""
        file = resources.files(self.load_cards.__module__.rpartition(".")[0]) / "cards.toml"
        return file.read_text(encoding="utf-8") if file.is_file() else ""

    @cached_property
    def card_data(self) -> CardData:
        """What the card set that the game comes with says."""
        return parse(self.cards_toml)

    @cached_property
    def card_text(self) -> bytes:
        """The plain text of the card set that the game comes with."""
        return plain_text(self.card_data)

    @cached_property
    def card_set_digest(self) -> str:
        """The digest of the card set that the game comes with."""
        return digest_of(self.card_text)

    @cached_property
    def cards(self) -> Any:
        """The typed card set that the game comes with."""
        return self.load_cards(self.card_data)

    def drawn(self, view: Any, cards: Any) -> Board:
        """The board of a view, with the cards of its match."""
        return plain_board(self.schema, view) if self.board is None else self.board(view, cards)

    def deal_anew(self, table: T, seat: Seat | None, chance: Chance) -> None:
        """Deals everything anew that a seat (None: the spectator) does not see; the table may break the invariants."""
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

    @cached_property
    def phase_by_name(self) -> dict[str, Phase[T]]:
        """The phases by the names under which tables and records know them."""
        return {name_of(phase): phase for phase in self.phases}

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
    """The ids of all games: the packages in `referee.games`, and what other packages register under that name."""
    return sorted({*_own_games(), *_games_of_others()})


def packages_of_games() -> list[str]:
    """The names of the other packages that register games."""
    return sorted({entry.module.partition(".")[0] for entry in _games_of_others().values()})


def find_game(game: str | Game[Any]) -> Game[Any]:
    """The game of that id; a game itself is found too."""
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
    game = entry.load()
    if not isinstance(game, Game) or game.id != game_id:
        what = f"the game {game.id!r}" if isinstance(game, Game) else f"no game, but {game!r}"
        raise UsageError(f"{entry.value} is registered as game {game_id!r}, but is {what}")
    return game


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

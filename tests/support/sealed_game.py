"""The smallest game with a sealed round: three seats choose a number at the same moment; the highest number wins."""

from __future__ import annotations

from google.protobuf.message import Message
from msgspec import field

from referee.games.keepers.v1.keepers_pb2 import Position, View
from referee.kernel.asking import Option, ask_all
from referee.kernel.chance import Chance
from referee.kernel.game import Game, Phase
from referee.kernel.match import CardSet, Match
from referee.kernel.options import GameOptions
from referee.kernel.ranking import Result, places
from referee.kernel.seats import Seat
from referee.kernel.table import Event, Table


class Number(Option, frozen=True):
    """A number to choose."""

    value: int


class Opened(Event, frozen=True):
    """All have chosen."""

    values: list[int]


class SealedTable(Table):
    """The secret of each seat is the largest number that it can choose."""

    secrets: list[int]
    values: list[int] = field(default_factory=list)


async def choosing(t: SealedTable) -> Phase[SealedTable] | None:
    """The only phase."""
    chosen = await ask_all({seat: [Number(n) for n in range(t.secrets[seat] + 1)] for seat in t.all_seats()})
    t.values = [chosen[seat].value for seat in t.all_seats()]
    t.tell(Opened(t.values))
    return None


def redeal(t: SealedTable, seat: Seat | None, chance: Chance) -> None:
    """Deals the other secrets anew."""
    t.secrets = [s if other == seat else 1 + chance.below(4) for other, s in enumerate(t.secrets)]


def _message(_: object) -> Message:
    return Position()


SEALED = Game[SealedTable](
    id="sealed",
    name="Sealed",
    seats=(3, 3),
    rules_version="1",
    option_type=GameOptions,
    table_type=SealedTable,
    event_type=Opened,
    load_cards=lambda toml: toml,
    set_up=lambda t: None,
    phases=(choosing,),
    result=lambda t: Result(places(t.values), t.values, "all chose"),
    redeal=redeal,
    invariants=lambda t: None,
    position=Position,
    view=lambda t, seat: View(),
    option_message=_message,
    event_message=_message,
    view_text=str,
    option_text=str,
    event_text=str,
)


def sealed_match(secrets: tuple[int, int, int] = (2, 3, 4)) -> Match:
    """A match in which all three seats are asked."""
    table = SealedTable(seat_count=3, seed=bytes(32), secrets=[*secrets])
    match = Match(SEALED, table, CardSet("", ""), [])
    match.enter(choosing)
    return match

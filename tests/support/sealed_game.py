"""The smallest game with a sealed round: three seats choose a number at the same moment; the highest number wins."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct, field

from referee.kernel.asking import Option, ask_all
from referee.kernel.chance import Chance
from referee.kernel.game import Game, Phase
from referee.kernel.match import CardSet, Match
from referee.kernel.options import GameOptions
from referee.kernel.ranking import Result, places
from referee.kernel.seats import Seat
from referee.kernel.table import Event, Table
from referee.kernel.zones import Zone, owner


class Number(Option, frozen=True):
    """A number to choose."""

    value: Annotated[int, "The number."]


class Opened(Event, frozen=True):
    """All have chosen."""

    values: Annotated[tuple[int, ...], "The numbers, in seat order."]


class Nothing(Struct, frozen=True):
    """There is nothing to see."""


class SealedTable(Table[str]):
    """The secret of each seat is the largest number that it can choose."""

    secrets: list[int]
    values: list[int] = field(default_factory=list)


async def choosing(t: SealedTable) -> Phase[SealedTable] | None:
    """The only phase."""
    chosen = await ask_all({seat: [Number(n) for n in range(t.secrets[seat] + 1)] for seat in t.all_seats()})
    t.values = [chosen[seat].value for seat in t.all_seats()]
    t.tell(Opened(tuple(t.values)))
    return None


def lay_secret(t: SealedTable, seat: Seat, cards: list[int]) -> None:
    """Gives a seat another secret."""
    t.secrets[seat] = cards[0]


def redeal(t: SealedTable, seat: Seat | None, chance: Chance) -> None:
    """Deals the other secrets again."""
    t.secrets = [s if other == seat else 1 + chance.below(4) for other, s in enumerate(t.secrets)]


SEALED = Game[SealedTable](
    id="sealed",
    name="Sealed",
    seats=(3, 3),
    rules_version="1",
    option_type=GameOptions,
    table_type=SealedTable,
    load_cards=lambda data: data,
    set_up=lambda t: None,
    phases=(choosing,),
    result=lambda t: Result(places(t.values), t.values, "all chose"),
    zones=[Zone("secret", lambda t, seat: [t.secrets[seat]], lay_secret, owner, each=True)],
    redeal=redeal,
    invariants=lambda t: None,
    view_type=Nothing,
    choices=[Number],
    event_types=[Opened],
    view=lambda t, seat: Nothing(),
    view_text=str,
    option_text=str,
    event_text=str,
)


def sealed_match(secrets: tuple[int, int, int] = (2, 3, 4)) -> Match:
    """A match in which all three seats are asked."""
    table = SealedTable(seat_count=3, seed=bytes(32), secrets=[*secrets])
    match = Match(SEALED, table, CardSet("", b"{}", "", None), [])
    match._enter(choosing)
    return match

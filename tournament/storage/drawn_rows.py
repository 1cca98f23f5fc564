"""The rows of the table `drawn`: what formats have drawn, numbered from 1. Rows are only ever added."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

import msgspec

from tournament.plan.plan import Plan
from tournament.schedule.slots import Drawn
from tournament.storage.database import Database
from tournament.storage.faults import whole


class DrawnRows:
    """Reads the table; rows that were read before are kept."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._read: list[Drawn] = []

    def read(self) -> list[Drawn]:
        """Return what was drawn, in order. Raises `DamagedError` if that has changed since it was written."""
        with whole("the tables that were drawn"):
            for row in self._db.rows("SELECT * FROM drawn WHERE id > ? ORDER BY id", [len(self._read)]):
                if row["id"] != len(self._read) + 1:
                    raise ValueError(f"the one with the number {len(self._read) + 1} is missing")
                self._read.append(drawn_of(row))
            return [*self._read]


def drawn_of(row: Mapping[str, object]) -> Drawn:
    """Return what a row says. Raises `msgspec.ValidationError` if that makes no sense."""
    said = {name: row[name] for name in Drawn.__struct_fields__}
    return msgspec.convert(said | {"bots": msgspec.json.decode(str(row["bots"]))}, Drawn)


def rows_of_drawn(drawn: Iterable[Drawn]) -> Iterator[dict[str, object]]:
    """Yield the rows of the table."""
    for one in drawn:
        yield msgspec.structs.asdict(one) | {"bots": msgspec.json.encode(one.bots).decode()}


def sound_drawn(rows: Mapping[int, Mapping[str, object]], plan: Plan) -> list[Drawn]:
    """Return the contents of the rows of a damaged file, by their numbers.

    If a row is missing, its whole stage is left out.
    """
    bots = {bot.name for bot in plan.bots}
    found: dict[int, Drawn] = {}
    for number, row in sorted(rows.items()):
        with suppress(msgspec.MsgspecError):
            one = drawn_of(row)
            if len(one.bots) == plan.tournament.seats and bots.issuperset(one.bots):
                found[number] = one
    numbers = sorted(found)
    whole_until = next((number for number, there in enumerate(numbers, 1) if number != there), len(numbers) + 1)
    beginning = [found[number] for number in range(1, whole_until)]
    if whole_until > len(numbers):
        return beginning
    return [one for one in beginning if one.stage != beginning[-1].stage]

"""Find what a damaged file still contains of its tournament: its rows, each of which is checked separately.

A plan and a secret are correct if the records can be derived from them. The digests and the rules show whether a record
is intact. Everything else that is stored is either recomputed or does not affect results.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct

from referee.errors import MatchFailed, RecordError, RefereeError
from referee.kernel.record import Record
from referee.kernel.replay import verify
from referee.kernel.secret import SECRET_BYTES, Secret
from referee.kernel.times import UnixSeconds
from tournament.formats.course import format_of
from tournament.plan.identity import differences, identity_of
from tournament.plan.plan import Plan
from tournament.schedule.slots import Slot
from tournament.storage.drawn_rows import sound_drawn
from tournament.storage.pages import CellValue, Row, rows_in
from tournament.storage.rows import Edition, TournamentRow, read_secret
from tournament.storage.summary import unpack
from tournament.storage.verifying import edition_of, other_match

if TYPE_CHECKING:
    import sqlite_utils

COMPUTED = {"tournament", "bots", "matches", "seats", "records", "ratings", "drawn", "keys", "_sqlite_migrations"}
"""From these tables, only a row of a plan, the digests of bots and the records are copied as they were found.

A key may have been revoked by a row that is lost, so keys are not copied.
"""

_KINDS = {"INTEGER": (int,), "REAL": (int, float), "TEXT": (str,), "BLOB": (bytes,)}


class Column(NamedTuple):
    """A column of a table as the schema declares it."""

    name: str
    kind: str
    is_id: bool
    may_lack: bool
    may_be_null: bool


class Salvaged(Struct, kw_only=True):
    """What was found of one tournament.

    Attributes:
        tournament: Plan, secret and the rest. Its `created_unix_s` is 0 if that cannot be read.
        digests: The bots' digests, as far as they can be read.
        codes: The digests of the code that played, by match and seat, and those of each bot by its name.
        keyed: The bots that had a key.
        notes: The rows of all other tables, which do not affect results, by table and id.
        named: The matches about which anything was found.
    """

    tournament: TournamentRow
    digests: dict[str, str]
    codes: dict[tuple[str, int] | str, str]
    keyed: set[str]
    notes: dict[str, dict[int, dict[str, object]]]
    named: set[str]


class Sound(NamedTuple):
    """An undamaged record of the match that can be derived from plan and secret, and the number of that plan."""

    slot: Slot
    edition: int
    record: Record


def columns_in(db: sqlite_utils.Database) -> dict[str, list[Column]]:
    """Return the columns of every table, in the order of the file."""
    return {
        table.name: [
            Column(
                name=column.name,
                kind=column.type,
                is_id=table.pks == [column.name] and column.type == "INTEGER",
                may_lack=not column.notnull or column.default_value is not None,
                may_be_null=not column.notnull,
            )
            for column in table.columns
        ]
        for table in db.tables
    }


def find(path: Path, tables: Mapping[str, Sequence[Column]]) -> Salvaged | None:
    """Look for plan, secret and other entries; return None if there is no plan with a secret."""
    plans: dict[tuple[CellValue, ...], TournamentRow] = {}
    digests: dict[str, str] = {}
    codes: dict[tuple[str, int] | str, str] = {}
    keyed: set[str] = set()
    named: set[str] = set()
    drawn: dict[int, dict[str, object]] = {}
    notes: defaultdict[str, dict[int, dict[str, object]]] = defaultdict(dict)
    for row in rows_in(path):
        if row.values not in plans and (plan := _tournament(row, tables["tournament"])) is not None:
            plans[row.values] = plan
        for table in (table for table, columns in tables.items() if _fits(row, columns)):
            values = _by_name(row, tables[table])
            if table == "bots":
                digests.setdefault(str(values["name"]), str(values["digest"]))
                codes.setdefault(str(values["name"]), str(values.get("code", "")))
            elif table == "seats":
                codes.setdefault((str(values["match"]), int(values["seat"])), str(values.get("code", "")))
            elif table == "keys":
                keyed.add(str(values["bot"]))
            elif table == "drawn":
                drawn.setdefault(row.id, values)
            elif table not in COMPUTED:
                notes[table].setdefault(row.id, values)
            elif table in {"matches", "records"}:
                named.add(str(values["match"]))
    if not plans:
        return None
    tournament = _of_most_records(path, [_with_drawn(plan, drawn) for plan in plans.values()])
    if any(note["kind"] == "close" for note in notes["decisions"].values()):
        tournament = msgspec.structs.replace(tournament, closed=True)
    return Salvaged(tournament=tournament, digests=digests, codes=codes, keyed=keyed, notes=dict(notes), named=named)


def sound_records(path: Path, found: Salvaged, others: list[str]) -> Iterator[Sound]:
    """Yield the intact records of a tournament; if there are two of the same match, both.

    Records that the log of decisions keeps are not among them: they were replaced. Appends to `others` why records that
    are undamaged do not belong to the tournament.
    """
    tournament = found.tournament
    slots = {slot.match: slot for slot in tournament.slots(found.named)}
    replaced = {note.get("packed") for note in found.notes.get("decisions", {}).values()}
    for record in _records(path, replaced):
        slot = slots.get(record.header.name)
        if slot is None or record.end is None or record.end.void:
            continue
        try:
            verify(record)
        except MatchFailed:  # a defect of the rules, which must not make us drop a sound record
            raise
        except RefereeError as error:
            others.append(str(error))
            continue
        edition = edition_of(tournament, slot, record)
        if edition is None:
            others.append(other_match(tournament, slot, len(tournament.history), record))
        else:
            yield Sound(slot, edition, record)


def clean(value: object) -> object:
    """Return a value in which bytes that are not valid text are replaced."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return value


def _records(path: Path, replaced: Collection[object] = ()) -> Iterator[Record]:
    for row in rows_in(path):
        if len(row.values) == 2 and isinstance(row.values[1], bytes) and row.values[1] not in replaced:
            try:
                yield unpack(row.values[1])
            except RecordError:
                continue


def _of_most_records(path: Path, plans: Sequence[TournamentRow]) -> TournamentRow:
    """Return the plan to which most records belong, because the file may contain older versions of the row."""
    if len(plans) == 1:
        return plans[0]
    names = {record.header.name for record in _records(path)}
    slots = [{slot.match: slot for slot in plan.slots(names)} for plan in plans]
    follow = [0 for _ in plans]
    for record in _records(path):
        for number, plan in enumerate(plans):
            slot = slots[number].get(record.header.name)
            follow[number] += slot is not None and edition_of(plan, slot, record) is not None
    # If the same number belongs to two rows, the one with more plans was written later.
    return max(zip(follow, plans, strict=True), key=lambda one: (one[0], len(one[1].history), one[1].closed))[1]


def _tournament(row: Row, columns: Sequence[Column]) -> TournamentRow | None:
    """Return the row of a tournament, if this is one and its plan, secret and `duplicate` can be read."""
    said = _by_name(row, columns, raw=True)
    secret, plan = said.get("secret"), said.get("plan")
    if not (isinstance(secret, bytes) and len(secret) == SECRET_BYTES and isinstance(plan, str)):
        return None
    if said.get("duplicate") not in {0, 1}:
        return None
    try:
        read = msgspec.json.decode(plan, type=Plan)
        history = msgspec.json.decode(str(said.get("history", "[]")), type=list[Edition], dec_hook=read_secret)
        identity = _identity(said["identity"], read)
        found = TournamentRow(
            name=read.tournament.name,
            game_id=read.tournament.game,
            plan=read,
            identity=identity,
            duplicate=bool(said["duplicate"]),
            matches=matches if isinstance(matches := said.get("matches"), int) else 0,
            created_unix_s=_time(said["created_unix_s"]),
            secret=Secret(secret),
            history=history,
            closed=said.get("closed") == 1,
            drawing=said.get("drawing") == 1,
        )
        found.slots(())
    except (msgspec.MsgspecError, ValueError, LookupError, RefereeError, RecursionError):
        return None
    return found


def _with_drawn(tournament: TournamentRow, rows: Mapping[int, Mapping[str, object]]) -> TournamentRow:
    """Return a tournament with those drawn tables that were found; the next run draws the others again."""
    if not format_of(tournament.plan).needs_results:
        return tournament
    drawn = sound_drawn(rows, tournament.plan)
    found = msgspec.structs.replace(tournament, drawn=drawn)
    lost = len(found.all_slots()) < tournament.matches
    return msgspec.structs.replace(found, drawing=not tournament.closed and (tournament.drawing or lost))


def _identity(said: CellValue, plan: Plan) -> dict[str, Any]:
    """Return the stored identity; if it cannot be read or does not match the plan, return the plan's."""
    try:
        stored: dict[str, Any] = msgspec.json.decode(str(said), type=dict[str, Any])
        if not differences(stored, plan, kept=True):
            return stored
    except (msgspec.MsgspecError, ValueError):
        pass
    return identity_of(plan, kept=True)


def _time(said: CellValue) -> float:
    try:
        moment: float = msgspec.convert(said, UnixSeconds, strict=False)
    except msgspec.MsgspecError:
        return 0.0
    return moment


def _fits(row: Row, columns: Sequence[Column]) -> bool:
    """Whether the values have the types of the columns. Columns that were added later may be missing."""
    if len(row.values) > len(columns) or not all(column.may_lack for column in columns[len(row.values) :]):
        return False
    return all(_is_of_kind(value, column) for value, column in zip(row.values, columns, strict=False))


def _is_of_kind(value: CellValue, column: Column) -> bool:
    if value is None or column.is_id:  # SQLite stores an id in front of the values
        return value is None and (column.is_id or column.may_be_null)
    return isinstance(value, _KINDS[column.kind])


def _by_name(row: Row, columns: Sequence[Column], *, raw: bool = False) -> dict[str, Any]:
    """Return the values by column; an id is left out."""
    pairs = zip(columns, row.values, strict=False)
    return {column.name: value if raw else clean(value) for column, value in pairs if not column.is_id}

"""Export the decisions of a finished tournament as arrays: a file for `numpy.load`, with one row for each decision.

Columns are collected in files beside the result and then packed, so memory does not grow with the tournament.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy

from referee.errors import RecordError, UsageError
from referee.files import plain, private_folder, write_private
from referee.kernel.ranking import Result
from referee.kernel.record import Cause, Record
from referee.kernel.replay import Replay
from referee.kernel.seats import Seat
from referee.learning import Space, rewards_of
from tournament.errors import DamagedError, UserError
from tournament.storage.archive import NO_RECORD, Archive

SUFFIX = ".npz"
MARK = "referee.json"
"""A member of every dataset. A file without this entry is not a dataset and is not replaced."""
VERSION = 1
_QUICK = 1

COLUMNS = {
    "observation": "what the seat saw, as `observation_names` names it",
    "mask": "the actions that it could choose, eight to a byte: `numpy.unpackbits(mask, axis=1, count=actions)`",
    "action": "the action that was played",
    "chosen": "whether the bot chose it; otherwise the default was played",
    "reward": "the reward of the seat at the end of the match, from -1 to 1",
    "seat": "the seat",
    "bot": "the bot, as an index of `bots`",
    "match": "the match, as an index of `matches`",
    "rated": "whether the match counts for ratings",
    "step": "the step of the record; seats that were asked at the same time have the same step",
    "all_observations": "what every seat saw, by seat; only with --all-seats",
}
NAMES = ("observation_names", "action_names", "bots", "matches")
"""The texts to which the columns refer."""

MatchesRead = Callable[[int, int], None]


class _Column:
    """The rows of a column, in a file without a name."""

    def __init__(self, folder: Path, kind: str, row: tuple[int, ...] = ()) -> None:
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed by `pack`
        self._kind = np.dtype(kind)
        self._row = row
        self._bytes = 0

    def add(self, rows: bytes) -> None:
        self._bytes += self._file.write(rows)

    def add_numbers(self, numbers: list[Any]) -> None:
        self.add(np.array(numbers, self._kind).tobytes())

    def pack(self, into: zipfile.ZipFile, name: str) -> None:
        count = self._bytes // (self._kind.itemsize * int(np.prod(self._row)))
        header = {"descr": npy.dtype_to_descr(self._kind), "fortran_order": False, "shape": (count, *self._row)}
        self._file.seek(0)
        with into.open(f"{name}.npy", "w", force_zip64=True) as member, self._file:
            npy.write_array_header_1_0(member, header)
            shutil.copyfileobj(self._file, member)


def write_dataset(archive: Archive, file: Path, *, all_seats: bool, tell: MatchesRead) -> Path:
    """Write all decisions; `tell` is called with the number of matches done and the total number.

    Raises `UserError` while matches are still to be played and for a file that is not a dataset, and `DamagedError`
    after writing all others if a record cannot be read.
    """
    _check(archive, file)
    private_folder(file.parent)
    try:
        damaged = _write(archive, file, tell, all_seats=all_seats)
    except OSError as error:
        raise UsageError(plain(OSError(error.errno, error.strerror), file)) from None
    if damaged:
        raise DamagedError(f"decisions not exported, because the records are damaged: {', '.join(damaged)}")
    return file


def _write(archive: Archive, file: Path, tell: MatchesRead, *, all_seats: bool) -> list[str]:
    """Return the matches whose records are damaged."""
    damaged: list[str] = []
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=f".{file.name}-") as name:
        folder, table = Path(name), None
        for record in _records(archive, damaged, tell):
            if table is None:
                table = _Table(record, folder, archive, all_seats=all_seats)
            try:
                table.add(record)
            except RecordError:
                damaged.append(record.header.name)
        if table is None:
            raise DamagedError("no record can be read")
        packed = folder / "packed"
        write_private(packed, b"")
        table.pack(packed)
        packed.replace(file)
    return damaged


def _check(archive: Archive, file: Path) -> None:
    if file.suffix != SUFFIX:
        raise UserError(f"a dataset is a file for numpy: {file.name!r} must end in {SUFFIX}")
    if archive.published is None:
        raise UserError(
            f"matches are still to be played, and a dataset shows their deals: {len(archive.fixed())} of "
            f"{archive.tournament.matches} are played; finish the tournament first"
        )
    if file.exists() and not (file.is_file() and zipfile.is_zipfile(file) and MARK in zipfile.ZipFile(file).namelist()):
        raise UserError(f"{file} exists and is not a dataset: choose another name")


def _records(archive: Archive, damaged: list[str], tell: MatchesRead) -> Iterator[Record]:
    matches = archive.shown()
    for done, match in enumerate(matches, 1):
        try:
            record = archive.record(match)
        except NO_RECORD:
            damaged.append(match)
        else:
            yield record
        tell(done, len(matches))


class _Table:
    """All columns, for the game, seats and cards of one record."""

    def __init__(self, record: Record, folder: Path, archive: Archive, *, all_seats: bool) -> None:
        seats = len(record.header.bots)
        self._space = Space(record.header.game_id, seats, cards=record.header.card_set)
        self._bots = {bot.name: number for number, bot in enumerate(archive.bots())}
        self._rated = {match.match: match.rated for match in archive.matches()}
        self._matches: list[str] = []
        width = len(self._space.observations)
        self._columns = {
            "observation": _Column(folder, "<f4", (width,)),
            "mask": _Column(folder, "u1", (-(-len(self._space.actions) // 8),)),
            "action": _Column(folder, "<i4"),
            "chosen": _Column(folder, "?"),
            "reward": _Column(folder, "<f4"),
            "seat": _Column(folder, "u1"),
            "bot": _Column(folder, "<i4"),
            "match": _Column(folder, "<i4"),
            "rated": _Column(folder, "?"),
            "step": _Column(folder, "<i4"),
        }
        if all_seats:
            self._columns["all_observations"] = _Column(folder, "<f4", (seats, width))

    def add(self, record: Record) -> None:
        """Add the decisions of a match. Raises `RecordError` if it differs from the rules; then nothing is added."""
        end = record.end
        assert end is not None, "stored matches have a result"
        rewards = rewards_of(Result(end.places, end.scores, end.reason))
        rows: dict[str, list[Any]] = {name: [] for name in self._columns}
        for seat, decision in self._decisions(record):
            for name, value in decision.items():
                rows[name].append(value)
            rows["seat"].append(seat)
            rows["reward"].append(rewards[seat])
            rows["bot"].append(self._bots[record.header.bots[seat]])
            rows["match"].append(len(self._matches))
            rows["rated"].append(self._rated[record.header.name])
        self._matches.append(record.header.name)
        for name, column in self._columns.items():
            if rows[name] and isinstance(rows[name][0], bytes):
                column.add(b"".join(rows[name]))
            else:
                column.add_numbers(rows[name])

    def _decisions(self, record: Record) -> Iterator[tuple[Seat, Mapping[str, Any]]]:
        actions, shown = self._space.actions, self._space.observations
        replayed = Replay(record)
        for step in record.steps:
            match, made = replayed.match, []
            everything = [
                shown.bytes_of(match.view(seat), seat)
                for seat in (match.table.all_seats() if "all_observations" in self._columns else ())
            ]
            for answer in step.answers:
                seat = Seat(answer.seat)
                numbers = actions.numbers(match.asked[seat], seat) if seat in match.asked else []
                if not 0 <= answer.option < len(numbers):
                    break  # the replay says what is wrong
                decision: dict[str, Any] = {
                    "observation": shown.bytes_of(match.view(seat), seat),
                    "mask": np.packbits(actions.mask_of(numbers)).tobytes(),
                    "action": numbers[answer.option],
                    "chosen": answer.cause is Cause.CHOSEN,
                    "step": step.step,
                }
                if everything:
                    decision["all_observations"] = b"".join(everything)
                made.append((seat, decision))
            replayed.take(step)
            yield from made

    def pack(self, file: Path) -> None:
        """Write everything into one file."""
        texts = {
            "observation_names": self._space.observations.names,
            "action_names": self._space.actions.names,
            "bots": [*self._bots],
            "matches": self._matches,
        }
        about = {"dataset": VERSION, "game": self._space.game.id, "seats": self._space.seats, "columns": COLUMNS}
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=_QUICK) as into:
            into.writestr(MARK, json.dumps(about, indent=1))
            for name, column in self._columns.items():
                column.pack(into, name)
            for name, texts_of in texts.items():
                with into.open(f"{name}.npy", "w") as member:
                    npy.write_array(member, np.array(texts_of), allow_pickle=False)

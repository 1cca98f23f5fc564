"""Read the rows of an SQLite file page by page, without its trees: a damaged page costs only the rows on that page.

SQLite itself reads a table from its root down, so one damaged page hides all pages below it, and a truncated file
cannot be read at all. But each leaf of a table is a page that shows by itself which rows it contains: a list of cells,
each with the row's id and its values; long values continue in a chain of overflow pages. The layout is SQLite's
documented file format. This module does not check whether a row is genuine; the caller has to.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, NamedTuple

from referee.files import MOST_OF_A_RECORD

CellValue = int | float | str | bytes | None

BYTES_OF_HEADER = 100
USUAL_SIZE = 4096
"""The page size if the file header does not state it."""
_LEAF_OF_A_TABLE = 13
_BYTES_OF_LEAF_HEADER = 8
_CHAINED = 16
"""How often each page may be read in chains.

Once is enough in an intact file; in a forged one, chains may be endless.
"""
_BYTES_OF_WAL_HEADER = 32
_BYTES_OF_FRAME_HEADER = 24
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_DAMAGED = (IndexError, ValueError, struct.error)


class Row(NamedTuple):
    """A row: its id in its table, and its values in column order. Bytes that are not text are escaped."""

    id: int
    values: tuple[CellValue, ...]


class Pages:
    """The pages of a file at one moment. Those in `frames` are read from its -wal, at these offsets."""

    def __init__(self, file: BinaryIO, wal: BinaryIO | None, size: int, frames: Mapping[int, int]) -> None:
        self.size = size
        self._file = file
        self._wal = wal
        self._frames = frames
        self._count = max([-(-file.seek(0, 2) // size), *frames])
        self._left = _CHAINED * self._count

    def rows(self) -> Iterator[Row]:
        """Yield the rows on all leaves of tables, even on leaves that no longer belong to a table."""
        for number in range(1, self._count + 1):
            page = self._page(number)
            start = BYTES_OF_HEADER if number == 1 else 0
            if page[start] != _LEAF_OF_A_TABLE:
                continue
            cells = min(int.from_bytes(page[start + 3 : start + 5], "big"), self.size // 2)
            first = start + _BYTES_OF_LEAF_HEADER
            for place in range(first, min(first + 2 * cells, self.size - 1), 2):
                try:
                    yield self._row(page, int.from_bytes(page[place : place + 2], "big"))
                except _DAMAGED:
                    continue

    def _page(self, number: int) -> bytes:
        """Return a page; bytes missing at the end of the file are zero."""
        source, at = self._file, (number - 1) * self.size
        if number in self._frames and self._wal is not None:
            source, at = self._wal, self._frames[number]
        source.seek(at)
        return source.read(self.size).ljust(self.size, b"\0")

    def _row(self, page: bytes, at: int) -> Row:
        length, at = _varint(page, at)
        row_id, at = _varint(page, at)
        if length > MOST_OF_A_RECORD:
            raise ValueError("the row is too long")
        longest = self.size - 35
        if length <= longest:
            return Row(_signed(row_id), tuple(_values(_exactly(page[at : at + length], length))))
        least = (self.size - 12) * 32 // 255 - 23
        local = least + (length - least) % (self.size - 4)
        local = local if local <= longest else least
        rest = self._chain(int.from_bytes(page[at + local : at + local + 4], "big"), length - local)
        return Row(_signed(row_id), tuple(_values(_exactly(page[at : at + local] + rest, length))))

    def _chain(self, number: int, length: int) -> bytes:
        parts = []
        while length > 0:
            self._left -= 1
            if not 1 <= number <= self._count or self._left < 0:
                raise ValueError("the chain of overflow pages is broken")
            page = self._page(number)
            parts.append(page[4 : 4 + length])
            length -= len(parts[-1])
            number = int.from_bytes(page[:4], "big")
        return b"".join(parts)


def rows_in(path: Path) -> Iterator[Row]:
    """Yield all rows of all tables of a file: first the newer ones in its -wal, then those that they replaced."""
    with ExitStack() as stack:
        file = stack.enter_context(path.open("rb"))
        size = page_size(file.read(BYTES_OF_HEADER))
        waiting = path.with_name(path.name + "-wal")
        if waiting.is_file():
            wal = stack.enter_context(waiting.open("rb"))
            frames = _frames(wal, size)
            if frames:
                yield from Pages(file, wal, size, frames).rows()
        yield from Pages(file, None, size, {}).rows()


def page_size(header: bytes) -> int:
    """Return the page size from the header of a file, or the usual one if the header has an impossible value."""
    said = int.from_bytes(header[16:18], "big")
    size = 65536 if said == 1 else said
    return size if size in {512 << step for step in range(8)} else USUAL_SIZE


def _frames(wal: BinaryIO, size: int) -> dict[int, int]:
    """Return where in a -wal the last version of each page is, counting only what was written since its last reset."""
    header = wal.read(_BYTES_OF_WAL_HEADER)
    frames, at = {}, _BYTES_OF_WAL_HEADER
    while len(head := wal.read(_BYTES_OF_FRAME_HEADER)) == _BYTES_OF_FRAME_HEADER:
        if head[8:16] != header[16:24]:
            break  # the rest is left over from an earlier round
        frames[int.from_bytes(head[:4], "big")] = at + _BYTES_OF_FRAME_HEADER
        at += _BYTES_OF_FRAME_HEADER + size
        wal.seek(at)
    return frames


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """Read a number of one to nine bytes; return it and the offset after it."""
    number = 0
    for byte in page[at : at + 8]:
        at += 1
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, at
    return number << 8 | page[at], at + 1


def _signed(number: int) -> int:
    return number - (1 << 64) if number >= 1 << 63 else number


def _exactly(payload: bytes, length: int) -> bytes:
    if len(payload) != length:
        raise ValueError("a cell is truncated")
    return payload


def _values(payload: bytes) -> Iterator[CellValue]:
    """Yield the values of a row: a header has the type of each value, then their bytes follow."""
    end, at = _varint(payload, 0)
    body = end
    while at < end:
        kind, at = _varint(payload, at)
        length = _length(kind)
        yield _value(kind, _exactly(payload[body : body + length], length))
        body += length


def _length(kind: int) -> int:
    if kind >= 12:
        return (kind - 12) // 2
    return 8 if kind == 7 else _INTEGERS.get(kind, 0)


def _value(kind: int, data: bytes) -> CellValue:
    if kind >= 12:
        return data.decode("utf-8", "surrogateescape") if kind % 2 else data
    if kind == 7:
        number: float = struct.unpack(">d", data)[0]
        return number
    if kind in {0, 8, 9}:
        return {0: None, 8: 0, 9: 1}[kind]
    if kind in _INTEGERS:
        return int.from_bytes(data, "big", signed=True)
    raise ValueError(f"unknown type of value: {kind}")

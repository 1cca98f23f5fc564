"""The record of a running match: in the journal before anybody hears of it, and never with a gap."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

import trio

from referee.kernel.chain import Chain, table_digest
from referee.kernel.match import Match
from referee.kernel.record import (
    Answer,
    End,
    Header,
    Record,
    Step,
    StrikeGiven,
    Timing,
    encode_line,
)

Journal = Callable[[bytes], None]
"""Takes each line of the record as soon as it is written; what it was given must survive the process.

It raises `OSError` if the disk does not take the line, which may then come again.
"""

UntilWritable = Callable[[OSError], Awaitable[None]]
"""Waits until the journal may be tried again."""


class RecordWriter:
    """Writes the lines of one record, each with its digest.

    Attributes:
        record: What is in the journal (treat as read-only).
    """

    def __init__(self, record: Record, journal: Journal, until_writable: UntilWritable | None = None) -> None:
        """Goes on after `record`. Without `until_writable`, a line that is not taken is raised as `OSError`."""
        self.record = record
        self._chain = Chain(record.lines()[-1].digest)
        self._journal = journal
        self._until_writable = until_writable
        self._unwritten: Step | None = None
        begun = record.header.time
        self._since_unix_s = time.time() if begun is None else max(begun.begun_unix_s, time.time())
        self._since = trio.current_time()

    @classmethod
    def begin(cls, header: Header, journal: Journal, until_writable: UntilWritable | None = None) -> RecordWriter:
        """Begins a record; its header is to be written with `write_header`."""
        return cls(Record(Chain().sealed(header)), journal, until_writable)

    @property
    def waits(self) -> bool:
        """Whether the disk did not take the last step, which `catch_up` is to write."""
        return self._unwritten is not None

    def now_unix_s(self) -> float:
        """When it is. Somebody may set the clock of the machine meanwhile, and no match ends before it began."""
        return self._since_unix_s + trio.current_time() - self._since

    def write_header(self) -> None:
        """Writes the first line. Raises `OSError` if the disk does not take it."""
        self._journal(encode_line(self.record.header))

    def write_step(self, match: Match, answers: list[Answer], strikes: list[StrikeGiven], times: list[Timing]) -> None:
        """Writes the step that the match has just made, or lets it wait."""
        number = len(self.record.steps) + 1
        step = Step(step=number, answers=answers, strikes=strikes, table=table_digest(match))
        step, line = self._chain.sealed_line(step, times)
        try:
            self._journal(line)
        except OSError:
            if self._until_writable is None:
                raise
            self._unwritten = step
        else:
            self.record.steps.append(step)

    async def catch_up(self) -> None:
        """Writes the step that the disk did not take, as soon as it does."""
        if self._unwritten is not None:
            await self._write(encode_line(self._unwritten))
            self.record.steps.append(self._unwritten)
            self._unwritten = None

    async def write_end(self, end: End) -> None:
        """Writes the result, as soon as the disk takes it; every step is written already."""
        end = self._chain.sealed(end)
        await self._write(encode_line(end))
        self.record.end = end

    async def _write(self, line: bytes) -> None:
        while True:
            try:
                self._journal(line)
            except OSError as error:
                if self._until_writable is None:
                    raise
                await self._until_writable(error)
            else:
                return

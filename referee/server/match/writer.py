"""The record of a running match.

Each line is in the journal before any bot is notified, and no line is ever missing.
"""

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

WriteLine = Callable[[bytes], None]
"""Receives each line of the record at once; a line that it has accepted must survive the process.

It raises `OSError` if the line cannot be written; the same line may then come again.
"""

UntilWritable = Callable[[OSError], Awaitable[None]]
"""Waits until the journal may be tried again."""


class RecordWriter:
    """Writes the lines of one record, each with its digest.

    Attributes:
        record: What is in the journal (treat as read-only).
    """

    def __init__(self, record: Record, journal: WriteLine, until_writable: UntilWritable | None = None) -> None:
        """Continue after `record`. Without `until_writable`, a line that cannot be written raises `OSError`."""
        self.record = record
        self._chain = Chain(record.lines()[-1].digest)
        self._journal = journal
        self._until_writable = until_writable
        self._unwritten: Step | None = None
        begun = record.header.time
        self._since_unix_s = time.time() if begun is None else max(begun.begun_unix_s, time.time())
        self._since = trio.current_time()

    @classmethod
    def begin(cls, header: Header, journal: WriteLine, until_writable: UntilWritable | None = None) -> RecordWriter:
        """Begin a record; write its header with `write_header`."""
        return cls(Record(Chain().sealed(header)), journal, until_writable)

    @property
    def waits(self) -> bool:
        """Whether the last step could not be written, and `catch_up` must write it."""
        return self._unwritten is not None

    def now_unix_s(self) -> float:
        """The current time.

        This time ignores later changes of the machine's clock, so no match ends before it began.
        """
        return self._since_unix_s + trio.current_time() - self._since

    def write_header(self) -> None:
        """Write the first line. Raises `OSError` if it cannot be written."""
        self._journal(encode_line(self.record.header))

    def write_step(self, match: Match, answers: list[Answer], strikes: list[StrikeGiven], times: list[Timing]) -> None:
        """Write the step that the match has just made, or keep it until the disk can be written."""
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
        """Write the step that could not be written, once the disk can be written again."""
        if self._unwritten is not None:
            await self._write(encode_line(self._unwritten))
            self.record.steps.append(self._unwritten)
            self._unwritten = None

    async def write_end(self, end: End) -> None:
        """Write the result, once the disk can be written; every step has already been written."""
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

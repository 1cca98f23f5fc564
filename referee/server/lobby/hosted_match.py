"""One match as the referee manages it: waiting, running, or over and on disk."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from enum import Enum

import msgspec
import trio

from referee.errors import RecordError, UsageError
from referee.kernel.job import MatchJob
from referee.kernel.record import End, Header, Record, read_record
from referee.server.errors import NotKept, NotNow
from referee.server.match.hooks import MatchHooks
from referee.server.match.link import SeatLink
from referee.server.match.progress import Progress
from referee.server.match.taking_turns import TakingTurns
from referee.server.match.task import MatchTask
from referee.server.storage.journal import Journal, RecordFiles

Links = Callable[[], Sequence[SeatLink]]
"""Makes the links of a match, seat by seat, when it is played."""

log = logging.getLogger(__name__)


class State(Enum):
    """The state of a match."""

    WAITING = "waiting"
    RUNNING = "running"
    FINISHED = "finished"
    VOIDED = "voided"


class HostedMatch:
    """A match. Make it with `begin`, `resume` or `finished`, and await `play` once if it is not over.

    Attributes (treat as read-only):
        header: What is played, without a custom card set: `whole_header` has that.
        end: The result; None as long as there is none, or if the match was lost.
        progress: How far it has come.
        over: Set when nothing more will happen.
        by_stream: The bots that need room on a stream for it, perhaps with the name that stands for all disconnected
            bots.
    """

    header: Header

    def __init__(
        self,
        match_id: str,
        links: Links,
        files: RecordFiles | None,
        taking_turns: TakingTurns | None = None,
        by_stream: tuple[str, ...] = (),
    ) -> None:
        self.match_id = match_id
        self.end: End | None = None
        self.progress = Progress()
        self.over = self.progress.over
        self.by_stream = by_stream
        self._links = links
        self._files = files
        self._taking_turns = taking_turns
        self._journal: Journal | None = None
        self._task: MatchTask | None = None
        self._record: Record | None = None
        self._void_reason = ""
        self._described: tuple[tuple[State, int], bytes] | None = None

    @classmethod
    def begin(
        cls,
        job: MatchJob,
        links: Links,
        files: RecordFiles | None,
        taking_turns: TakingTurns | None = None,
        by_stream: tuple[str, ...] = (),
    ) -> HostedMatch:
        """Begin a new match; its header is on disk when this returns.

        Raises `UsageError` if the match cannot be created, and `NotKept` if it cannot be written to disk.
        """
        if files is not None:
            files.disk.check()
        hosted = cls(job.match_id, links, files, taking_turns, by_stream)
        try:
            hosted._take(MatchTask.begin(job, links(), hosted._write, hosted._hooks()))
        except OSError as error:
            raise hosted._not_kept(error) from None
        return hosted

    @classmethod
    def resume(
        cls,
        record: Record,
        journal: Journal,
        links: Links,
        files: RecordFiles,
        taking_turns: TakingTurns,
        by_stream: tuple[str, ...],
    ) -> HostedMatch | None:
        """Resume a match that an earlier referee left. None if it cannot continue; it may then be started again."""
        hosted = cls(record.header.match_id, links, files, taking_turns, by_stream)
        hosted._journal = journal
        try:
            hosted._take(hosted._resumed(record))
        except RecordError as error:
            log.warning("match %s cannot continue and is set aside: %s", hosted.match_id, error)
            journal.set_aside()
            return None
        return hosted

    @classmethod
    def finished(cls, record: Record, files: RecordFiles) -> HostedMatch:
        """A match that ended before this referee started."""
        hosted = cls(record.header.match_id, _no_links, files)
        hosted.header = _header_to_keep(record)
        hosted._close(record)
        return hosted

    @property
    def state(self) -> State:
        """The state of the match."""
        if self.over.is_set():
            return State.VOIDED if self.end is None or self.end.void else State.FINISHED
        return State.RUNNING if self._task is not None and self._task.running else State.WAITING

    @property
    def decisions(self) -> int:
        """How many decisions were answered."""
        return self.progress.decisions

    def described(self, describe: Callable[[HostedMatch], bytes]) -> bytes:
        """What `describe` returns for the match; called once per state, because thousands are listed repeatedly."""
        now = (self.state, self.decisions)
        if self._described is None or self._described[0] != now:
            self._described = (now, describe(self))
        return self._described[1]

    def record(self) -> Record:
        """The record of a match that is over. Raises `NotNow` for any other match."""
        if not self.over.is_set():
            raise NotNow("NOT_OVER", f"match {self.match_id} is not over yet", match_id=self.match_id)
        if self._record is not None:
            return self._record
        try:
            if self._files is not None:
                return read_record(self._files.read(self.match_id))
        except RecordError as error:
            log.error("cannot read the record of match %s: %s", self.match_id, str(error))  # noqa: TRY400 - it says all
            why = f"the record of match {self.match_id} is damaged: {error}"
            raise NotNow("BAD_RECORD", why, match_id=self.match_id) from None
        except (UsageError, OSError) as error:
            log.error("the record of match %s is lost: %s", self.match_id, str(error))  # noqa: TRY400 - it says all
        raise NotNow("NO_RECORD", f"the record of match {self.match_id} is lost", match_id=self.match_id)

    def whole_header(self) -> Header:
        """What is played, including a custom card set. Raises `RecordError` if the header cannot be read."""
        if self._record is not None:
            return self._record.header
        return self.header if self._files is None else self._files.header(self.match_id)

    @property
    def running_record(self) -> Record | None:
        """The growing record of a running match; None for any other match that is on disk."""
        return self._record

    def rest(self) -> None:
        """Release what only a running match needs. Its journal is opened again when the match runs."""
        self._task = None
        if self._journal is not None:
            self._journal.close()
            self._journal = None
            self._record = None
            self.progress.rest()

    async def play(self) -> Record:
        """Play the match to its end, and return its record. A failure of the referee voids it."""
        try:
            task = self._task or await self._taken_up()
            if self._void_reason:
                task.void(self._void_reason)
            return await task.play()
        except Exception:
            log.exception("match %s was lost", self.header.name)
            record = self._record or Record(self.header)
            if not self.over.is_set():
                await self._keep()
            return record

    def leave(self) -> None:
        """Close the journal; if the match is not over, a later referee can continue it."""
        if self._journal is not None:
            self._journal.close()

    def void(self, why: str) -> None:
        """End the match without a result, as soon as it runs."""
        self._void_reason = why
        if self._task is not None:
            self._task.void(why)

    async def _taken_up(self) -> MatchTask:
        """The task of a match that waits for its bots."""
        while self._record is None:
            assert self._files is not None
            try:
                self._record, self._journal = self._files.take_up(self.match_id)
            except OSError as error:
                await self._until_writable(error)
        task = self._resumed(self._record)
        self._take(task)
        return task

    def _resumed(self, record: Record) -> MatchTask:
        return MatchTask.resume(record, self._links(), self._write, self._hooks())

    def _hooks(self) -> MatchHooks:
        """Hooks for the match task; stored in an attribute, they would keep ended matches in memory."""
        return MatchHooks(self._until_writable, self._keep, self._taking_turns)

    def _take(self, task: MatchTask) -> None:
        self._task = task
        self._record = task.record
        self.header = _header_to_keep(task.record)
        self.progress.follow(task.record)

    def _write(self, line: bytes) -> None:
        """Write a line to the journal of the match task."""
        if self._files is not None:
            if self._journal is None:
                self._journal = self._files.create(self.match_id)
            self._journal(line)
        self.progress.move()

    async def _until_writable(self, error: OSError) -> None:
        """Wait until the disk can be written again."""
        assert self._files is not None
        self._files.disk.failed(error)
        await self._files.disk.until_mended()

    def _not_kept(self, error: OSError) -> NotKept:
        """Remove what exists of a match that could not be begun, and return the reason."""
        assert self._files is not None
        if self._journal is not None:
            self._journal.discard()
        self._files.disk.failed(error)
        return self._files.disk.refusal()

    async def _keep(self) -> None:
        """Keep the existing part of the record, because the match is over."""
        record = self._record or Record(self.header)
        await self._close_journal(record)
        self._close(record, trio.current_time())

    async def _close_journal(self, record: Record) -> None:
        """Turn the journal into a finished record. A journal without a result is left for a later referee."""
        if self._journal is None:
            return
        if record.end is None:
            self._journal.close()
            return
        while True:
            try:
                self._journal.finish()
            except OSError as error:
                await self._until_writable(error)
            else:
                return

    def _close(self, record: Record, at: float = -math.inf) -> None:
        self._record = record if self._files is None else None
        self.end = record.end
        self._task = self._journal = None
        self._links = _no_links
        self.progress.end(record, at)


def _header_to_keep(record: Record) -> Header:
    """The header to keep in memory, without a custom card set, which takes a hundred times as much as everything else.

    Its digest is kept.
    """
    header = record.header
    return header if header.card_set is None else msgspec.structs.replace(header, card_set=None)


def _no_links() -> list[SeatLink]:
    return []

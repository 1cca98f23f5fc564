"""The disk with the records. While the disk cannot be written to, matches wait for it, and no new ones begin."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import trio

from referee.files import plain
from referee.server.errors import NotKept

SECONDS_BETWEEN_TRIES = 1.0

log = logging.getLogger(__name__)


class Disk:
    """Whether a folder can be written.

    Attributes:
        fault: Why it cannot be written; empty if it can (treat as read-only).
    """

    def __init__(self, folder: Path, try_to_write: Callable[[], None]) -> None:
        self.fault = ""
        self._folder = folder
        self._try_to_write = try_to_write
        self._broke = trio.Event()
        self._mended = trio.Event()

    def check(self) -> None:
        """Raise `NotKept` if nothing can be written now."""
        if self.fault:
            raise self.refusal()

    def refusal(self) -> NotKept:
        """The error for a request whose result would have to be written."""
        return NotKept(
            "RECORDS_NOT_WRITABLE", "the referee cannot write records to its disk now; try again later, nothing is lost"
        )

    def failed(self, error: OSError) -> None:
        """Record that something could not be written."""
        if not self.fault:
            self.fault = plain(OSError(error.errno, error.strerror), self._folder)
            log.error(
                "%s. Until then no match begins, and running matches wait; they continue by themselves", self.fault
            )
            self._mended = trio.Event()
            self._broke.set()

    async def until_broken(self) -> None:
        """Wait until a write fails."""
        await self._broke.wait()

    async def until_mended(self) -> None:
        """Wait until the folder can be written. Another task must run `mend` meanwhile."""
        if self.fault:
            await self._mended.wait()

    async def mend(self) -> None:
        """Try every second until the folder can be written."""
        while self.fault:
            await trio.sleep(SECONDS_BETWEEN_TRIES)
            try:
                self._try_to_write()
            except OSError:
                continue
            log.info("%s can be written again: the matches continue", self._folder)
            self.fault = ""
            self._broke = trio.Event()
            self._mended.set()

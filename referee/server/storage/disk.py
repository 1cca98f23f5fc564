"""The disk under the records. While it takes nothing, matches wait for it, and nothing new is begun."""

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
    """Whether a folder takes what is written.

    Attributes:
        fault: Why it does not; empty if it does (treat as read-only).
    """

    def __init__(self, folder: Path, try_to_write: Callable[[], None]) -> None:
        self.fault = ""
        self._folder = folder
        self._try_to_write = try_to_write
        self._broke = trio.Event()
        self._mended = trio.Event()

    def check(self) -> None:
        """Raises `NotKept` if nothing can be written now."""
        if self.fault:
            raise self.refusal()

    def refusal(self) -> NotKept:
        """What somebody gets who asks for what would have to be written."""
        return NotKept(
            "RECORDS_NOT_WRITABLE", "the referee's disk takes no records now; ask again later, and nothing is lost"
        )

    def failed(self, error: OSError) -> None:
        """Takes notice that something could not be written."""
        if not self.fault:
            self.fault = plain(OSError(error.errno, error.strerror), self._folder)
            log.error("%s. Until then no match is begun, and those that run wait; they go on by themselves", self.fault)
            self._mended = trio.Event()
            self._broke.set()

    async def until_broken(self) -> None:
        """Waits until something could not be written."""
        await self._broke.wait()

    async def until_mended(self) -> None:
        """Waits until something can be written. Somebody has to await `mend` meanwhile."""
        if self.fault:
            await self._mended.wait()

    async def mend(self) -> None:
        """Tries every second until something can be written."""
        while self.fault:
            await trio.sleep(SECONDS_BETWEEN_TRIES)
            try:
                self._try_to_write()
            except OSError:
                continue
            log.info("%s can be written again: the matches go on", self._folder)
            self.fault = ""
            self._broke = trio.Event()
            self._mended.set()

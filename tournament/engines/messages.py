"""The messages that a runner and its workers send over pipes, one JSON line each.

The runner sends a setting and then jobs; a worker sends results.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import trio
from msgspec import Struct

from tournament.storage.rows import ProcessRow
from tournament.storage.summary import Finished

CHUNK = 1 << 16

WITHOUT_REFEREE = "--without-referee"
"""The argument with which a worker is started if its bots play in its own process."""


class Done(Struct, frozen=True, kw_only=True, tag_field="said", tag="done"):
    """A match was played.

    The worker has already done as much as possible with the record, because the runner serves many workers.
    """

    match: Finished


class Broken(Struct, frozen=True, kw_only=True, tag_field="said", tag="broken"):
    """A match cannot be played."""

    match_id: str
    why: str


class ProcessEnded(Struct, frozen=True, kw_only=True, tag_field="said", tag="process"):
    """A bot process has ended or failed."""

    process: ProcessRow


FromWorker = Done | Broken | ProcessEnded


async def lines_of(stream: trio.abc.ReceiveStream) -> AsyncIterator[bytes]:
    """Yield the lines of a stream; a truncated last line is dropped."""
    pending: list[bytes] = []
    while chunk := await stream.receive_some(CHUNK):
        *whole, rest = bytes(chunk).split(b"\n")
        for end in whole:
            yield b"".join([*pending, end])
            pending.clear()
        pending.append(rest)

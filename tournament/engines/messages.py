"""What a runner and its workers say to each other over pipes: a setting, then jobs; and back, one JSON line each."""

from __future__ import annotations

from collections.abc import AsyncIterator

import trio
from msgspec import Struct

from tournament.storage.rows import ProcessRow
from tournament.storage.summary import Finished

CHUNK = 1 << 16

WITHOUT_REFEREE = "--without-referee"
"""What a worker is started with when its bots play in its own process."""


class Done(Struct, frozen=True, kw_only=True, tag_field="said", tag="done"):
    """A match was played. All that can be done with it in the worker is done: the runner has many of them."""

    match: Finished


class Broken(Struct, frozen=True, kw_only=True, tag_field="said", tag="broken"):
    """A match can not be played."""

    match_id: str
    why: str


class ProcessEnded(Struct, frozen=True, kw_only=True, tag_field="said", tag="process"):
    """A bot's process has ended or failed."""

    process: ProcessRow


FromWorker = Done | Broken | ProcessEnded


async def lines_of(stream: trio.abc.ReceiveStream) -> AsyncIterator[bytes]:
    """The lines of a stream; a last one that was cut short is dropped."""
    pending: list[bytes] = []
    while chunk := await stream.receive_some(CHUNK):
        *whole, rest = bytes(chunk).split(b"\n")
        for end in whole:
            yield b"".join([*pending, end])
            pending.clear()
        pending.append(rest)

"""Floods of HTTP/2 frames that no gRPC client sends, from strangers without a token: each takes one thing to excess.

`python -m tests.bench.calm.floods ADDRESS NAMES [CA]` floods until a line comes from stdin. It prints a line when it
has begun, and at its end what happened.
"""

from __future__ import annotations

import asyncio
import json
import ssl
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, count, repeat

from referee.server.open_files import allow_many_files
from tests.support.http2 import (
    BEGUN,
    EMPTY_DATA,
    END_STREAM,
    HEADERS,
    MORE_HEADERS,
    PING_FRAME,
    PRIORITY_FRAME,
    RST_STREAM,
    SETTINGS_FRAME,
    WINDOW_FRAME,
    block,
    frame,
    headers,
    literal,
)
from tests.support.raw_bot import PLAY

BATCH = 64 * 1024
ELSEWHERE = ("127.0.0.2", 0) if sys.platform == "linux" else None
"""The address from which strangers call; bots call from 127.0.0.1, which is the default."""
PAUSE = 0.02
"""Seconds until a closed connection is opened again."""


def again(data: bytes) -> Iterator[bytes]:
    """The same frame for ever, many in a batch."""
    return repeat(data * max(1, BATCH // len(data)))


def references() -> Iterator[bytes]:
    """Headers of a few kilobytes that mean 54 MB: an entry of the table that is named thousands of times."""
    entry = literal("x-large", "x" * 3_900, indexed=True)
    yield headers(1, block(PLAY, "") + entry, END_STREAM)
    for stream in count(3, 2):
        yield headers(stream, block(PLAY, "") + b"\xbe" * 14_000, END_STREAM)


def openings(path: str, flags: int) -> Iterator[bytes]:
    """New streams, each with the headers of a call."""
    call = block(path, "")
    return batched(headers(stream, call, flags) for stream in count(1, 2))


def silent_streams(most: int = 1_000) -> Iterator[bytes]:
    """As many bots' streams as a connection may carry, none of which ever says hello; then nothing."""
    call = block(PLAY, "")
    return iter([b"".join(headers(1 + 2 * number, call) for number in range(most))])


def resets() -> Iterator[bytes]:
    """Streams that are given up the moment that they are begun."""
    call = block(PLAY, "")
    cancel = (8).to_bytes(4, "big")
    return batched(headers(stream, call) + frame(RST_STREAM, 0, stream, cancel) for stream in count(1, 2))


def endless_headers() -> Iterator[bytes]:
    """A header block that continues for ever."""
    start = frame(HEADERS, 0, 1, block(PLAY, ""))
    return chain([start], again(MORE_HEADERS))


def empty_data() -> Iterator[bytes]:
    """Data without any bytes."""
    return chain([headers(1, block(PLAY, ""))], again(EMPTY_DATA))


def batched(frames: Iterator[bytes]) -> Iterator[bytes]:
    """The frames, many at once."""
    while True:
        batch: list[bytes] = []
        size = 0
        while size < BATCH:
            batch.append(next(frames))
            size += len(batch[-1])
        yield b"".join(batch)


Said = Callable[[], Iterator[bytes]]

FLOODS: dict[str, tuple[str, int, Said | None]] = {
    "ping": ("PING flood", 4, lambda: again(PING_FRAME)),
    "settings": ("SETTINGS flood", 4, lambda: again(SETTINGS_FRAME)),
    "hpack": ("headers of 14,000 references to 3,900 bytes", 4, references),
    "no-hello": ("40 x 1,000 streams without Hello", 40, silent_streams),
    "unknown": ("streams to methods that are not there", 4, lambda: openings("/no/method", END_STREAM)),
    "reset": ("streams begun and reset", 4, resets),
    "headers": ("headers without an end", 4, endless_headers),
    "empty": ("DATA without bytes", 4, empty_data),
    "window": ("WINDOW_UPDATE flood", 4, lambda: again(WINDOW_FRAME)),
    "priority": ("PRIORITY flood", 4, lambda: again(PRIORITY_FRAME)),
    "greeting": ("1,200 connections without a stream", 1_200, lambda: iter(())),
    "idle": ("1,200 connections that say nothing", 1_200, None),
}
"""By name: what it is, from how many connections, and what each of them says after its settings, if it says those."""


async def flood(name: str, address: str, ends: Counter[str], trusted: ssl.SSLContext | None = None) -> None:
    """Sends it on all connections, and opens each one again that the server closes."""
    _title, connections, said = FLOODS[name]
    await asyncio.gather(*(_come_again(address, said, ends, trusted) for _ in range(connections)))


async def _come_again(address: str, said: Said | None, ends: Counter[str], trusted: ssl.SSLContext | None) -> None:
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            await _say(address, said, ends, trusted)
        ends["hung up"] += 1
        await asyncio.sleep(PAUSE)


async def _say(address: str, said: Said | None, ends: Counter[str], trusted: ssl.SSLContext | None) -> None:
    if address.startswith("unix:"):
        reader, writer = await asyncio.open_unix_connection(address.removeprefix("unix:"))
    else:
        host, _, port = address.rpartition(":")
        reader, writer = await asyncio.open_connection(host.strip("[]"), int(port), ssl=trusted, local_addr=ELSEWHERE)
    ends["connected"] += 1
    hearing = asyncio.ensure_future(_hear(reader))
    try:
        if said is not None:
            writer.write(BEGUN)
        for data in iter(()) if said is None else said():
            writer.write(data)
            await writer.drain()
            ends["KiB"] += len(data) // 1024
            if hearing.done():
                return
            await asyncio.sleep(0)
        await hearing
    finally:
        hearing.cancel()
        writer.transport.abort()


async def _hear(reader: asyncio.StreamReader) -> None:
    """Takes what comes, and ends with the connection."""
    with suppress(OSError):
        while await reader.read(BATCH):
            pass


async def main(address: str, names: str, ca: str = "") -> None:
    """Floods in all the named ways until it gets the word to stop."""
    allow_many_files()
    ends: Counter[str] = Counter()
    trusted = ssl.create_default_context(cafile=ca) if ca else None
    flooding = asyncio.gather(*(flood(name, address, ends, trusted) for name in names.split(",")))
    while not ends["connected"]:  # its own tasks count them
        await asyncio.wait([flooding], timeout=PAUSE)
    print("{}", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    flooding.cancel()
    with suppress(asyncio.CancelledError):
        await flooding
    print(json.dumps(ends), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))

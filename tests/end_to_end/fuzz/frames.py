"""Conversations in HTTP/2 that are right, wrong or damaged."""

from __future__ import annotations

from random import Random

from tests.support.http2 import PREFACE, SETTINGS_FRAME, frame, request


def strange(randomly: Random, stream: int) -> bytes:
    """A frame that means little or nothing."""
    size = randomly.choice([0, 1, 4, 5, 8, 9, 100, 5000])
    kind = randomly.choice([*range(10), 200])
    return frame(kind, randomly.randrange(256), randomly.choice([0, stream, 2, 2**31 - 1]), randomly.randbytes(size))


def conversation(randomly: Random, paths: list[str], tokens: list[str], bodies: list[bytes]) -> list[bytes]:
    """What one connection says: calls and strange frames, with some of the bytes damaged."""
    said = [PREFACE, SETTINGS_FRAME]
    for number in range(randomly.randrange(1, 12)):
        stream = 1 + 2 * number
        if randomly.random() < 0.7:
            said += request(randomly.choice(paths), randomly.choice(tokens), stream, randomly.choice(bodies))
        if randomly.random() < 0.4:
            said.append(strange(randomly, stream))
    if randomly.random() < 0.5:
        at = randomly.randrange(len(said))
        data = bytearray(said[at])
        for _ in range(randomly.randrange(1, 4)):
            data[randomly.randrange(len(data))] = randomly.randrange(256)
        said[at] = bytes(data)
    if randomly.random() < 0.2:
        said = said[: randomly.randrange(1, len(said) + 1)]
    return said

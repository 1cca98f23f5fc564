"""Damages bytes as disks, editors and attackers do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import msgspec

from referee.kernel.chain import Chain
from referee.kernel.record import Line, encode_line

ODD = [
    b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\n", b"\r\n", b'"', b"'''", b"[", b"]]", b"{", b"}", b"=", b",", b".", b"-",
    b"\x1b[2J", b"\xe2\x80\xae", b"nan", b"inf", b"-1", b"0", b"1e999", b"9" * 25, b"9" * 5000, b"true", b"null", b"[]",
    b"{}", b'""', b"\\ud800", b"0x7fffffff", b"1979-05-27", b"../../x", b"100000", b"-100000",
    b"[" * 3000, b'{"a":' * 3000,
]  # fmt: skip
_TOKEN = re.compile(rb"-?\d+(?:\.\d+)?|\"[^\"\n]*\"|\w+")


def damaged(data: bytes, random: Random) -> bytes:
    """The data with one to four things wrong with it."""
    for _ in range(random.randint(1, 4)):
        data = random.choice(_WAYS)(data, random)
    return data


def sealed(data: bytes) -> bytes:
    """The record with correct digests, as deliberate damage would write them, so that it is read on."""
    chain = Chain()
    return b"".join(_sealed(line, chain) for line in data.splitlines(keepends=True))


def _sealed(line: bytes, chain: Chain) -> bytes:
    try:
        return encode_line(chain.sealed(msgspec.json.decode(line, type=Line)))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return line


def _place(data: bytes, random: Random) -> int:
    return random.randrange(len(data) + 1)


def _flip(data: bytes, random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + bytes(byte ^ 1 << random.randrange(8) for byte in data[at : at + 1]) + data[at + 1 :]


def _cut(data: bytes, random: Random) -> bytes:
    return data[: _place(data, random)]


def _lose(data: bytes, random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + data[at + random.choice([1, 10, 512, 4096]) :]


def _double(data: bytes, random: Random) -> bytes:
    at, length = _place(data, random), random.choice([1, 30, 512])
    return data[: at + length] + data[at:]


def _zero(data: bytes, random: Random) -> bytes:
    at, length = _place(data, random), random.choice([8, 512, 4096])
    return data[:at] + bytes(len(data[at : at + length])) + data[at + length :]


def _insert(data: bytes, random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + random.choice(ODD) + data[at:]


def _replace(data: bytes, random: Random) -> bytes:
    """Puts something odd where a number, a word or a text stands; a text from elsewhere in the file at times."""
    found: Sequence[re.Match[bytes]] = list(_TOKEN.finditer(data[:200_000]))
    if not found:
        return data
    token, other = random.choice(found), random.choice(found)
    return data[: token.start()] + random.choice([*ODD, other[0], other[0]]) + data[token.end() :]


def _swap_lines(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


_WAYS = [_flip, _flip, _cut, _lose, _double, _zero, _insert, _insert, _replace, _replace, _replace, _swap_lines]

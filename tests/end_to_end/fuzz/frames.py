"""HTTP/2 by hand, right and wrong, on a socket."""

from __future__ import annotations

import socket
from random import Random

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = range(10)
END_STREAM, END_HEADERS = 1, 4


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """One frame."""
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def literal(name: str, text: str, *, indexed: bool = False) -> bytes:
    """A header as it stands; with `indexed` the receiver's table keeps it, as number 62 until the next one."""
    parts = [part.encode() for part in (name, text)]
    return (b"\x40" if indexed else b"\x00") + b"".join(_length(len(part)) + part for part in parts)


def block(path: str, token: str) -> bytes:
    """The headers of a gRPC call."""
    headers = {
        ":method": "POST",
        ":scheme": "http",
        ":path": path,
        ":authority": "localhost",
        "content-type": "application/grpc",
        "te": "trailers",
        "authorization": f"Bearer {token}",
    }
    return b"".join(literal(*header) for header in headers.items())


def request(path: str, token: str, stream: int, body: bytes) -> list[bytes]:
    """A whole gRPC call."""
    message = b"\x00" + len(body).to_bytes(4, "big") + body
    return [frame(HEADERS, END_HEADERS, stream, block(path, token)), frame(DATA, END_STREAM, stream, message)]


def strange(randomly: Random, stream: int) -> bytes:
    """A frame that means little or nothing."""
    size = randomly.choice([0, 1, 4, 5, 8, 9, 100, 5000])
    kind = randomly.choice([*range(10), 200])
    return frame(kind, randomly.randrange(256), randomly.choice([0, stream, 2, 2**31 - 1]), randomly.randbytes(size))


def conversation(randomly: Random, paths: list[str], tokens: list[str], bodies: list[bytes]) -> list[bytes]:
    """What one connection says: calls and strange frames, with some of the bytes damaged."""
    said = [PREFACE, frame(SETTINGS, 0, 0, b"")]
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


def talk(randomly: Random, path: str, said: list[bytes]) -> None:
    """Says it on a new connection, hears a little or nothing, and goes in one way or another."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(0.02)
        try:
            connection.connect(path)
            for data in said:
                connection.sendall(data)
            if randomly.random() < 0.6:
                connection.recv(65_536)
            if randomly.random() < 0.3:
                connection.shutdown(socket.SHUT_WR)
                connection.recv(65_536)
        except OSError:  # it hangs up on us, which is right, or says nothing in time
            pass


def _length(count: int) -> bytes:
    if count < 127:
        return bytes([count])
    rest, coded = count - 127, [127]
    while rest >= 128:
        coded.append(rest % 128 + 128)
        rest //= 128
    return bytes([*coded, rest])

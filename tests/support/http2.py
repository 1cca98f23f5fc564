"""HTTP/2 by hand: frames, calls of gRPC, and a client that says them on a socket."""

from __future__ import annotations

import socket
from random import Random

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = range(10)
END_STREAM, END_HEADERS = 1, 4


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """One frame."""
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def headers(stream: int, coded: bytes, flags: int = 0) -> bytes:
    """The whole header block of a stream, in one frame."""
    return frame(HEADERS, END_HEADERS | flags, stream, coded)


def literal(name: str, text: str, *, indexed: bool = False) -> bytes:
    """A header as it stands; with `indexed` the receiver's table keeps it, as number 62 until the next one."""
    parts = [part.encode() for part in (name, text)]
    return (b"\x40" if indexed else b"\x00") + b"".join(_length(len(part)) + part for part in parts)


def block(path: str, token: str) -> bytes:
    """The headers of a gRPC call."""
    fields = {
        ":method": "POST",
        ":scheme": "http",
        ":path": path,
        ":authority": "localhost",
        "content-type": "application/grpc",
        "te": "trailers",
        "authorization": f"Bearer {token}",
    }
    return b"".join(literal(*field) for field in fields.items())


def request(path: str, token: str, stream: int, body: bytes) -> list[bytes]:
    """A whole gRPC call."""
    message = b"\x00" + len(body).to_bytes(4, "big") + body
    return [headers(stream, block(path, token)), frame(DATA, END_STREAM, stream, message)]


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


PING_FRAME = frame(PING, 0, 0, bytes(8))
SETTINGS_FRAME = frame(SETTINGS, 0, 0, b"")
PRIORITY_FRAME = frame(PRIORITY, 0, 1, bytes(5))
WINDOW_FRAME = frame(WINDOW_UPDATE, 0, 0, (1).to_bytes(4, "big"))
EMPTY_DATA = frame(DATA, 0, 1, b"")
MORE_HEADERS = frame(CONTINUATION, 0, 1, literal("x", "y" * 1_000))
"""A part of a header block that continues."""

BEGUN = PREFACE + SETTINGS_FRAME
"""What a client says before its first call."""

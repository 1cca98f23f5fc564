"""A slow connection to a referee, as over a long distance or on a busy machine."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread


@contextmanager
def slow_way(folder: Path, to: str, seconds: float) -> Iterator[str]:
    """Yield another address of the referee at the Unix socket `to`, from which its messages arrive late."""
    path = str(folder / "slow")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen()
        Thread(target=_accept, args=(listening, to.removeprefix("unix:"), seconds), daemon=True).start()
        try:
            yield f"unix:{path}"
        finally:
            listening.shutdown(socket.SHUT_RDWR)


def _accept(listening: socket.socket, to: str, seconds: float) -> None:
    with suppress(OSError):  # the end
        while True:
            bot, _ = listening.accept()
            referee = socket.socket(socket.AF_UNIX)
            referee.connect(to)
            Thread(target=_carry, args=(bot, referee, 0.0), daemon=True).start()
            Thread(target=_carry, args=(referee, bot, seconds), daemon=True).start()


def _carry(start: socket.socket, end: socket.socket, seconds: float) -> None:
    with suppress(OSError), end:
        while data := start.recv(1 << 16):
            time.sleep(seconds)  # the delay itself is wanted
            end.sendall(data)

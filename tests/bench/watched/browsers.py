"""Browsers that follow feeds, each on a connection of its own. They stand for other machines, so they go last here.

They take what comes and do no more: what they cost is on the same cores as the matches, and is not to be measured.
Reads its settings as JSON from stdin: the port, and the path for each browser. Prints a line when all have got
something, and when stdin says so how much was got; then it ends.
"""

from __future__ import annotations

import json
import os
import selectors
import socket
import sys

NICENESS = 10
AT_ONCE = 256 * 1024


class Browsers:
    """All browsers of this process."""

    def __init__(self, port: int, paths: list[str]) -> None:
        self.got = 0
        self.lost = 0
        self._buffer = bytearray(AT_ONCE)
        self._selector = selectors.DefaultSelector()
        self._new = {self._follow(port, path) for path in paths}

    def run(self) -> None:
        """Follows until stdin says so."""
        count = len(self._new)
        while self._new:
            self._take()
        self.got = 0
        print(json.dumps({"browsers": count}), flush=True)
        self._selector.register(sys.stdin, selectors.EVENT_READ)
        while self._take():
            pass
        print(json.dumps({"bytes": self.got, "lost": self.lost}), flush=True)

    def _follow(self, port: int, path: str) -> socket.socket:
        """One browser."""
        connection = socket.create_connection(("127.0.0.1", port))
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        self._selector.register(connection, selectors.EVENT_READ)
        return connection

    def _take(self) -> bool:
        """Takes what has come; False when stdin has said something."""
        for key, _ in self._selector.select():
            connection = key.fileobj
            if not isinstance(connection, socket.socket):
                return False
            size = connection.recv_into(self._buffer)
            if connection in self._new:
                assert self._buffer.startswith(b"HTTP/1.1 200"), self._buffer[:size]
                self._new.remove(connection)
            self.got += size
            if not size:
                self.lost += 1
                self._selector.unregister(connection)
        return True


def main() -> None:
    """Reads the settings and follows."""
    os.nice(NICENESS)
    settings = json.loads(sys.stdin.readline())
    Browsers(settings["port"], settings["paths"]).run()


if __name__ == "__main__":
    main()

"""Browsers that follow feeds, each on a connection of its own. They stand for other machines, so they go last here.

Reads its settings as JSON from stdin: the port, and the path for each browser. Prints a line when all have got
something, and when stdin says so how much was got; then it ends.
"""

from __future__ import annotations

import json
import os
import sys
from functools import partial

import trio

from tests.support.waiting import until

NICENESS = 10


class Browsers:
    """All browsers of this process."""

    def __init__(self, port: int, paths: list[str]) -> None:
        self.port = port
        self.paths = paths
        self.started = 0
        self.got = 0
        self.lost = 0

    async def run(self) -> None:
        """Follows until stdin says so."""
        async with trio.open_nursery() as nursery:
            for path in self.paths:
                nursery.start_soon(self.follow, path)
            await until(lambda: self.started == len(self.paths))
            self.got = 0
            print(json.dumps({"browsers": self.started}), flush=True)
            await trio.to_thread.run_sync(sys.stdin.readline)
            nursery.cancel_scope.cancel()
        print(json.dumps({"bytes": self.got, "lost": self.lost}), flush=True)

    async def follow(self, path: str) -> None:
        """One browser."""
        async with await trio.open_tcp_stream("127.0.0.1", self.port) as stream:
            await stream.send_all(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            first = await stream.receive_some()
            assert first.startswith(b"HTTP/1.1 200"), first
            self.started += 1
            while part := await stream.receive_some():
                self.got += len(part)
        self.lost += 1


def main() -> None:
    """Reads the settings and follows."""
    os.nice(NICENESS)
    settings = json.loads(sys.stdin.readline())
    trio.run(partial(Browsers(settings["port"], settings["paths"]).run))


if __name__ == "__main__":
    main()

"""`referee web` or `tournament web` in a process of its own, and a visitor without a script."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from html import unescape
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.support.waiting import PATIENCE

ANY_PORT = ("--address", "127.0.0.1:0")


class WebProcess:
    """The process: `address` is what it printed."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address
        self.port = urlsplit(address).port or 0
        self.base = f"http://127.0.0.1:{self.port}"

    def visitor(self, *, with_key: bool = False) -> Visitor:
        visitor = Visitor(self.port)
        if with_key:
            assert visitor.post("/key", key=urlsplit(self.address).fragment)[0] == 200
        return visitor

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Ends it; its code and what it said on stderr."""
        self.process.send_signal(number)
        assert self.process.stderr is not None
        said = self.process.stderr.read()
        return self.process.wait(PATIENCE), said


class Visitor:
    """A visitor with a cookie."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self.origin = f"http://127.0.0.1:{port}"
        self.headers: dict[str, str] = {}

    def connection(self) -> http.client.HTTPConnection:
        """A new connection to the server."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def get(self, path: str) -> tuple[int, str]:
        """The status and the page; after a redirection, of where it leads."""
        return self._ask("GET", path)

    def post(self, path: str, **fields: object) -> tuple[int, str]:
        return self._ask("POST", path, urlencode(fields), {"Origin": self.origin})

    @contextmanager
    def following(self, path: str) -> Iterator[Iterator[dict[str, list[str]]]]:
        """What a page shows that follows a feed, after each message."""
        with closing(self.connection()) as connection:
            connection.request("GET", path, headers={"Cookie": self.cookie, **self.headers})
            with connection.getresponse() as answer:
                assert answer.status == 200, answer.read()
                yield states(answer)

    def _ask(self, method: str, path: str, body: str = "", headers: Mapping[str, str] | None = None) -> tuple[int, str]:
        with closing(self.connection()) as connection:
            connection.request(method, path, body or None, {"Cookie": self.cookie, **self.headers, **(headers or {})})
            with connection.getresponse() as answer:
                said = answer.read().decode()
        self.cookie = (answer.getheader("set-cookie") or self.cookie).partition(";")[0]
        if answer.status == 303:
            return self.get(answer.getheader("location") or "/")
        return answer.status, said


def states(answer: Any) -> Iterator[dict[str, list[str]]]:
    """Puts the messages of a feed together, as the script of the pages does."""
    shown: dict[str, list[str]] = {}
    for line in answer:
        if line.startswith(b"data: {"):
            applied(shown, json.loads(line.removeprefix(b"data: ")))
            yield {name: list(part) for name, part in shown.items()}


def applied(shown: dict[str, list[str]], message: dict[str, Any]) -> dict[str, list[str]]:
    """What a page shows after a message."""
    for name, (count, pieces) in message.items():
        part = shown.setdefault(name, [])
        for at, piece in sorted((int(at), piece) for at, piece in pieces.items()):
            part[at : at + 1] = [piece]
        del part[count:]
    return shown


def play_on(
    visitor: Visitor,
    choose: Callable[[int, str], object],
    ends: str = "Reason for the end",
    feed: str = "/play/feed",
) -> tuple[int, dict[str, list[str]]]:
    """Answers every turn of the visitor's seat until the page shows the words `ends`.

    `choose` gets the number of a turn and the HTML of its options. Returns the number of turns and the last state.
    """
    turns, answered = 0, ""
    with visitor.following(feed) as shown:
        for now in shown:
            options = "".join(now.get("options", []))
            found = re.search(r'name="turn" value="(\d+)"', options)
            if found and options != answered:
                turns, answered = turns + 1, options
                choose(int(found[1]), options)
            if turns and any(ends in piece for pieces in now.values() for piece in pieces):
                return turns, now
    raise AssertionError(f"the feed of the seat ended before {ends!r} was shown")


def text_of(html: str) -> str:
    """What stands in a page for people."""
    return unescape(re.sub(r"<[^>]*>", " ", html))


@contextmanager
def web(*words: object, program: str = "referee", token: str = "") -> Iterator[WebProcess]:
    """The process, from when it serves."""
    command = [sys.executable, "-m", program, "web", *map(str, words), *ANY_PORT]
    environment = {**os.environ, "REFEREE_TOKEN": token}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            yield WebProcess(process, process.stdout.readline().strip())
        finally:
            process.kill()

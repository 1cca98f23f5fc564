"""A tiny chat endpoint on this machine, as language models are asked: over real HTTP, in a thread of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

SLOWLY = b"slowly"
"""An answer that comes byte after byte and has no end."""
HEADERS_SLOWLY = b"headers slowly"
"""An answer whose headers come byte after byte and have no end."""
NEVER = b"never"
"""No answer, on a connection that stays open."""
HANG_UP = b"hang up"
"""The connection is closed without an answer."""


@dataclass(frozen=True)
class Answer:
    """An answer with a status, and perhaps headers and a body."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b'{"error": {"message": "the model is not loaded"}}'


Reply = str | bytes | int | Answer
"""What the model says; or the bytes of a whole answer; or the status of an error; or all of an answer."""


@dataclass
class ChatEndpoint:
    """What was asked, and what is answered: `answers` gets the request and the number of those before it."""

    answers: Callable[[Any, int], Reply]
    url: str = ""
    asked: list[Any] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    closing: Event = field(default_factory=Event)


@contextmanager
def chat_endpoint(answers: Callable[[Any, int], Reply]) -> Iterator[ChatEndpoint]:
    endpoint = ChatEndpoint(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            endpoint.paths.append(self.path)
            endpoint.keys.append(self.headers["Authorization"])
            number = len(endpoint.asked)
            endpoint.asked.append(request)
            reply = endpoint.answers(request, number)
            if reply == NEVER:
                endpoint.closing.wait()
            elif reply == HEADERS_SLOWLY:
                self._write_slowly(b"HTTP/1.1 200 OK\r\nX-Slow: ")
            elif reply == SLOWLY:
                self._write_slowly(b"HTTP/1.1 200 OK\r\n\r\n")
            elif reply != HANG_UP:
                self._answer(as_answer(reply))

        def _answer(self, answer: Answer) -> None:
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):  # who asked has hung up
                self.wfile.write(answer.body)

        def _write_slowly(self, first: bytes) -> None:
            with suppress(OSError):  # who asked has hung up
                self.wfile.write(first)
                while not endpoint.closing.wait(0.1):
                    self.wfile.write(b" ")

        def log_message(self, *_args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        endpoint.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        thread = Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield endpoint
        finally:
            endpoint.closing.set()
            server.shutdown()
            thread.join()


def as_answer(reply: Reply) -> Answer:
    if isinstance(reply, Answer):
        return reply
    if isinstance(reply, int):
        return Answer(reply)
    return Answer(200, body=reply if isinstance(reply, bytes) else completion(reply))


def completion(content: str | None, finish_reason: str = "stop", **message: object) -> bytes:
    """The body of an answer in which the model says something."""
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": content, **message},
        "finish_reason": finish_reason,
    }
    return json.dumps({"object": "chat.completion", "choices": [choice]}).encode()

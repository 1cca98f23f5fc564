"""A tiny chat endpoint on this machine, as language models are asked: over real HTTP, in a thread of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

Reply = str | bytes | int
"""What the model says; or the bytes of a whole answer; or the status of an error."""
SLOWLY = b"slowly"
"""An answer that comes byte after byte and has no end."""


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
            status = reply if isinstance(reply, int) else 200
            self.send_response(status)
            self.end_headers()
            if reply == SLOWLY:
                self._write_slowly()
            else:
                self.wfile.write(body_of(reply))

        def _write_slowly(self) -> None:
            with suppress(OSError):  # who asked has hung up
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


def body_of(reply: Reply) -> bytes:
    if isinstance(reply, bytes):
        return reply
    if isinstance(reply, int):
        return b'{"error": {"message": "the model is not loaded"}}'
    choice = {"index": 0, "message": {"role": "assistant", "content": reply}, "finish_reason": "stop"}
    return json.dumps({"object": "chat.completion", "choices": [choice]}).encode()

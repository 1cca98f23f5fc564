"""The gRPC side of a check: a server through which a trial sends and receives single messages.

The calls of this class block, so use it in a thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import grpc
from google.protobuf.message import Message
from referee_client.v1 import play_service_pb2 as wire
from referee_client.v1.play_service_pb2_grpc import PlayServiceServicer, add_PlayServiceServicer_to_server

from referee.server.bots.private_socket import PrivateSocket

TOKEN = "the token of this check"  # noqa: S105 - it grants no access
_THREADS = 8


class Fault(Exception):
    """A mistake of the bot, and how to fix it. `cause` is the likely reason for every fault in the trial."""

    def __init__(self, what: str, hint: str, cause: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.hint = f"{hint}; {cause}" if cause else hint
        self.cause = cause


class Talk:
    """One connection of the bot.

    Attributes:
        ended: Whether `hear` has reached the end of the stream (treat as read-only).
        over: The id of a match that is over: answers in it are ignored, because the bot may still be thinking about it.
    """

    def __init__(self, requests: Iterator[wire.PlayRequest]) -> None:
        self.ended = False
        self.over = ""
        self._requests = requests
        self._heard: SimpleQueue[wire.PlayRequest | None] = SimpleQueue()
        self._said: SimpleQueue[Message | None] = SimpleQueue()
        self._refusal: tuple[grpc.StatusCode, str] | None = None
        Thread(target=self._listen, daemon=True, name="ear").start()

    def say(self, *responses: Message) -> None:
        """Send messages."""
        for response in responses:
            self._said.put(response)

    def hang_up(self) -> None:
        """End the stream after the messages sent so far."""
        self._said.put(None)

    def refuse(self, code: grpc.StatusCode, why: str) -> None:
        """End the stream with a status, after the messages sent so far."""
        self._refusal = code, why
        self.hang_up()

    def hear(self, within: float) -> wire.PlayRequest | None:
        """The bot's next message; None if none arrives in time, or if the bot has ended the stream."""
        try:
            while (request := self._heard.get(timeout=within)) is not None and self._is_late(request):
                pass
        except Empty:
            return None
        self.ended = request is None
        return request

    def _is_late(self, request: wire.PlayRequest) -> bool:
        return bool(self.over) and request.choice.match_id == self.over

    def responses(self, context: grpc.ServicerContext) -> Iterator[Message]:
        """The messages to send, until `hang_up` or `refuse`."""
        yield from iter(self._said.get, None)
        if self._refusal is not None:
            context.abort(*self._refusal)

    def _listen(self) -> None:
        try:
            for request in self._requests:
                self._heard.put(request)
        except grpc.RpcError:
            pass  # the connection is lost; the trial notices the missing message
        finally:
            self._heard.put(None)
            self._said.put(None)


class Stage:
    """The server, on a Unix socket or, without one, on a TCP port of this machine; a context manager.

    Attributes:
        address: The address for the bot.
        given_up: Whether the bot has ended, so that it can no longer connect (treat as read-only).
        reached: Whether the bot has ever connected (treat as read-only).
    """

    def __init__(self, socket: PrivateSocket | None) -> None:
        self._socket = socket
        self.address = "127.0.0.1:0" if socket is None else socket.address
        self.given_up = self.reached = False
        self._talks: SimpleQueue[Talk | None] = SimpleQueue()
        self._server = self._open()

    def __enter__(self) -> Stage:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def next_talk(self, within: float) -> Talk | None:
        """The next connection; None if there is none in time."""
        try:
            talk = self._talks.get(timeout=within)
        except Empty:
            return None
        self.reached = self.reached or talk is not None
        return talk

    def give_up(self) -> None:
        """Report, from any thread, that the bot has ended and need not be waited for."""
        self.given_up = True
        self._talks.put(None)

    def close(self) -> None:
        """Drop every connection."""
        self._server.stop(grace=None).wait()

    def open_again(self) -> None:
        """Serve at the same address again, after `close`."""
        self._server = self._open()

    def _open(self) -> grpc.Server:
        server = grpc.server(ThreadPoolExecutor(_THREADS, "stage"), options=[("grpc.so_reuseport", 0)])
        add_PlayServiceServicer_to_server(_Servicer(self._talks), server)
        port = server.add_insecure_port(self.address)
        server.start()
        if self._socket is None:
            self.address = f"127.0.0.1:{port}"
        else:
            self._socket.admit_bots()
        return server


class _Servicer(PlayServiceServicer):
    def __init__(self, talks: SimpleQueue[Talk | None]) -> None:
        self._talks = talks

    def Play(self, request_iterator: Iterator[wire.PlayRequest], context: grpc.ServicerContext) -> Iterator[Any]:  # noqa: N802 - gRPC's
        talk = Talk(request_iterator)
        self._talks.put(talk)
        return talk.responses(context)

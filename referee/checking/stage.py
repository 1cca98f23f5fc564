"""The gRPC side of a check: a server that lets a trial say and hear single messages. It blocks: use a thread."""

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

TOKEN = "the token of this check"  # noqa: S105 - it opens nothing
_THREADS = 8


class Fault(Exception):
    """The bot did something wrong: what, and how to mend it. `cause` is what is likely to be behind any fault here."""

    def __init__(self, what: str, hint: str, cause: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.hint = f"{hint}; {cause}" if cause else hint
        self.cause = cause


class Talk:
    """One connection of the bot.

    Attributes:
        ended: Whether `hear` has met the end of the stream (treat as read-only).
        over: A match whose answers are not heard: they may come for as long as the bot thinks about it.
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
        """Sends messages."""
        for response in responses:
            self._said.put(response)

    def hang_up(self) -> None:
        """Ends the stream after what was said."""
        self._said.put(None)

    def refuse(self, code: grpc.StatusCode, why: str) -> None:
        """Ends the stream with a status after what was said."""
        self._refusal = code, why
        self.hang_up()

    def hear(self, within: float) -> wire.PlayRequest | None:
        """The next message of the bot; None if there is none in time, or the bot has ended the stream."""
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
        """What is to be sent, until `hang_up` or `refuse`."""
        yield from iter(self._said.get, None)
        if self._refusal is not None:
            context.abort(*self._refusal)

    def _listen(self) -> None:
        try:
            for request in self._requests:
                self._heard.put(request)
        except grpc.RpcError:
            pass  # the connection is lost; a trial sees that from what is missing
        finally:
            self._heard.put(None)
            self._said.put(None)


class Stage:
    """The server, at a socket, or without one at a port of this machine. Use it as a context manager.

    Attributes:
        address: Where the bot reaches it.
        given_up: Whether there is no bot any more that could connect (treat as read-only).
        reached: Whether the bot has connected at all (treat as read-only).
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
        """Says, from any thread, that the bot has ended: nobody need wait for it."""
        self.given_up = True
        self._talks.put(None)

    def close(self) -> None:
        """Cuts every connection."""
        self._server.stop(grace=None).wait()

    def open_again(self) -> None:
        """Serves again at the same place, after `close`."""
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

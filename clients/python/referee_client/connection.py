"""One stream to the referee, as blocking Python."""

from __future__ import annotations

import time
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

import grpc

from referee_client.v1 import play_service_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType

_METHOD = "/referee.v1.PlayService/Play"
_SECONDS_TO_LEAVE = 1.0
# Python runs a signal's handler between two steps of the main thread. One that arrives just before a wait without limit
# would be taken notice of only when the next message comes, which may be never.
_SECONDS_BETWEEN_SIGNALS = 0.2


class Connection:
    """An open stream.

    A thread of its own asks for every message, so that a bot which thinks about one match does not look like one that
    never reads, and so that the time of arrival of every message is known. gRPC's thread hands a message over as soon
    as it has read it: one that waited for the asking thread to be woken would cost every decision a switch more.
    """

    def __init__(self, channel: grpc.Channel, hello: wire.PlayRequest) -> None:
        self._outgoing: SimpleQueue[wire.PlayRequest | None] = SimpleQueue()
        self._incoming: SimpleQueue[tuple[float, wire.PlayResponse] | None] = SimpleQueue()
        self._outgoing.put(hello)
        play: grpc.StreamStreamMultiCallable[wire.PlayRequest, wire.PlayResponse] = channel.stream_stream(
            _METHOD, request_serializer=wire.PlayRequest.SerializeToString, response_deserializer=self._take_in
        )
        self._call = play(iter(self._outgoing.get, None))
        self._reader = Thread(target=self._read, name="referee_client reader", daemon=True)
        self._reader.start()

    def __enter__(self) -> Connection:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._outgoing.put(None)
        self._call.cancel()
        self._reader.join()

    def responses(self) -> Iterator[tuple[float, wire.PlayResponse]]:
        """Yields what the referee says, with its time of arrival, until the stream ends for whatever reason."""
        while True:
            try:
                arrival = self._incoming.get(timeout=_SECONDS_BETWEEN_SIGNALS)
            except Empty:
                continue
            if arrival is None:
                return
            yield arrival

    def send(self, requests: Iterable[wire.PlayRequest]) -> None:
        """Hands requests to the transport. Those of a broken stream are lost."""
        for request in requests:
            self._outgoing.put(request)

    def leave(self, farewell: wire.PlayRequest) -> None:
        """Says a last thing and waits, but not for long, for the referee to end the stream."""
        self._outgoing.put(farewell)
        self._outgoing.put(None)
        self._reader.join(_SECONDS_TO_LEAVE)

    def status(self) -> tuple[grpc.StatusCode, str]:
        """Tells how the stream ended, once it has."""
        return self._call.code(), self._call.details() or ""

    def _take_in(self, message: bytes) -> wire.PlayResponse:
        """What gRPC's thread does with a message that it has read."""
        response = wire.PlayResponse.FromString(message)
        self._incoming.put((time.monotonic(), response))
        return response

    def _read(self) -> None:
        try:
            for _ in self._call:
                pass  # it is taken in already
        except grpc.RpcError:
            pass  # `status` says how it ended
        finally:
            self._incoming.put(None)

"""One stream to the referee, with blocking calls."""

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
# Python runs a signal handler between two steps of the main thread. If a signal arrived just before a wait without a
# limit, it would be handled only when the next message comes. That may never happen.
_SECONDS_BETWEEN_SIGNALS = 0.2


class Connection:
    """An open stream.

    A separate thread requests every message. So a bot that is thinking about one match does not look to the referee
    like one that never reads, and the library knows when each message arrived. gRPC's thread queues a message itself as
    soon as it has read it: waking the requesting thread first would cost one more switch per decision.
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
        """Yield the referee's responses with their times of arrival, until the stream ends for any reason."""
        while True:
            try:
                arrival = self._incoming.get(timeout=_SECONDS_BETWEEN_SIGNALS)
            except Empty:
                continue
            if arrival is None:
                return
            yield arrival

    def send(self, requests: Iterable[wire.PlayRequest]) -> None:
        """Pass requests to the transport. Requests on a broken stream are lost."""
        for request in requests:
            self._outgoing.put(request)

    def leave(self, farewell: wire.PlayRequest) -> None:
        """Send a last request and wait briefly for the referee to end the stream."""
        self._outgoing.put(farewell)
        self._outgoing.put(None)
        self._reader.join(_SECONDS_TO_LEAVE)

    def status(self) -> tuple[grpc.StatusCode, str]:
        """Return how the stream ended, once it has."""
        return self._call.code(), self._call.details() or ""

    def _take_in(self, message: bytes) -> wire.PlayResponse:
        """Parse and queue a message; gRPC's thread calls it."""
        response = wire.PlayResponse.FromString(message)
        self._incoming.put((time.monotonic(), response))
        return response

    def _read(self) -> None:
        try:
            for _ in self._call:
                pass  # it is queued already
        except grpc.RpcError:
            pass  # `status` says how it ended
        finally:
            self._incoming.put(None)

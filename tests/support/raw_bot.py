"""A bot by hand, with the sync client in this thread: sends what a test wants, and hands over what it hears."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue

import grpc
from google.protobuf.any_pb2 import Any as Packed
from google.rpc.error_details_pb2 import ErrorInfo
from grpc_status import rpc_status
from referee_client.v1 import play_service_pb2 as wire

PLAY = "/referee.v1.PlayService/Play"
PATIENCE = 100.0
"""Seconds for the whole life of a stream; some wait for many other processes to begin."""


class RawBot:
    """One stream. Whatever is bytes is sent as it is."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        method: grpc.StreamStreamMultiCallable[bytes, wire.PlayResponse] = channel.stream_stream(
            PLAY, response_deserializer=wire.PlayResponse.FromString
        )
        self.call = method(iter(self._outgoing.get, None), timeout=PATIENCE)

    def say(self, *requests: wire.PlayRequest | bytes) -> None:
        for request in requests:
            self._outgoing.put(request if isinstance(request, bytes) else request.SerializeToString())

    def hello(self, token: str, **fields: object) -> wire.Welcome:
        """Says hello, and returns the Welcome."""
        self.say(wire.PlayRequest(hello=wire.Hello(token=token, protocol_version=1, **fields)))  # type: ignore[arg-type]
        return self.hear("welcome").welcome

    def choose(self, turn: wire.Turn, option: int = 0, number: int | None = None) -> None:
        number = turn.turn if number is None else number
        self.say(wire.PlayRequest(choice=wire.Choice(match_id=turn.match_id, turn=number, option=option)))

    def hear(self, kind: str) -> wire.PlayResponse:
        """The next response, which must be of that kind."""
        response: wire.PlayResponse = next(self.call)
        assert response.WhichOneof("response") == kind, response
        return response

    def hear_until(self, kind: str) -> wire.PlayResponse:
        """The next response of that kind; those before it are passed over."""
        for response in self.call:
            if response.WhichOneof("response") == kind:
                heard: wire.PlayResponse = response
                return heard
        raise AssertionError(f"the stream ended without {kind}")

    def play_on(self) -> wire.MatchEnded:
        """Answers every Turn with the default until the match is over."""
        for response in self.call:
            if response.HasField("turn"):
                self.choose(response.turn)
            elif response.HasField("match_ended"):
                ended: wire.MatchEnded = response.match_ended
                return ended
        raise AssertionError("the stream ended before the match")

    def half_close(self) -> None:
        self._outgoing.put(None)

    def close(self) -> None:
        self.call.cancel()
        self._outgoing.put(None)

    def end(self) -> tuple[grpc.StatusCode, str]:
        """How the stream ended: the status, and the reason that the referee gives."""
        try:
            for _response in self.call:
                pass
        except grpc.RpcError as error:
            return error.code(), reason_of(error)
        return self.call.code(), ""


def reason_of(error: grpc.RpcError) -> str:
    """The reason in the one ErrorInfo of an error; empty if it is not the referee's own."""
    info = _info_of(error)
    return "" if info is None else str(info.reason)


def details_of(error: grpc.RpcError) -> dict[str, str]:
    """The metadata in that ErrorInfo."""
    info = _info_of(error)
    return {} if info is None else dict(info.metadata)


def _info_of(error: grpc.RpcError) -> ErrorInfo | None:
    status = rpc_status.from_call(error)
    if status is None:
        return None
    details: list[Packed] = list(status.details)
    info = ErrorInfo()
    assert len(details) == 1
    assert details[0].Unpack(info)
    assert info.domain == "referee"
    return info


@contextmanager
def raw_bot(address: str, credentials: grpc.ChannelCredentials | None = None) -> Iterator[RawBot]:
    """A stream to the referee, closed at the end."""
    channel = grpc.insecure_channel(address) if credentials is None else grpc.secure_channel(address, credentials)
    with channel:
        bot = RawBot(channel)
        try:
            yield bot
        finally:
            bot.close()

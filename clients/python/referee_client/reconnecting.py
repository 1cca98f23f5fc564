"""Whether and when to connect again after a stream has ended. The caller does the waiting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import grpc

from referee_client.errors import RefusedError, UnreachableError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee_client.v1 import play_service_pb2 as wire

SECONDS_TO_RECONNECT = 30.0
"""Seconds for which the library tries to connect, or reconnect, before it gives up."""

# ALREADY_EXISTS: the referee may not have noticed yet that the bot's last connection is lost.
WORTH_TRYING_AGAIN = {
    grpc.StatusCode.ALREADY_EXISTS,
    grpc.StatusCode.OK,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.UNKNOWN,
}


class Greeted(Protocol):
    """The interface of `PlayProtocol` and `Session`: what the referee sent on the last connection."""

    welcome: wire.Welcome | None
    goodbye: wire.Goodbye | None


class Reconnects:
    """The attempts to reach one referee.

    Attributes:
        ended: How the last stream ended (treat as read-only).
    """

    def __init__(self, address: str, patience: float) -> None:
        self.ended = ""
        self._address = address
        self._patience = patience
        self._waits = back_off(patience)

    def wait_after(self, heard: Greeted, code: grpc.StatusCode, details: str) -> float | None:
        """Return the seconds to wait before the next attempt; `None` after a final Goodbye.

        Raises:
            RefusedError: the stream ended in a way that makes another attempt useless.
            UnreachableError: the referee could not be reached for too long.
        """
        self.ended = f"{code.name}: {details}" if details else code.name
        if code not in WORTH_TRYING_AGAIN:
            raise RefusedError(f"the referee ended the stream with {self.ended}")
        if heard.goodbye is not None and not heard.goodbye.may_reconnect:
            return None
        if heard.welcome is not None:
            self._waits = back_off(self._patience)
        wait = next(self._waits, None)
        if wait is None:
            seconds = f"{self._patience:g} second{'' if self._patience == 1 else 's'}"
            raise UnreachableError(f"no connection to {self._address} for {seconds}; last error: {self.ended}")
        return wait


def back_off(patience: float) -> Iterator[float]:
    """Yield the seconds to wait before each further attempt: longer each time, and `patience` in total."""
    wait = 0.05
    while patience > 0:
        yield min(wait, patience)
        patience -= wait
        wait = min(2 * wait, 2.0)

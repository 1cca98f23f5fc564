"""Calls to a running referee, for commands and pages. Every failure becomes one plain sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import grpc
from google.rpc.error_details_pb2 import ErrorInfo
from grpc_status import rpc_status
from referee_client.errors import SettingsError
from referee_client.settings import Settings
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

from referee.errors import RefereeError

SECONDS_FOR_ANSWER = 20.0
"""Seconds to wait for an answer."""

_HINTS = {
    "WRONG_TOKEN": "set --token-file, --token or REFEREE_TOKEN; `referee token NAME --data DIR` makes a token",
    "NOT_AN_ORGANISER": "`referee token NAME --data DIR --organiser` makes an organiser's token",
    "NOT_A_SPECTATOR": "`referee token NAME --data DIR --spectator` makes a spectator's token",
    "NOT_OVER": "`referee match watch` shows it until then",
}


class CallError(RefereeError):
    """A running referee refused a call or could not be reached. The message says why, and what may help.

    Attributes:
        code: The gRPC status; None if no call was made.
    """

    def __init__(self, message: str, code: grpc.StatusCode | None = None) -> None:
        super().__init__(message)
        self.code = code


class Caller:
    """A client of a referee, with or without a token. Made by `open_caller`.

    Attributes:
        matches: The stub of its MatchService.
        metadata: The metadata of every call.
    """

    def __init__(self, channel: grpc.Channel, token: str) -> None:
        self.matches = MatchServiceStub(channel)
        self.metadata = (("authorization", f"Bearer {token}"),) if token else ()


@contextmanager
def open_caller(settings: Settings) -> Iterator[Caller]:
    """Connect to a referee. Raises `CallError` instead of gRPC's exceptions in the block."""
    with plainly(settings), settings.open_channel() as channel:
        yield Caller(channel, settings.token)


@contextmanager
def plainly(settings: Settings) -> Iterator[None]:
    """Raise `CallError` instead of gRPC's exceptions in the block."""
    try:
        yield
    except SettingsError as error:
        raise CallError(str(error)) from None
    except grpc.RpcError as error:
        raise CallError(_sentence(error, settings), _code(error)) from None


def _sentence(error: Any, settings: Settings) -> str:
    reason = _reason(error)
    said = error.details() or error.code().name
    if reason:
        hint = _HINTS.get(reason)
        return f"{said}; {hint}" if hint else said
    match error.code():
        case grpc.StatusCode.UNAVAILABLE:
            way = "with TLS" if settings.ca else "without TLS (--ca FILE is for a referee with a certificate)"
            return f"no referee answers at {settings.address} {way}: {said}"
        case grpc.StatusCode.DEADLINE_EXCEEDED:
            return f"the referee at {settings.address} did not answer within {SECONDS_FOR_ANSWER:g} seconds"
        case grpc.StatusCode.UNIMPLEMENTED:
            return (
                f"the referee at {settings.address} does not support this call: "
                "it plays only its own matches, or is an older version"
            )
    return f"the referee at {settings.address} answered {error.code().name}: {said}"


def _code(error: Any) -> grpc.StatusCode:
    code: grpc.StatusCode = error.code()
    return code


def _reason(error: Any) -> str:
    """The reason that the referee gave; empty if the error is gRPC's own."""
    status = rpc_status.from_call(error)
    for detail in () if status is None else status.details:
        info = ErrorInfo()
        if detail.Unpack(info):
            return str(info.reason)
    return ""

"""Calls to a referee that runs, for commands and pages: what goes wrong becomes one plain sentence."""

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

PATIENCE = 20.0
"""Seconds for which an answer is waited for."""

_HINTS = {
    "WRONG_TOKEN": "give yours with --token-file, --token or REFEREE_TOKEN; `referee token NAME --data DIR` makes one",
    "NOT_AN_ORGANISER": "`referee token NAME --data DIR --organiser` makes an organiser's token",
    "NOT_A_SPECTATOR": "`referee token NAME --data DIR --spectator` makes a spectator's token",
    "NOT_OVER": "`referee match watch` shows it until then",
}


class CallError(RefereeError):
    """A referee that runs refused a call, or could not be reached. The message says why, and what may help.

    Attributes:
        code: gRPC's status; None if no call was made.
    """

    def __init__(self, message: str, code: grpc.StatusCode | None = None) -> None:
        super().__init__(message)
        self.code = code


class Caller:
    """Somebody with a token, or without one, at a referee. Made by `open_caller`.

    Attributes:
        matches: The stub of its MatchService.
        metadata: What every call brings along.
    """

    def __init__(self, channel: grpc.Channel, token: str) -> None:
        self.matches = MatchServiceStub(channel)
        self.metadata = (("authorization", f"Bearer {token}"),) if token else ()


@contextmanager
def open_caller(settings: Settings) -> Iterator[Caller]:
    """Calls a referee. Raises `CallError` in place of what gRPC raises in the block."""
    with plainly(settings), settings.open_channel() as channel:
        yield Caller(channel, settings.token)


@contextmanager
def plainly(settings: Settings) -> Iterator[None]:
    """Raises `CallError` in place of what gRPC raises in the block."""
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
            return f"the referee at {settings.address} gave no answer within {PATIENCE:g} seconds"
        case grpc.StatusCode.UNIMPLEMENTED:
            return f"the referee at {settings.address} has no such call: it plays its own matches alone, or is older"
    return f"the referee at {settings.address} answers {error.code().name}: {said}"


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

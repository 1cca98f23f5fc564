"""Errors as they are sent on the wire: a google.rpc.Status with exactly one ErrorInfo."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import grpc
from google.protobuf.any_pb2 import Any as Packed
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from referee.errors import CardSetError, UsageError
from referee.kernel.options import WRONG_VALUE
from referee.server import errors

DOMAIN = "referee"
MAX_TEXT = 400
BAD_CARDS = "BAD_CARDS"
"""The reason for an invalid card set: only CreateMatch contains one."""

CODES = {
    errors.NotKnown: grpc.StatusCode.UNAUTHENTICATED,
    errors.NotAllowed: grpc.StatusCode.PERMISSION_DENIED,
    errors.NotFound: grpc.StatusCode.NOT_FOUND,
    errors.AlreadyThere: grpc.StatusCode.ALREADY_EXISTS,
    errors.WrongRequest: grpc.StatusCode.INVALID_ARGUMENT,
    errors.NotNow: grpc.StatusCode.FAILED_PRECONDITION,
    errors.TooLate: grpc.StatusCode.DEADLINE_EXCEEDED,
    errors.TooMuch: grpc.StatusCode.RESOURCE_EXHAUSTED,
    errors.NotKept: grpc.StatusCode.UNAVAILABLE,
    errors.Stopping: grpc.StatusCode.UNAVAILABLE,
}

CallerIsGone = grpc.aio.InternalError
"""What gRPC raises when a message is sent to a caller that has disconnected."""

Context = grpc.aio.ServicerContext[Any, Any]
Request = TypeVar("Request")
Response = TypeVar("Response")

log = logging.getLogger(__name__)


async def abort(context: Context, error: Exception) -> None:
    """End a call with an error. Never returns normally."""
    code, reason, message, metadata = _described(error)
    message, metadata = _short(message), {name: _short(value) for name, value in metadata.items()}
    info = Packed()
    info.Pack(ErrorInfo(reason=reason, domain=DOMAIN, metadata=metadata))
    status = Status(code=code.value[0], message=message, details=[info])
    await context.abort_with_status(rpc_status.to_status(status))


def answering(
    method: Callable[[Any, Request, Context], Awaitable[Response]],
) -> Callable[[Any, Request, Context], Awaitable[Response]]:
    """Decorate a method of a service: what it raises becomes the status of the call."""

    async def answer(service: Any, request: Request, context: Context) -> Response:
        try:
            return await method(service, request, context)
        except Exception as error:
            if not isinstance(error, (grpc.aio.AbortError, CallerIsGone)):
                await abort(context, error)
            raise

    return answer


def _short(text: str) -> str:
    """Shorten a text that may quote a client: most clients accept at most 8 kB of metadata."""
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 3]}..."


def _described(error: Exception) -> tuple[grpc.StatusCode, str, str, dict[str, str]]:
    if isinstance(error, errors.Refusal):
        return CODES[type(error)], error.reason, str(error), error.metadata
    if isinstance(error, UsageError):
        reason, details = error.reason or WRONG_VALUE, error.details or {"message": str(error)}
        return grpc.StatusCode.INVALID_ARGUMENT, reason, str(error), details
    if isinstance(error, CardSetError):
        return grpc.StatusCode.INVALID_ARGUMENT, BAD_CARDS, f"cards_toml: {error}", {"why": str(error)}
    log.error("a defect in the referee", exc_info=error)
    return grpc.StatusCode.INTERNAL, "DEFECT", "the referee failed; its log says why", {}

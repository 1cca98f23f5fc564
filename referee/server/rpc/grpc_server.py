"""Which gRPC server serves: the patched one with tested versions of grpcio, the stock one with any other.

The patched server depends on internals of grpcio; see `patched_server`. With an untested version it could fail in
every match, so the stock server serves there, and the log says what is missing.
"""

from __future__ import annotations

import gc
import logging
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache

import grpc
import trio

TRIED = ("1.84", "1.85")
"""The versions of grpcio with which the server's tests pass. pyproject.toml allows only these (MAINTAINING, "A new
version of grpcio"). Up to version 1.83, a function that the patched server calls took one argument fewer."""

LOGGER = "grpc._cython.cygrpc"
SECONDS_TO_END = 1.0
SECONDS_BETWEEN_LOOKS = 0.01
FAULTS_OF_CLIENTS = (
    "Invalid encoding on",
    "Failed sending error status from server",
    "ExecuteBatchError raised in core by servicer method",  # the caller is gone, and gRPC has not noticed yet
)

log = logging.getLogger(__name__)


def new_server(
    interceptors: Sequence[grpc.aio.ServerInterceptor], options: Sequence[tuple[str, int]]
) -> grpc.aio.Server:
    """Make a server that is not bound yet. Add its methods as registered ones, as generated code does."""
    if not was_tried(grpc.__version__):
        _say_untried(grpc.__version__)
        return grpc.aio.server(interceptors=interceptors, options=options)
    from referee.server.rpc.patched_server import PatchedServer  # noqa: PLC0415 - other versions may lack what it needs

    return PatchedServer(interceptors, options)


def was_tried(version: str) -> bool:
    """Whether a version of grpcio, e.g. 1.85.1, is one of the tested ones."""
    return ".".join(version.split(".")[:2]) in TRIED


@cache
def _say_untried(version: str) -> None:
    """Log it once per process, which may open several servers."""
    log.warning(
        "grpcio %s was not tested with this referee (tested: %s to %s): using its stock server, which any client"
        " can stop by calling a method whose name is not text",
        version,
        TRIED[0],
        TRIED[-1],
    )


@contextmanager
def clients_not_logged() -> Iterator[None]:
    """Keep clients' faults out of the log: gRPC logs damaged headers there, including whole tokens."""
    logger = logging.getLogger(LOGGER)
    logger.addFilter(_is_ours)
    try:
        yield
    finally:
        logger.removeFilter(_is_ours)


def _is_ours(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(FAULTS_OF_CLIENTS)


class Rest:
    """The part of a stopped server that gRPC still holds."""

    def __init__(self, server: grpc.aio.Server) -> None:
        self._kept = weakref.ref(getattr(server, "inner", server))

    async def is_gone(self) -> None:
        """In trio: wait briefly until it is released. Then gRPC's own thread ends, and the loop may be closed."""
        with trio.move_on_after(SECONDS_TO_END, shield=True):
            while True:
                gc.collect()  # its objects form cycles
                if self._kept() is None:
                    return
                await trio.sleep(SECONDS_BETWEEN_LOOKS)

"""A collector of OpenTelemetry: it receives traces over gRPC, as OTLP has it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import grpc
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc
from opentelemetry.proto.trace.v1.trace_pb2 import Span


class Collector(trace_service_pb2_grpc.TraceServiceServicer):
    """Receives spans, or refuses them.

    Attributes:
        spans: What has arrived.
        services: The names of the services that sent it.
    """

    def __init__(self, *, refuses: bool = False) -> None:
        self.spans: list[Span] = []
        self.services: set[str] = set()
        self._refuses = refuses

    def Export(  # noqa: N802 - gRPC calls it so
        self, request: trace_service_pb2.ExportTraceServiceRequest, context: grpc.ServicerContext
    ) -> trace_service_pb2.ExportTraceServiceResponse:
        if self._refuses:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "not today")
        for resource in request.resource_spans:
            self.services |= {
                one.value.string_value for one in resource.resource.attributes if one.key == "service.name"
            }
            self.spans += [span for scope in resource.scope_spans for span in scope.spans]
        return trace_service_pb2.ExportTraceServiceResponse()


@contextmanager
def collecting(collector: Collector) -> Iterator[str]:
    """A collector that can be reached at the address that is returned."""
    server = grpc.server(ThreadPoolExecutor(2))
    trace_service_pb2_grpc.add_TraceServiceServicer_to_server(collector, server)  # type: ignore[no-untyped-call]  # generated
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.stop(None).wait()


@contextmanager
def collecting_elsewhere() -> Iterator[str]:
    """A collector in a process of its own, so that it costs nothing here."""
    command = [sys.executable, "-m", "tests.support.collector"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.stdin.close()


if __name__ == "__main__":
    with collecting(Collector()) as here:
        print(here, flush=True)
        sys.stdin.read()

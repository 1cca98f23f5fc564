"""The yardstick: a bare grpc.aio server that answers every message of a stream with as many bytes as a Turn has.

Prints its address; reads a line from stdin for each reading wanted, and prints what it has used and answered.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from contextlib import suppress

import grpc

METHOD = "/referee.v1.PlayService/Play"


class Echo(grpc.GenericRpcHandler):
    """Answers with the same bytes each time."""

    def __init__(self, answer: bytes) -> None:
        self.answer = answer
        self.answered = 0

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[bytes, bytes] | None:
        """Serves the one method."""
        return grpc.stream_stream_rpc_method_handler(self.play)

    async def play(self, _: object, context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
        """One stream."""
        end: object = grpc.aio.EOF
        while (await context.read()) is not end:
            self.answered += 1
            await context.write(self.answer)


def print_usage(**more: float) -> None:
    """Prints what this process has used so far: CPU seconds, times that a thread of it waited, its largest memory."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    usage = {"cpu": time.process_time(), "switches": used.ru_nvcsw, "rss_kib": used.ru_maxrss}
    print(json.dumps(usage | more), flush=True)


async def serve(answer_bytes: int, address: str = "127.0.0.1:0") -> None:
    """Serves until stdin ends."""
    echo = Echo(bytes(answer_bytes))
    server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
    server.add_generic_rpc_handlers((echo,))
    port = server.add_insecure_port(address)
    print(json.dumps({"address": address.replace(":0", f":{port}")}), flush=True)
    await server.start()
    loop = asyncio.get_running_loop()
    while await loop.run_in_executor(None, sys.stdin.readline):
        print_usage(decisions=echo.answered)
    await server.stop(None)


if __name__ == "__main__":
    with suppress(ImportError):
        import uvloop

        uvloop.install()
    asyncio.run(serve(int(sys.argv[1]), *sys.argv[2:]))

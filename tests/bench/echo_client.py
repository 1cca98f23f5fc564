"""The other half of the yardstick: a bare grpc.aio client that sends a Choice and waits for the answer.

Reads from stdin how many questions to ask, and prints its CPU seconds and switches when they are answered.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

import grpc

from tests.bench.echo_server import METHOD, print_usage
from tests.bench.load import ECHO


async def ask(address: str) -> None:
    """Asks until stdin ends."""
    loop = asyncio.get_running_loop()
    async with grpc.aio.insecure_channel(address) as channel:
        call: grpc.aio.StreamStreamCall[bytes, bytes] = channel.stream_stream(METHOD)()
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            for _ in range(int(line)):
                await call.write(ECHO)
                await call.read()
            print_usage()


if __name__ == "__main__":
    with suppress(ImportError):
        import uvloop

        uvloop.install()
    asyncio.run(ask(sys.argv[1]))

"""A well-behaved pair of bots: thinks a little, answers with a random option, and notes when each Turn came.

Reads its settings as JSON from stdin. For each further line it prints what it has noted since the last one: how long
after the answer before each Turn came, in seconds, and when, on the clock of `time.monotonic`, that is of the machine.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from random import Random

import grpc
from referee_client.v1.play_service_pb2 import Hello, PlayRequest

from tests.bench.load import METHOD, answered

THINKING = 0.002


class Pair:
    """Two bots that share one clock."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.arrivals: list[float] = []
        self.answered = 0.0

    async def play(self, address: str, token: str, number: int) -> None:
        """One bot: plays one match after the other."""
        randomly, hello = Random(number), Hello(token=token, software="calm", protocol_version=1, max_matches=1)
        options = [("grpc.use_local_subchannel_pool", 1)]
        async with grpc.aio.insecure_channel(address, options=options) as channel:
            call: grpc.aio.StreamStreamCall[bytes, bytes] = channel.stream_stream(METHOD)()
            await call.write(PlayRequest(hello=hello).SerializeToString())
            while True:
                message = await call.read()
                assert isinstance(message, bytes), "the server ended the stream"
                answer = answered(message, randomly)
                if answer is not None:
                    self.arrived()
                    await asyncio.sleep(THINKING)
                    await call.write(answer[1])
                    self.answered = time.monotonic()

    def arrived(self) -> None:
        """Notes a Turn. In a match of two, the next Turn follows from the last answer of either."""
        now = time.monotonic()
        self.arrivals.append(now)
        if self.answered:
            self.latencies.append(now - self.answered)

    def take(self) -> dict[str, list[float]]:
        """What was noted since the last time."""
        taken = {"latencies": self.latencies, "arrivals": self.arrivals}
        self.latencies, self.arrivals = [], []
        return taken


async def main() -> None:
    """Plays until stdin ends."""
    loop = asyncio.get_running_loop()
    settings = json.loads(await loop.run_in_executor(None, sys.stdin.readline))
    pair = Pair()
    playing = [
        asyncio.create_task(pair.play(settings["address"], token, number))
        for number, token in enumerate(settings["tokens"])
    ]
    while await loop.run_in_executor(None, sys.stdin.readline):
        print(json.dumps(pair.take()), flush=True)
    for bot in playing:
        bot.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(main())

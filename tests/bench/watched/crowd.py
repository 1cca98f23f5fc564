"""Two bots that play many matches at once, and think for a while before each answer, as what is worth watching does.

Reads its settings as JSON from stdin, and plays until stdin ends.
"""

from __future__ import annotations

import asyncio
import json
import sys
from random import Random

import grpc
from referee_client.v1.play_service_pb2 import Hello, PlayRequest

from tests.bench.load import METHOD, answered

THINKING = 0.5


async def play(address: str, token: str, number: int) -> None:
    """One bot: every Turn is answered by a task of its own."""
    randomly, hello = Random(number), Hello(token=token, software="crowd", protocol_version=1)
    async with grpc.aio.insecure_channel(address) as channel, asyncio.TaskGroup() as thoughts:
        call: grpc.aio.StreamStreamCall[bytes, bytes] = channel.stream_stream(METHOD)()
        one_at_a_time = asyncio.Lock()

        async def think(answer: bytes) -> None:
            await asyncio.sleep(THINKING)
            async with one_at_a_time:
                await call.write(answer)

        await call.write(PlayRequest(hello=hello).SerializeToString())
        while isinstance(message := await call.read(), bytes):
            answer = answered(message, randomly)
            if answer is not None:
                thoughts.create_task(think(answer[1]))


async def main() -> None:
    """Plays until stdin ends."""
    loop = asyncio.get_running_loop()
    settings = json.loads(await loop.run_in_executor(None, sys.stdin.readline))
    bots = [asyncio.create_task(play(settings["address"], token, at)) for at, token in enumerate(settings["tokens"])]
    await loop.run_in_executor(None, sys.stdin.readline)
    for bot in bots:
        bot.cancel()
    await asyncio.gather(*bots, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(main())

"""A crowd of bots and spectators in one process, which come and go as they like.

Reads its settings as JSON from stdin, and lives until it is killed. Nothing that the server does ends it. Each second
it prints, as JSON, what was seen and how calls failed since the last time.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from random import Random

import grpc
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub
from referee_client.v1.play_service_pb2 import Hello, Leave, PlayRequest

from tests.bench.load import METHOD, answered

SPECTATORS = 10
SECONDS_BETWEEN_REPORTS = 1.0
OPTIONS = [("grpc.use_local_subchannel_pool", 1), ("grpc.max_reconnect_backoff_ms", 1000)]

seen: Counter[str] = Counter()
"""Turns and steps, and calls by the status with which they failed."""


async def bot(address: str, token: str, randomly: Random) -> None:
    """Plays for a while, and goes in one way or another."""
    async with grpc.aio.insecure_channel(address, options=OPTIONS) as channel:
        call: grpc.aio.StreamStreamCall[bytes, bytes] = channel.stream_stream(METHOD)()
        hello = Hello(token=token, software="crowd", protocol_version=1, max_matches=randomly.choice([1, 2, 0]))
        await call.write(PlayRequest(hello=hello).SerializeToString())
        end = asyncio.get_running_loop().time() + randomly.uniform(1, 20)
        while asyncio.get_running_loop().time() < end:
            message = await call.read()
            if not isinstance(message, bytes):
                return
            answer = answered(message, randomly)
            if answer is not None:
                seen["turns"] += 1
                await asyncio.sleep(randomly.choice([0, 0, 0.01, 0.1]))  # it thinks
                await call.write(answer[1])
        if randomly.random() < 0.5:
            await call.write(PlayRequest(leave=Leave()).SerializeToString())
            await call.done_writing()
            await call.read()


async def spectator(address: str, token: str, randomly: Random) -> None:
    """Watches some match, reads of it what it likes, and hangs up."""
    metadata = (("authorization", f"Bearer {token}"),)
    async with grpc.aio.insecure_channel(address, options=OPTIONS) as channel:
        stub = MatchServiceStub(channel)
        page = await stub.ListMatches(wire.ListMatchesRequest(page_size=50), metadata=metadata)
        if page.matches:
            match = randomly.choice(page.matches).match_id
            watching = stub.WatchMatch(wire.WatchMatchRequest(match_id=match, wants_text=True), metadata=metadata)
            for _ in range(randomly.choice([0, 1, 20, 1000])):
                if await watching.read() is grpc.aio.EOF:
                    break
                seen["steps"] += 1
            watching.cancel()


async def again_and_again(life: object, *settings: object, randomly: Random) -> None:
    """Lives one life after the other, however they end."""
    assert callable(life)
    while True:
        try:
            await asyncio.wait_for(life(*settings, randomly), 60)
        except grpc.aio.AioRpcError as error:
            seen[error.code().name] += 1
        except (TimeoutError, asyncio.InvalidStateError) as error:
            seen[type(error).__name__] += 1
        await asyncio.sleep(randomly.uniform(0, 2))  # bots come at any time


async def tell() -> None:
    """Prints what was seen, so that it is known when this process is killed."""
    while True:
        await asyncio.sleep(SECONDS_BETWEEN_REPORTS)
        print(json.dumps(seen), flush=True)
        seen.clear()


async def main() -> None:
    """Lets all of them live."""
    settings = json.loads(sys.stdin.readline())
    address = settings["address"]
    async with asyncio.TaskGroup() as group:
        group.create_task(tell())
        for number, token in enumerate(settings["tokens"]):
            group.create_task(again_and_again(bot, address, token, randomly=Random(f"{settings['seed']} {number}")))
        for number in range(SPECTATORS):
            randomly = Random(f"{settings['seed']} spectator {number}")
            group.create_task(again_and_again(spectator, address, settings["spectator"], randomly=randomly))


if __name__ == "__main__":
    asyncio.run(main())

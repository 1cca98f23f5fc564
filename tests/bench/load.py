"""The load: many bots in one process, each on a stream of its own; answers every Turn with a random option.

Reads its settings as JSON from stdin, and prints latencies when stdin ends. The same code drives the echo, which sends
no Welcome and whose messages mean nothing: there every message is answered at once.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from random import Random

import grpc
from referee_client.v1.play_service_pb2 import Choice, Hello, PlayRequest, PlayResponse

METHOD = "/referee.v1.PlayService/Play"
SAMPLES = 20_000
ECHO = PlayRequest(choice=Choice(match_id="bot-0-0", turn=5, option=1)).SerializeToString()


class Load:
    """All streams of this process."""

    def __init__(self, address: str, tokens: list[str], *, echo: bool) -> None:
        self.address = address
        self.tokens = tokens
        self.echo = echo
        self.latencies: list[float] = []
        self.sent: dict[str, float] = {}

    async def run(self) -> None:
        """Opens the streams, and answers until it is cancelled."""
        async with asyncio.TaskGroup() as group:
            for number, token in enumerate(self.tokens):
                group.create_task(self.stream(number, token))

    async def stream(self, number: int, token: str) -> None:
        """One bot: says hello, then answers whatever asks for an answer."""
        randomly, hello = Random(number), Hello(token=token, software="load", protocol_version=1)
        options = [("grpc.use_local_subchannel_pool", 1)]
        async with grpc.aio.insecure_channel(self.address, options=options) as channel:
            call: grpc.aio.StreamStreamCall[bytes, bytes] = channel.stream_stream(METHOD)()
            await call.write(PlayRequest(hello=hello).SerializeToString())
            while True:
                message = await call.read()
                assert isinstance(message, bytes), "the server ended the stream"
                answer = (str(number), ECHO) if self.echo else answered(message, randomly)
                if answer is not None:
                    self.arrived(answer[0])
                    self.sent[answer[0]] = time.perf_counter()
                    await call.write(answer[1])

    def arrived(self, where: str) -> None:
        """Notes how long after the last answer there the next question came."""
        if where in self.sent and len(self.latencies) < SAMPLES:
            self.latencies.append(time.perf_counter() - self.sent[where])


def answered(message: bytes, randomly: Random) -> tuple[str, bytes] | None:
    """The match and a random choice, if the message is a Turn."""
    response = PlayResponse.FromString(message)
    if not response.HasField("turn"):
        return None
    turn = response.turn
    choice = Choice(match_id=turn.match_id, turn=turn.turn, option=randomly.randrange(turn.option_count))
    return turn.match_id, PlayRequest(choice=choice).SerializeToString()


async def main() -> None:
    """Runs until stdin ends."""
    loop = asyncio.get_running_loop()
    settings = json.loads(await loop.run_in_executor(None, sys.stdin.readline))
    load = Load(settings["address"], settings["tokens"], echo=settings["echo"])
    running = asyncio.create_task(load.run())
    await loop.run_in_executor(None, sys.stdin.readline)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    print(json.dumps({"latencies": load.latencies}), flush=True)


if __name__ == "__main__":
    asyncio.run(main())

"""One attack on a server, in a process of its own: `python -m tests.bench.calm.attacks NAME`.

Reads its settings as JSON from stdin, prints a line when it is ready, attacks from the next line on until the one
after it, and prints how its calls ended. What is refused is tried again, without mercy.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from typing import Any

import grpc
from google.protobuf.duration_pb2 import Duration
from referee_client.v1 import match_pb2
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

MATCHES = 10_000
UNREAD = 400
CHANNELS = 20


class Attacker:
    """What all attacks share: channels, a token, and the count of how calls ended."""

    def __init__(self, channels: list[grpc.aio.Channel], token: str, running: str, over: str, waiting: str) -> None:
        self.stubs: list[Any] = [MatchServiceStub(channel) for channel in channels]
        self.metadata = [("authorization", f"Bearer {token}")]
        self.running, self.over, self.waiting = running, over, waiting
        self.ends: Counter[str] = Counter()

    async def create(self, number: int) -> None:
        """Creates a match between bots that never come; what is refused is asked for again."""
        seats = [match_pb2.Seat(bot=bot) for bot in ("nobody", "none")]
        request = wire.CreateMatchRequest(match_id=f"attack-{number}", game_id="keepers", seats=seats)
        while not await self.ask(self.stubs[0].CreateMatch, request):
            await self.pause()

    async def create_all(self, parallel: int) -> None:
        """Creates ten thousand matches, so many calls at once."""
        numbers = iter(range(MATCHES))

        async def some() -> None:
            for number in numbers:
                await self.create(number)

        await together(*(some() for _ in range(parallel)))

    async def create_for_nobody(self) -> None:
        """Creates thousands of matches that nobody comes to, all between other bots, so that they begin at once."""
        control = match_pb2.TimeControl(startup=Duration(seconds=2))

        async def some(first: int) -> None:
            for number in range(first, MATCHES, 16):
                seats = [match_pb2.Seat(bot=f"{bot} {number}") for bot in ("nobody", "none")]
                request = wire.CreateMatchRequest(game_id="keepers", seats=seats, time_control=control)
                await self.ask(self.stubs[0].CreateMatch, request)

        await together(*map(some, range(16)))

    async def list_on(self, number: int) -> None:
        """Lists matches again and again."""
        while True:
            await self.ask(self.stub(number).ListMatches, wire.ListMatchesRequest(page_size=100))

    async def watch_unread(self, number: int) -> None:
        """Watches the calm pair's match and reads nothing of it."""
        while True:
            request = wire.WatchMatchRequest(match_id=await self.running_match(), wants_text=True)
            call = self.stub(number).WatchMatch(request, metadata=self.metadata)
            self.ends[(await call.code()).name] += 1

    async def watch_to_the_end(self, match: str, number: int) -> None:
        """Watches a match to its end, again and again."""
        while True:
            request = wire.WatchMatchRequest(match_id=match, wants_text=True)
            call = self.stub(number).WatchMatch(request, metadata=self.metadata)
            try:
                async for _step in call:
                    self.ends["steps"] += 1
            except grpc.aio.AioRpcError:
                pass
            self.ends[(await call.code()).name] += 1

    async def watch_and_hang_up(self, number: int) -> None:
        """Watches a match, and is gone while it is let in."""
        while True:
            match = self.waiting if number % 2 else await self.running_match()
            call = self.stub(number).WatchMatch(wire.WatchMatchRequest(match_id=match), metadata=self.metadata)
            await asyncio.sleep(number % 10 / 1000)  # so that each is at another point of its way in
            call.cancel()
            self.ends["hung up"] += 1

    async def running_match(self) -> str:
        """The match that the calm pair plays: it plays them in order."""
        prefix, _, number = self.running.rpartition("-")
        for at in count(int(number)):
            match = f"{prefix}-{at}"
            try:
                found = await self.stubs[0].GetMatch(wire.GetMatchRequest(match_id=match), metadata=self.metadata)
            except grpc.aio.AioRpcError:
                await self.pause()
                break
            if found.match.state in {match_pb2.Match.STATE_WAITING, match_pb2.Match.STATE_RUNNING}:
                self.running = match
                break
        return self.running

    async def ask(self, method: Callable[..., Awaitable[object]], request: object) -> bool:
        """Makes a call and counts how it ended."""
        try:
            await method(request, metadata=self.metadata)
        except grpc.aio.AioRpcError as error:
            self.ends[error.code().name] += 1
            return False
        self.ends["OK"] += 1
        return True

    async def pause(self) -> None:
        """What an attacker may wait before it tries again."""
        await asyncio.sleep(0.05)

    def stub(self, number: int) -> Any:
        """One of the connections."""
        return self.stubs[number % len(self.stubs)]


async def together(*work: Awaitable[object]) -> None:
    """Does all of it at once."""
    await asyncio.gather(*work)


async def nothing(_attacker: Attacker) -> None:
    """Needs nothing to be ready."""


Prepare = Callable[[Attacker], Awaitable[None]]
Attack = Callable[[Attacker], Awaitable[None]]

ATTACKS: dict[str, tuple[str, Prepare, Attack]] = {
    "create": ("10,000 CreateMatch at once", nothing, lambda a: a.create_all(MATCHES)),
    "nobody": ("10,000 matches that nobody comes to", nothing, Attacker.create_for_nobody),
    "list": (
        "50 ListMatches in flight, 10,000 matches",
        lambda a: a.create_all(16),
        lambda a: together(*map(a.list_on, range(50))),
    ),
    "unread": ("400 spectators that do not read", nothing, lambda a: together(*map(a.watch_unread, range(UNREAD)))),
    "over": (
        "20 spectators of finished matches",
        nothing,
        lambda a: together(*(a.watch_to_the_end(a.over, number) for number in range(20))),
    ),
    "waiting": (
        "50 spectators of a waiting match",
        nothing,
        lambda a: together(*(a.watch_to_the_end(a.waiting, number) for number in range(50))),
    ),
    "hang-up": (
        "100 spectators that hang up at once",
        nothing,
        lambda a: together(*map(a.watch_and_hang_up, range(100))),
    ),
}


@asynccontextmanager
async def channels_to(address: str) -> AsyncIterator[list[grpc.aio.Channel]]:
    """Some connections."""
    async with AsyncExitStack() as stack:
        options = [("grpc.use_local_subchannel_pool", 1)]
        yield [
            await stack.enter_async_context(grpc.aio.insecure_channel(address, options=options))
            for _ in range(CHANNELS)
        ]


async def main(name: str) -> None:
    """Prepares, waits, attacks, tells."""
    _title, prepare, attack = ATTACKS[name]
    loop = asyncio.get_running_loop()
    settings = json.loads(await loop.run_in_executor(None, sys.stdin.readline))
    async with channels_to(settings.pop("address")) as channels:
        attacker = Attacker(channels, **settings)
        await prepare(attacker)
        print(json.dumps(attacker.ends), flush=True)
        await loop.run_in_executor(None, sys.stdin.readline)
        attacker.ends.clear()
        attacking = asyncio.ensure_future(attack(attacker))
        await loop.run_in_executor(None, sys.stdin.readline)
        attacking.cancel()
        ended = await asyncio.gather(attacking, return_exceptions=True)
        if isinstance(ended[0], Exception):
            raise ended[0]
        print(json.dumps(attacker.ends), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))

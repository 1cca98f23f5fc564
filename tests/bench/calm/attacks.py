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
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import count
from operator import methodcaller
from typing import Any

import grpc
from google.protobuf.duration_pb2 import Duration
from referee_client.v1 import match_pb2
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

from referee.server.open_files import allow_many_files
from tests.bench.calm.floods import FLOODS, flood

MATCHES = 10_000
UNREAD = 400
CHANNELS = 20
TOKENS = 5
"""With one alone an attacker gets no further than the limit of one caller. The first looks what the pair plays."""
LITTLE_AT_ONCE = [("grpc.http2.lookahead_bytes", 1024), ("grpc.http2.bdp_probe", 0)]
"""What is not read stays with the server: else whole matches would fit into what the client takes without reading."""

Metadata = tuple[tuple[str, str], ...]
NOBODY: Metadata = ()


class Attacker:
    """What all attacks share: channels, tokens, and the count of how calls ended."""

    def __init__(
        self,
        address: str,
        channels: list[grpc.aio.Channel],
        tokens: list[str],
        running: str,
        over: str,
        waiting: str,
    ) -> None:
        self.address = address
        self.stubs: list[Any] = [MatchServiceStub(channel) for channel in channels]
        self.lookout, *self.callers = ((("authorization", f"Bearer {token}"),) for token in tokens)
        self.running, self.over, self.waiting = running, over, waiting
        self.ends: Counter[str] = Counter()

    async def create(self, number: int) -> None:
        """Creates a match between bots that never come; what is refused is asked for again."""
        seats = [match_pb2.Seat(bot=bot) for bot in ("nobody", "none")]
        request = wire.CreateMatchRequest(match_id=f"attack-{number}", game_id="keepers", seats=seats)
        while not await self.ask(self.stubs[0].CreateMatch, request):
            await self.pause()

    async def create_all(self, parallel: int, matches: int = MATCHES) -> None:
        """Creates thousands of matches, so many calls at once."""
        numbers = iter(range(matches))

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
        """Lists matches again and again, without a token."""
        while True:
            await self.ask(self.stub(number).ListMatches, wire.ListMatchesRequest(page_size=100), NOBODY)

    async def watch_unread(self, number: int) -> None:
        """Watches the calm pair's match and reads its first step, to know that it was let in, and nothing more."""
        while True:
            request = wire.WatchMatchRequest(match_id=self.running, wants_text=True)
            call = self.stub(number).WatchMatch(request, metadata=self.caller(number))
            with suppress(grpc.aio.AioRpcError):
                await call.read()
                self.ends["let in"] += 1
            self.ends[(await call.code()).name] += 1

    async def watch_to_the_end(self, match: str, number: int) -> None:
        """Watches a match to its end, again and again."""
        while True:
            request = wire.WatchMatchRequest(match_id=match, wants_text=True)
            call = self.stub(number).WatchMatch(request, metadata=self.caller(number))
            with suppress(grpc.aio.AioRpcError):
                async for _step in call:
                    self.ends["steps"] += 1
            self.ends[(await call.code()).name] += 1

    async def watch_and_hang_up(self, number: int) -> None:
        """Watches a match, now gone while it is let in."""
        while True:
            request = wire.WatchMatchRequest(match_id=self.waiting if number % 2 else self.running)
            call = self.stub(number).WatchMatch(request, metadata=self.caller(number))
            await asyncio.sleep(number % 10 / 1000)  # so that each is at another point of its way in
            call.cancel()
            self.ends["hung up"] += 1

    async def beside_running(self, *work: Awaitable[object]) -> None:
        """Makes the whole attack while a spectator watches which match the calm pair plays."""
        await self.find_running()
        await together(self.look_out(), *work)

    async def look_out(self) -> None:
        """Finds it again and again."""
        while True:
            await self.pause()
            await self.find_running()

    async def find_running(self) -> None:
        """Finds the match that the calm pair plays: it plays them in order."""
        prefix, _, number = self.running.rpartition("-")
        for at in count(int(number)):
            request = wire.GetMatchRequest(match_id=f"{prefix}-{at}")
            found = await self.stubs[0].GetMatch(request, metadata=self.lookout)
            if found.match.state in {match_pb2.Match.STATE_WAITING, match_pb2.Match.STATE_RUNNING}:
                self.running = request.match_id
                break

    async def flood(self, *names: str) -> None:
        """Sends frames that no client sends, without a token."""
        await together(*(flood(name, self.address, self.ends) for name in names))

    async def ask(
        self, method: Callable[..., Awaitable[object]], request: object, caller: Metadata | None = None
    ) -> bool:
        """Makes a call and counts how it ended."""
        try:
            await method(request, metadata=self.caller(0) if caller is None else caller)
        except grpc.aio.AioRpcError as error:
            self.ends[error.code().name] += 1
            return False
        self.ends["OK"] += 1
        return True

    async def pause(self) -> None:
        """What an attacker may wait before it tries again."""
        await asyncio.sleep(0.05)

    def caller(self, number: int) -> Metadata:
        """Who calls: one of the tokens. Spectators that share a connection have all of them."""
        return self.callers[number // len(self.stubs) % len(self.callers)]

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
        "50 anonymous ListMatches in flight, 10,000 matches",
        lambda a: a.create_all(16),
        lambda a: together(*map(a.list_on, range(50))),
    ),
    "unread": (
        "400 spectators that do not read",
        nothing,
        lambda a: a.beside_running(*map(a.watch_unread, range(UNREAD))),
    ),
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
        lambda a: a.beside_running(*map(a.watch_and_hang_up, range(100))),
    ),
}


OVER_TCP = [*FLOODS, "all-floods"]
"""Those that come over TCP: only programs on this machine reach a unix socket."""

ATTACKS |= {name: (title, nothing, methodcaller("flood", name)) for name, (title, _, _) in FLOODS.items()}
ATTACKS["all-floods"] = ("all of these floods at once", nothing, lambda a: a.flood(*FLOODS))


@asynccontextmanager
async def channels_to(address: str, *more: tuple[str, int]) -> AsyncIterator[list[grpc.aio.Channel]]:
    """Some connections."""
    async with AsyncExitStack() as stack:
        options = [("grpc.use_local_subchannel_pool", 1), *more]
        yield [
            await stack.enter_async_context(grpc.aio.insecure_channel(address, options=options))
            for _ in range(CHANNELS)
        ]


async def main(name: str) -> None:
    """Prepares, waits, attacks, tells."""
    _title, prepare, attack = ATTACKS[name]
    loop = asyncio.get_running_loop()
    settings = json.loads(await loop.run_in_executor(None, sys.stdin.readline))
    more = LITTLE_AT_ONCE if name == "unread" else ()
    allow_many_files()
    async with channels_to(settings["address"], *more) as channels:
        attacker = Attacker(channels=channels, **settings)
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

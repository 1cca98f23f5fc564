"""A pair of bots plays on beside everything that others ask for at once; `make bench` measures how fast."""

from __future__ import annotations

import asyncio
import json
import time
from bisect import bisect
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.bench.calm.attacks import LITTLE_AT_ONCE, TOKENS, Attacker, Metadata, channels_to, together
from tests.bench.wire import read, say, started
from tests.end_to_end.serving import Server

MATCHES = 40
CREATED = 500
LISTING = 50
WATCHING = 100
MOST_BETWEEN_TURNS = 250
"""Answers to others between one Turn and the next. Most often these are fewer than 30; but this process and the pair's
may be held up for a while, and then what was answered meanwhile comes at once. Of some 1,000 it is a small part."""


class Noting(Attacker):
    """Notes when its calls were answered, or refused."""

    answered: list[float]

    async def ask(
        self, method: Callable[..., Awaitable[object]], request: object, caller: Metadata | None = None
    ) -> bool:
        good = await super().ask(method, request, caller)
        self.answered.append(time.monotonic())
        return good


async def _attack(address: str, tokens: list[str]) -> Noting:
    """Everything at once, until all matches are created."""
    async with channels_to(address, *LITTLE_AT_ONCE) as channels:
        attacker = Noting(address, channels, tokens, running="calm-0", over="", waiting="")
        attacker.answered = []
        await attacker.find_running()
        others = [*map(attacker.list_on, range(LISTING)), *map(attacker.watch_unread, range(WATCHING))]
        beside = asyncio.ensure_future(together(*others))
        await attacker.create_all(CREATED, CREATED)
        beside.cancel()
        await asyncio.gather(beside, return_exceptions=True)
    return attacker


def test_a_pair_plays_on_beside_creators_listers_and_spectators_that_do_not_read(tmp_path: Path) -> None:
    server = Server(tmp_path)
    tokens = [server.token(f"attacker {number}", "--organiser") for number in range(TOKENS)]
    with server.running("--public"), started("tests.bench.calm.pair") as pair:
        say(pair, json.dumps({"address": server.address, "tokens": [server.token(bot) for bot in "ab"]}))
        for number in range(MATCHES):
            server.create(f"calm-{number}", "ab")
        attacker = asyncio.run(_attack(server.address, tokens))
        say(pair, "")
        turns = read(pair)["arrivals"]
    assert attacker.ends["OK"] > CREATED
    assert attacker.ends["let in"] > 0
    assert not {"INTERNAL", "UNKNOWN"} & attacker.ends.keys(), attacker.ends
    assert "Traceback" not in server.log.read_text()
    assert _most_between(attacker.answered, turns) < MOST_BETWEEN_TURNS


def _most_between(answers: list[float], turns: list[float]) -> int:
    """The most answers that came without any Turn between them."""
    return max(Counter(bisect(turns, at) for at in answers).values())

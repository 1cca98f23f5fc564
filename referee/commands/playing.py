"""Plays a list of matches between local bots: in their own processes over gRPC, or all in this process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import trio
from referee_client.bots import BOTS
from referee_client.session import Session

from referee.errors import BotFailed
from referee.kernel.job import MatchJob
from referee.kernel.record import Record
from referee.people.person import Person
from referee.people.seat import PersonSeat, open_seat
from referee.server.app import Referee, open_referee
from referee.server.bots.private_socket import private_socket
from referee.server.bots.processes import SHOWS_MORE, BotHost, BotProcess, BotProgram, open_bot
from referee.server.bots.sandbox import BotLimits, Sandbox
from referee.server.config import Config
from referee.server.match.inprocess import InProcessSeat
from referee.server.match.task import play_match
from referee.terminal.interrupting import interruptible

OnRecord = Callable[[Record], None]


async def play_in_this_process(jobs: Sequence[MatchJob], builtins: Mapping[str, str], on_record: OnRecord) -> None:
    """Plays matches between sample bots; `builtins` gives for each bot's name the sample bot that it is."""
    async with interruptible():
        for job in jobs:
            bots = [(name, BOTS[builtins[name]]) for name in job.bots]
            sessions = [Session(bot, name=name, wants_events=False, wants_cards=True) for name, bot in bots]
            on_record(await play_match(job, [InProcessSeat(session) for session in sessions], lambda _: None))


async def play_with_processes(
    jobs: Sequence[MatchJob],
    programs: Sequence[BotProgram],
    on_record: OnRecord,
    *,
    sandbox: Sandbox | None,
    limits: BotLimits,
    hidden: Sequence[Path] = (),
    fresh: bool = False,
    tcp: bool = False,
    people: Mapping[str, Person] | None = None,
) -> list[BotProcess]:
    """Plays matches one after the other; each bot runs from the first to the last, or is started `fresh` for each.

    The `people` play at this terminal, by the names of their seats.

    Returns the bots, which have ended.

    Raises:
        BotFailed: a bot crashed too often, or ended while it was needed.
    """
    async with (
        interruptible(),
        open_referee_for_local_bots(tcp=tcp) as (referee, address),
        _seats_of(people or {}) as local,
    ):
        host = BotHost(address, sandbox, limits, hidden=tuple(hidden))
        ended: list[BotProcess] = []
        for together in [[job] for job in jobs] if fresh else [jobs]:
            async with open_bots(programs, host, referee) as bots:
                for job in together:
                    for bot in bots:
                        bot.begin_match()
                    on_record(await referee.play(job, local))
            ended += bots
    return ended


@asynccontextmanager
async def open_bots(programs: Sequence[BotProgram], host: BotHost, referee: Referee) -> AsyncIterator[list[BotProcess]]:
    """Runs bots for the length of the block; when one of them fails, the block ends with `BotFailed`."""
    async with trio.open_nursery() as nursery, AsyncExitStack() as stack:
        bots = []
        for program in programs:
            token = referee.issue_token(program.name)
            stack.callback(referee.lobby.forget_bot, program.name)
            bot = await stack.enter_async_context(open_bot(program, host, token))
            stack.enter_context(referee.sharing(program.name, program.name, bot))
            bots.append(bot)
        for bot in bots:
            nursery.start_soon(_raise_when_over, bot, referee)
        yield bots
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def _seats_of(people: Mapping[str, Person]) -> AsyncIterator[dict[str, PersonSeat]]:
    """Lets people play for the length of the block."""
    async with AsyncExitStack() as stack:
        yield {name: await stack.enter_async_context(open_seat(person)) for name, person in people.items()}


@asynccontextmanager
async def open_referee_for_local_bots(*, tcp: bool) -> AsyncIterator[tuple[Referee, str]]:
    """A referee with a unix socket that only our own bots can reach, or with a port of this machine."""
    if tcp:
        async with open_referee(Config(address="127.0.0.1:0", bots_alone=True)) as referee:
            yield referee, referee.address
        return
    with private_socket() as socket:
        async with open_referee(Config(address=socket.address, bots_alone=True)) as referee:
            socket.admit_bots()
            yield referee, socket.address


async def _raise_when_over(bot: BotProcess, referee: Referee) -> None:
    await bot.over.wait()
    why = bot.failure or f"bot {bot.program.name!r} ended before its matches were over"
    came = bool(referee.lobby.bot(bot.program.name).resume_token)
    raise BotFailed(why if came or not bot.sight else f"{why}\n{bot.sight}. {SHOWS_MORE}")

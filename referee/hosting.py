"""Runs a program that contains a referee: trio runs as a guest inside an asyncio loop, on which gRPC serves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar, TypeVarTuple

import trio
from outcome import Outcome

from referee.server.loops import new_event_loop

Args = TypeVarTuple("Args")
Returned = TypeVar("Returned")


def run(main: Callable[[*Args], Awaitable[Returned]], *args: *Args, clock: trio.abc.Clock | None = None) -> Returned:
    """Run `main` as `trio.run` does, in a thread in which a referee can be opened."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        # It does not use `runner.run`, because trio handles Ctrl-C.
        return runner.get_loop().run_until_complete(_host(main, args, clock)).unwrap()


async def _host(
    main: Callable[[*Args], Awaitable[Returned]], args: tuple[*Args], clock: trio.abc.Clock | None
) -> Outcome[Returned]:
    loop = asyncio.get_running_loop()
    over: asyncio.Future[Outcome[Returned]] = loop.create_future()
    trio.lowlevel.start_guest_run(
        main,
        *args,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        run_sync_soon_not_threadsafe=loop.call_soon,
        done_callback=over.set_result,
        host_uses_signal_set_wakeup_fd=True,  # the loop does
        restrict_keyboard_interrupt_to_checkpoints=True,  # in a callback of the loop it would get lost
        clock=clock,
    )
    return await over

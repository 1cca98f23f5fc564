"""A worker process: `python -m tournament.engines.worker`.

The runner starts this process, which communicates only with the runner.
"""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from functools import partial

import msgspec
import trio
from msgspec import Struct
from trio.lowlevel import FdStream

from referee.errors import RefereeError, UsageError
from referee.kernel.job import MatchJob
from tournament.engines.engine import Setting, SingleEngine
from tournament.engines.messages import WITHOUT_REFEREE, Broken, Done, ProcessEnded, lines_of
from tournament.engines.opening import open_single_engine
from tournament.storage.rows import ProcessRow
from tournament.storage.summary import finished

SECONDS_TO_NOTICE = 1.0
"""How long a worker may take to notice that its runner was just killed."""


class WorkerOutput:
    """Sends lines to the runner, one after the other."""

    def __init__(self, stream: trio.abc.SendStream) -> None:
        self._stream = stream
        self._lock = trio.Lock()
        self._ended: list[ProcessRow] = []

    def note_process(self, row: ProcessRow) -> None:
        """Remember a process that has ended, until the next lines are sent."""
        self._ended.append(row)

    async def say(self, *lines: Struct) -> None:
        """Send the processes that have ended, and these lines."""
        ended, self._ended = self._ended, []
        said = [*(ProcessEnded(process=row) for row in ended), *lines]
        async with self._lock:
            # A runner that was killed receives nothing more; this worker ends when its input ends.
            with suppress(trio.BrokenResourceError):
                await self._stream.send_all(b"".join(msgspec.json.encode(line) + b"\n" for line in said))


Serve = Callable[[trio.abc.ReceiveStream, WorkerOutput], Awaitable[None]]
"""Handles the requests of the runner in this process."""


async def serve(requests: trio.abc.ReceiveStream, output: WorkerOutput) -> None:
    """Play what the runner asks for, until its requests end."""
    lines = lines_of(requests)
    said = await anext(lines, None)
    if said is None:  # the runner was killed immediately
        return
    await play_jobs(msgspec.json.decode(said, type=Setting), lines, output)


async def play_jobs(setting: Setting, lines: AsyncIterator[bytes], output: WorkerOutput) -> None:
    """Open an engine and play the jobs that arrive, one per line, until there are no more."""
    async with AsyncExitStack() as stack:
        try:
            engine = await stack.enter_async_context(open_single_engine(setting, output.note_process))
        except (UsageError, OSError) as error:
            # If a runner was killed, the next process that needs a folder removes its folders.
            if await _has_ended(lines):
                return
            sys.exit(f"a worker process cannot start: {error}")
        async with trio.open_nursery() as nursery:
            async for line in lines:
                job = msgspec.json.decode(line, type=MatchJob)
                nursery.start_soon(partial(_play, engine, job, output, with_times=setting.with_times))
            nursery.cancel_scope.cancel()
    await output.say()


async def _has_ended(lines: AsyncIterator[bytes]) -> bool:
    """Whether the runner's requests have ended."""
    with trio.move_on_after(SECONDS_TO_NOTICE):
        async for _ in lines:
            pass
        return True
    return False


async def _play(engine: SingleEngine, job: MatchJob, output: WorkerOutput, *, with_times: bool) -> None:
    try:
        record = await engine.submit(job)
    except RefereeError as error:
        await output.say(Broken(match_id=job.match_id, why=str(error)))
    else:
        await output.say(Done(match=finished(record, with_times=with_times)))


async def _serve_on_stdin(serve: Serve) -> None:
    # Other output to stdout must not be mixed with the lines for the runner.
    output = FdStream(os.dup(sys.stdout.fileno()))
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    async with FdStream(os.dup(sys.stdin.fileno())) as requests, output:
        await serve(requests, WorkerOutput(output))


def run_process(serve: Serve, arguments: list[str]) -> None:
    """Serve the lines on stdin. Without a referee this needs no asyncio loop, which would take 5 % of the time."""
    if arguments == [WITHOUT_REFEREE]:
        trio.run(_serve_on_stdin, serve)
    else:
        from referee import hosting  # noqa: PLC0415 - asyncio takes long to load, and not all need it

        hosting.run(_serve_on_stdin, serve)


def main(arguments: list[str]) -> None:
    """Run the worker."""
    run_process(serve, arguments)


if __name__ == "__main__":
    main(sys.argv[1:])

"""A worker process: `python -m tournament.engines.worker`. It is started by a runner and talks with it alone."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress

import msgspec
import trio
from trio.lowlevel import FdStream

from referee.errors import RefereeError, UsageError
from referee.kernel.job import MatchJob
from tournament.engines.engine import Setting, SingleEngine
from tournament.engines.messages import WITHOUT_REFEREE, Broken, Done, FromWorker, ProcessEnded, lines_of
from tournament.engines.opening import open_single_engine
from tournament.storage.rows import ProcessRow
from tournament.storage.summary import finished

SECONDS_TO_NOTICE = 1.0
"""For the end of a runner that was killed just now to reach its worker."""


class Mouth:
    """Says lines to the runner, one after the other."""

    def __init__(self, stream: trio.abc.SendStream) -> None:
        self._stream = stream
        self._lock = trio.Lock()
        self._ended: list[ProcessRow] = []

    def note_process(self, row: ProcessRow) -> None:
        """Keeps a process that has ended, until something is said."""
        self._ended.append(row)

    async def say(self, *lines: FromWorker) -> None:
        """Says the processes that have ended, and these lines."""
        ended, self._ended = self._ended, []
        said = [*(ProcessEnded(process=row) for row in ended), *lines]
        async with self._lock:
            # A runner that was killed hears nothing any more; the end of what it says ends us.
            with suppress(trio.BrokenResourceError):
                await self._stream.send_all(b"".join(msgspec.json.encode(line) + b"\n" for line in said))


async def serve(ears: trio.abc.ReceiveStream, mouth: Mouth) -> None:
    """Plays what the runner asks for, until it has nothing more to say."""
    lines = lines_of(ears)
    said = await anext(lines, None)
    if said is None:  # the runner was killed at once
        return
    setting = msgspec.json.decode(said, type=Setting)
    async with AsyncExitStack() as stack:
        try:
            engine = await stack.enter_async_context(open_single_engine(setting, mouth.note_process))
        except (UsageError, OSError) as error:
            # The folders of a runner that was killed are removed by whoever comes next.
            if await _has_ended(lines):
                return
            sys.exit(f"a worker process can not begin: {error}")
        async with trio.open_nursery() as nursery:
            async for line in lines:
                nursery.start_soon(_play, engine, msgspec.json.decode(line, type=MatchJob), mouth)
            nursery.cancel_scope.cancel()
    await mouth.say()


async def _has_ended(lines: AsyncIterator[bytes]) -> bool:
    """Whether the runner says nothing any more."""
    with trio.move_on_after(SECONDS_TO_NOTICE):
        async for _ in lines:
            pass
        return True
    return False


async def _play(engine: SingleEngine, job: MatchJob, mouth: Mouth) -> None:
    try:
        record = await engine.submit(job)
    except RefereeError as error:
        await mouth.say(Broken(match_id=job.match_id, why=str(error)))
    else:
        await mouth.say(Done(match=finished(record)))


async def _main() -> None:
    # Whatever else writes to stdout must not get between our lines.
    mouth = FdStream(os.dup(sys.stdout.fileno()))
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    async with FdStream(os.dup(sys.stdin.fileno())) as ears, mouth:
        await serve(ears, Mouth(mouth))


def main(arguments: list[str]) -> None:
    """Runs the worker. Without a referee it needs no loop of asyncio, which would cost a twentieth of the play."""
    if arguments == [WITHOUT_REFEREE]:
        trio.run(_main)
    else:
        from referee.server import hosting  # noqa: PLC0415 - asyncio takes long to load, and not all need it

        hosting.run(_main)


if __name__ == "__main__":
    main(sys.argv[1:])

"""A player: `python -m tournament.cluster.player`. A dask worker starts it, and it ends when that worker does.

It begins with an `Opening` and says whether it can play; then it plays as the worker processes of one machine do.
"""

from __future__ import annotations

import os
import sys

import msgspec
import trio

from referee.errors import RefereeError
from referee.files import passing_folder
from referee.kernel.game import find_game
from referee.version import referee_version
from tournament.cluster.messages import Opened, Opening
from tournament.engines.messages import lines_of
from tournament.engines.plan_bots import forgetful_bots, sandboxes_of
from tournament.engines.starting import failed_starts
from tournament.engines.worker import WorkerOutput, play_jobs, run_process
from tournament.plan.plan import FromEnvironment, Plan
from tournament.storage.rows import failure_text

SHOWN_LINES = 10
"""How many of the last output lines are shown of a bot that does not start."""


async def serve(requests: trio.abc.ReceiveStream, output: WorkerOutput) -> None:
    """Report whether the bots can play here, and play until there are no more requests."""
    lines = lines_of(requests)
    said = await anext(lines, None)
    if said is None:  # the dask worker was killed immediately
        return
    opening = msgspec.json.decode(said, type=Opening)
    opened = await _opened(opening)
    await output.say(opened)
    if not opened.refused:
        await play_jobs(opening.setting, lines, output)


async def _opened(opening: Opening) -> Opened:
    setting = opening.setting
    try:
        os.chdir(opening.folder)
        if missing := _missing_variables(setting.plan):
            return Opened(refused=f"these variables of the bots are not set there: {', '.join(missing)}")
        failed = await failed_starts(setting) if opening.check else []
        if failed:
            return Opened(
                refused="\n".join(["not all bots start", *(failure_text(row, SHOWN_LINES) for row in failed)])
            )
        return Opened(
            version=referee_version(),
            rules=find_game(setting.plan.tournament.game).rules_version,
            forgetful=sorted(forgetful_bots(setting.plan)),
            bare=[name for name, sandbox in sandboxes_of(setting.plan).items() if sandbox is None],
        )
    except (RefereeError, OSError) as error:
        return Opened(refused=str(error))


def _missing_variables(plan: Plan) -> list[str]:
    variables = {
        value.variable for bot in plan.bots for value in bot.env.values() if isinstance(value, FromEnvironment)
    }
    return sorted(variables - os.environ.keys())


def main(arguments: list[str]) -> None:
    """Run the player. Then remove the files of the bots, if the dask worker that unpacked them was killed."""
    run_process(serve, arguments)
    with passing_folder():
        pass


if __name__ == "__main__":
    main(sys.argv[1:])

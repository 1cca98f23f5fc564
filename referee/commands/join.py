"""`referee join`: a person takes a seat at a remote referee."""

from __future__ import annotations

import sys

import click
import trio
from referee_client.settings import Settings

from referee.commands.caller_options import caller_options, read_address
from referee.commands.people import check_terminal, person_here
from referee.errors import UsageError
from referee.people.far import FarTable
from referee.terminal.exits import Exit
from referee.terminal.interrupting import interruptible
from referee.terminal.printing import say


@click.command
@click.argument("address", envvar="REFEREE_ADDRESS", callback=read_address)
@caller_options
def join(settings: Settings) -> None:
    """Play a seat yourself at the referee at ADDRESS (host:port or unix:/path).

    Use a bot's token, made with `referee token`. You play the matches that are created for that bot's name, one after
    the other, under the time limits of each match. Ctrl-C leaves. If you leave during a match, your clock keeps
    running, and the same command brings you back to the match.
    """
    check_terminal("referee join")
    if not settings.token:
        raise UsageError("a token is missing: set REFEREE_TOKEN, or use --token-file or --token")
    person = person_here(timed=True, between="Waiting for the next match. Press Ctrl-C to leave.")
    table = FarTable(settings, person, say)
    try:
        trio.run(_play, table)
    except KeyboardInterrupt:
        if not table.playing:
            sys.exit(Exit.DONE)
        say("\nYou have left without resigning: your clock keeps running, and the same command brings you back.")
        sys.exit(Exit.INTERRUPTED)


async def _play(table: FarTable) -> None:
    async with interruptible():
        await table.play()

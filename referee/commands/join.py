"""`referee join`: a person plays a seat at a referee elsewhere."""

from __future__ import annotations

import sys

import click
import trio
from referee_client.settings import Settings
from referee_client.v1 import play_service_pb2 as wire

from referee.commands.options import caller_options, read_address
from referee.commands.people import check_terminal, person_here
from referee.errors import UsageError
from referee.kernel.cards import CardData
from referee.kernel.game import find_game
from referee.people.far import FarTable
from referee.terminal.exits import Exit
from referee.terminal.interrupting import interruptible
from referee.terminal.printing import say


@click.command
@click.argument("address", envvar="REFEREE_ADDRESS", callback=read_address)
@caller_options
def join(settings: Settings) -> None:
    """Play a seat yourself, at the referee at ADDRESS: host:port, or unix:/path.

    Your token is a bot's, made with `referee token`. You play the matches that are created for its name, one after the
    other, by the clock of each match. Ctrl-C leaves; in the middle of a match your clock runs on, and the same command
    brings you back to it.
    """
    check_terminal("referee join")
    if not settings.token:
        raise UsageError("you need a token: set REFEREE_TOKEN, or give --token-file or --token")
    person = person_here(_cards_of, timed=True, between="Waiting for the next match; Ctrl-C leaves.")
    table = FarTable(settings, person, say)
    try:
        trio.run(_play, table)
    except KeyboardInterrupt:
        if not table.playing:
            sys.exit(Exit.DONE)
        say("\nYou have left without resigning: your clock runs on, and the same command brings you back.")
        sys.exit(Exit.INTERRUPTED)


async def _play(table: FarTable) -> None:
    async with interruptible():
        await table.play()


def _cards_of(started: wire.MatchStarted) -> CardData:
    """The cards of a match, if they are those that come with a game that is installed here; else none."""
    try:
        game = find_game(started.game_id)
    except UsageError:
        return {}
    return game.card_data if game.card_set_digest == started.card_set_digest else {}

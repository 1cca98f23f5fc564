"""`tournament key`: let the owner of a bot see what the bot saw."""

from __future__ import annotations

from pathlib import Path

import click

from referee.terminal.printing import say
from tournament.commands.arguments import database_argument
from tournament.storage.keys import issue_key, revoke_key


@click.command
@database_argument
@click.argument("bot")
@click.option("--revoke", is_flag=True, help="Make the key of BOT invalid, and print no new one.")
def key(database: Path, bot: str, revoke: bool) -> None:
    """Print a new key for BOT in the tournament in DATABASE, and revoke its previous key.

    With the key, the pages of `tournament web DATABASE` show the bot's own matches as its seat saw them, its answer
    times, its strikes and the output of its processes. About other bots, they show only what everyone may see. A match
    appears once all rotations of its deal have been played.

    Give the key to the owner of the bot: it opens the pages at /key, or directly as http://HOST:PORT/key#KEY. All
    versions of a bot have the same key. Only a hash of it is stored. The tournament may be running.
    """
    if revoke:
        revoke_key(database, bot)
        say(f"the key of {bot} is revoked")
        return
    say(issue_key(database, bot))
    say(f"to use it, open the pages of `tournament web {database}` at /key#(this key)", err=True)

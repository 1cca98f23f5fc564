"""`tournament demo`: sample bots on every game, from plan to report."""

from __future__ import annotations

import sys
from pathlib import Path

import click

import referee
from referee.terminal.exits import Exit
from referee.terminal.printing import say
from tournament.commands.arguments import output_option
from tournament.commands.demonstration import play_demo
from tournament.commands.display import open_display
from tournament.run.runner import Outcome


@click.command
@output_option
def demo(folder: Path) -> None:
    """Play a small tournament of sample bots on every game, and leave plan, database and report in DIR.

    What is there already is not played again.
    """
    for game in referee.games().values():
        with open_display(as_json=False) as tell:
            outcome = play_demo(game, folder, tell, say)
        if outcome is not Outcome.COMPLETE:
            sys.exit(Exit.INTERRUPTED)

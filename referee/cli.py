"""The command `referee`."""

from __future__ import annotations

import click

from referee.commands.bot import bot
from referee.commands.game import game
from referee.commands.games import games
from referee.commands.join import join
from referee.commands.match import match
from referee.commands.play import play
from referee.commands.protos import protos
from referee.commands.record import record
from referee.commands.serve import serve
from referee.commands.show import show
from referee.commands.token import token
from referee.commands.verify import verify
from referee.commands.web import web
from referee.terminal.exits import Commands


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="referee")
def main() -> None:
    """An arbiter for bot tournaments of hidden-information tabletop games.

    Exit codes: 0 done, 1 something is wrong with what was asked for or checked, 3 interrupted, 4 a defect of ours.
    """


for command in (bot, game, games, join, match, play, protos, record, serve, show, token, verify, web):
    main.add_command(command)

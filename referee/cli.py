"""The command `referee`."""

from __future__ import annotations

import click

from referee.terminal.exits import Commands
from referee.terminal.late_commands import LateCommand

COMMANDS = {
    "bot": "Help for the authors of bots.",
    "game": "Help for the authors of games.",
    "games": "List the games, or tell what can be set for GAME.",
    "join": "Play a seat yourself, at the referee at ADDRESS: host:port, or unix:/path.",
    "match": "Create, list, show, watch and cancel matches at a referee that runs (`referee serve`).",
    "play": "Play GAME between bots and print what they achieved.",
    "protos": "Write the .proto files of this version into FOLDER: the protocol's, and those of all installed games.",
    "record": "Fetch the record of the match ID, which is over, from a referee that runs.",
    "serve": "Serve until SIGTERM or Ctrl-C: matches are created over gRPC, and bots connect by themselves.",
    "show": "Tell a RECORD step by step: who was asked, what the seat saw, what it chose, and why.",
    "token": "Make a token for the bot, spectator or organiser NAME and print it, this once.",
    "verify": "Run records again and compare every step with the rules.",
    "web": "Serve pages for browsers until Ctrl-C, and print the address to open.",
}


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="referee")
def main() -> None:
    """An arbiter for bot tournaments of hidden-information tabletop games.

    Exit codes: 0 done, 1 something is wrong with what was asked for or checked, 3 interrupted, 4 a defect of ours.
    """


for name, line in COMMANDS.items():
    main.add_command(LateCommand(name, "referee.commands", line))

"""The command `referee`."""

from __future__ import annotations

import click

from referee.terminal.exits import Commands
from referee.terminal.first_steps import first_steps
from referee.terminal.late_commands import LateCommand
from referee.terminal.printing import say

COMMANDS = {
    "bot": "Commands for authors of bots.",
    "doctor": "Check what this machine has and what is missing, and say why it matters and how to install it.",
    "game": "Commands for authors of games.",
    "games": "List the games, or show the options of GAME.",
    "join": "Play a seat yourself at the referee at ADDRESS (host:port or unix:/path).",
    "manual": "Show the page of the manual about TOPIC, or list all topics.",
    "match": "Create, list, show, watch and cancel matches at a running referee (`referee serve`).",
    "play": "Play GAME between bots and print the results.",
    "protos": "Write the .proto files of the protocol and of all installed games into FOLDER.",
    "record": "Fetch the record of the finished match ID from a running referee.",
    "serve": "Run a referee to which bots connect and whose matches are created over gRPC. Ctrl-C or SIGTERM stops it.",
    "show": "Show a RECORD step by step: who was asked, what the seat saw, what it chose, and why.",
    "token": "Make a token for the bot, spectator or organiser NAME and print it once.",
    "verify": "Replay records and compare every step with the rules.",
    "web": "Start a web server for watching or playing matches and print its URL. Ctrl-C stops it.",
}


FIRST_STEPS = {
    "Play ten deals between two sample bots": "referee play keepers --bot greedy --bot random --deals 10",
    "Play against a bot yourself": "referee play keepers --bot human --bot greedy",
    "Write a first bot": "referee bot new python my-bot",
    "Run a small tournament on every game": "tournament demo -o demo",
    "Check what this machine has": "referee doctor",
}


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="referee")
@click.pass_context
def main(context: click.Context) -> None:
    """An arbiter for bot tournaments of hidden-information tabletop games.

    Exit codes: 0 done, 1 wrong usage or a check failed, 3 interrupted, 4 a defect of this program.
    """
    if context.invoked_subcommand is None:
        say(first_steps("referee", FIRST_STEPS))


for name, line in COMMANDS.items():
    main.add_command(LateCommand(name, "referee.commands", line))

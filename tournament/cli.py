"""The command `tournament`."""

import os

import click

from referee.terminal.exits import Commands
from referee.terminal.late_commands import LateCommand

COMMANDS = {
    "check": "Read PLAN, start each of its bots, and let it play one match against random bots.",
    "run": "Play the tournament of PLAN, or what is left of it, and print the standings.",
    "show": "Print the standings of the tournament in DATABASE, also while it is being played.",
    "report": "Write DIR/index.html, a page with everything about the tournament in DATABASE, and print its path.",
    "export": "Export the tournament in DATABASE as JSON, CSV or SQLite: matches, seats, ratings, bots, processes.",
    "query": "Run an SQL query on the tournament in DATABASE, also while it runs, and print a table, CSV or JSON.",
    "verify": "Derive every deal in DATABASE from the secret, run every record again, and compute every rating again.",
    "repair": "Write DATABASE anew from the plan, the secret and the sound records that can be found in it.",
    "token": "Print a new token for the bot NAME of PLAN, which dials in by itself; an older one ends.",
    "rate": "Rate results that were played anywhere.",
    "demo": "Play a small tournament of sample bots on every game, and leave plan, database and report in DIR.",
    "web": "Serve pages about the tournament in DATABASE until Ctrl-C, also while it runs.",
}

# A fit is small: threads of numpy's that wait for each other take more than they give. Numpy looks when it is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="referee")
def main() -> None:
    """Tournaments between bots: plan, play, rate, report.

    Exit codes: 0 done, 1 something is wrong with what was asked for, 3 interrupted, 4 a defect of ours,
    5 all is played, but a bot came to none of its matches.
    """


for name, line in COMMANDS.items():
    main.add_command(LateCommand(name, "tournament.commands", line))

"""The command `tournament`."""

import os

import click

from referee.terminal.exits import Commands
from referee.terminal.first_steps import first_steps
from referee.terminal.late_commands import LateCommand
from referee.terminal.printing import say

COMMANDS = {
    "check": "Check PLAN: start each of its bots, and let it play one match against random bots.",
    "run": "Play the tournament of PLAN, or its remaining matches, and print the standings.",
    "quick": "Compare BOTs at GAME without a plan: print ratings as they become known, and which bot is better.",
    "show": "Print the standings of the tournament in DATABASE, even while it is running.",
    "report": "Write DIR/index.html, a page with everything about the tournament in DATABASE, and print its path.",
    "export": "Export the tournament in DATABASE as JSON, CSV or SQLite: matches, seats, ratings, bots, processes.",
    "query": "Run an SQL query on the tournament in DATABASE and print the result as a table, CSV or JSON.",
    "verify": "Derive every deal in DATABASE from the secret, replay every record, and recompute every rating.",
    "repair": "Rebuild DATABASE from the plan, the secret and the intact records that can be found in it.",
    "annul": "Annul a match of the tournament in DATABASE: it no longer counts for ratings, and is not played again.",
    "replay": "Annul a match of the tournament in DATABASE, and let the next `tournament run` play it again.",
    "close": "Declare the tournament in DATABASE over, and publish the secret from which its deals are derived.",
    "token": "Print a new token for NAME, a bot in PLAN that dials in, and revoke its previous token.",
    "key": "Print a new key for BOT in the tournament in DATABASE, and revoke its previous key.",
    "rate": "Compute ratings from files of results or databases, wherever the matches were played.",
    "tune": "Tune a bot as PLAN says, or continue to do so, and print the curve of the values and how certain they "
    "are.",
    "demo": "Play a small tournament of sample bots on every game, and write plan, database and report to DIR.",
    "web": "Start a web server for the tournament in DATABASE and print its URL. Ctrl-C stops it.",
}

# A fit of ratings is a small computation, in which numpy's threads would spend more time waiting for each other than
# they save. Numpy reads this variable when it is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


FIRST_STEPS = {
    "Play a small tournament on every game": "tournament demo -o demo",
    "Compare two bots": "tournament quick keepers greedy random",
    "Run a plan, or resume it": "tournament run demo/keepers.toml --db demo/keepers.db",
    "Show the standings, even during a run": "tournament show demo/keepers.db",
    "Write a report for the browser": "tournament report demo/keepers.db -o report",
}


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="referee")
@click.pass_context
def main(context: click.Context) -> None:
    """Run tournaments between bots: plan, play, rate, report.

    Exit codes: 0 done, 1 something is wrong with the arguments, files or bots, 3 interrupted, 4 an internal error,
    5 all matches are played, but at least one bot never took part, or forfeited more matches than the plan allows.
    """
    if context.invoked_subcommand is None:
        say(first_steps("tournament", FIRST_STEPS))


for name, line in COMMANDS.items():
    main.add_command(LateCommand(name, "tournament.commands", line))

"""`tournament run`: play the remaining matches of a tournament."""

from __future__ import annotations

import sys
from datetime import datetime
from functools import partial
from pathlib import Path

import click

from referee.terminal.metrics_option import metrics_option
from referee.terminal.traces_option import traces_option
from tournament.cluster.connection import check_address
from tournament.commands.arguments import play_options
from tournament.commands.display import open_display
from tournament.commands.plan_argument import plan_argument, plan_to_play
from tournament.commands.playing import judged, played, print_standings
from tournament.commands.times import next_time
from tournament.errors import UserError
from tournament.plan.reading import with_workers


def _read_time(_context: click.Context, _parameter: click.Parameter, text: str | None) -> float | None:
    """Return the next moment with this time of the day, in seconds since 1970."""
    return None if text is None else next_time(text, datetime.now().astimezone()).timestamp()


@click.command
@plan_argument
@play_options
@click.option(
    "--until",
    callback=_read_time,
    metavar="HH:MM",
    help="Start no match after this time of the day, e.g. 18:00. Running matches are played to the end.",
)
@metrics_option
@traces_option
@click.option("--json", "as_json", is_flag=True, help="Print each event as a line of JSON, the standings last.")
def run(
    plan_file: Path,
    database: Path,
    workers: int | None,
    cluster: str,
    check: bool,
    until: float | None,
    metrics: str,
    traces: str,
    as_json: bool,
) -> None:
    """Play the tournament of PLAN, or its remaining matches, and print the standings.

    Each match is stored as soon as it is finished. You can stop the run at any moment; the same command resumes it.
    Ctrl-C gives running matches 10 seconds to finish.

    You may change PLAN between two runs: add deals or bots, withdraw bots, set other time limits for future matches,
    and change anything that concerns only ratings and names. Changes that would affect matches already played are
    refused.

    Exit codes: 1 a bot does not start, 3 matches are left, 4 the run was halted because two matches in a row were
    void or a cluster has no worker left, 5 all matches are played, but at least one bot never took part, or forfeited
    more of its matches than `max_forfeits` in PLAN allows (20 % by default).
    """
    if cluster:
        if workers is not None:
            raise UserError("--workers starts processes on this machine: give either --workers or --cluster")
        check_address(cluster)
    plan = plan_to_play(plan_file)
    if workers is not None:
        plan = with_workers(plan, workers)
    with open_display(as_json=as_json) as tell:
        play = partial(played, plan, plan_file, database, tell, check=check, until=until, cluster=cluster)
        code = play(metrics=metrics, traces=traces)
    sys.exit(judged(code, plan, print_standings(database, as_json=as_json)))

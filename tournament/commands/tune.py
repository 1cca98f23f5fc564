"""`tournament tune`: find good values for numbers of a bot."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

import click

from referee import hosting
from referee.terminal.exits import Exit
from referee.terminal.printing import print_json, say
from tournament.cluster.connection import check_address
from tournament.commands.arguments import play_options, warn_of_deals
from tournament.errors import HaltedError, UserError
from tournament.plan.reading import read_plan, with_workers
from tournament.report.tuning import batch_line, tune_facts, tune_text
from tournament.run.events import Failed, Note, RunEvent, RunStopping, Void
from tournament.run.runner import Outcome
from tournament.run.tuning import run_tune
from tournament.statistics.spsa import TuneCourse
from tournament.storage.archive import open_archive
from tournament.storage.rows import failure_text

SHOWN_LINES = 10


@click.command
@click.argument("plan_file", metavar="PLAN", type=click.Path(path_type=Path))
@play_options
@click.option("--json", "as_json", is_flag=True, help="Print the course as JSON.")
def tune(plan_file: Path, database: Path, workers: int | None, cluster: str, check: bool, as_json: bool) -> None:
    """Tune a bot as PLAN says, or continue to do so, and print the curve of the values and how certain they are.

    The section [tune] of PLAN names environment variables of one bot that hold numbers. In each batch, two versions of
    the bot play against each other, one with some of the numbers higher and some lower, the other one the other way
    round. After the batch, all numbers move towards the version that won (SPSA). `referee manual tune` explains the
    section and the result.

    A line says how each batch ended. Each match is stored as soon as it is finished. You can stop at any moment; the
    same command goes on. The number of workers changes only the time that this takes. `tournament show` and `tournament
    report` show the curve, too, even while it is going on.

    Exit codes: 1 a bot does not start, 3 batches are left, 4 the run was halted because two matches in a row were void
    or a cluster has no worker left.
    """
    if cluster:
        if workers is not None:
            raise UserError("--workers starts processes on this machine: give either --workers or --cluster")
        check_address(cluster)
    plan = read_plan(plan_file, os.environ)
    warn_of_deals(plan)
    if workers is not None:
        plan = with_workers(plan, workers)

    def on_batch(course: TuneCourse) -> None:
        assert plan.tune is not None
        say(batch_line(plan.tune, course), err=True)

    try:
        run = partial(run_tune, plan, plan_file, database, _tell, on_batch, check=check, cluster=cluster)
        outcome = hosting.run(run)
    except HaltedError as error:
        say(f"Halted: {error}\nRun the same command again once the cause is fixed.", err=True)
        sys.exit(Exit.OURS)
    with open_archive(database) as archive:
        facts = tune_facts(archive)
    if facts is not None:
        print_json(facts) if as_json else say(tune_text(facts))
    sys.exit(Exit.DONE if outcome is Outcome.COMPLETE else Exit.INTERRUPTED)


def _tell(event: RunEvent) -> None:
    """Print what people should know about the matches of a batch."""
    match event:
        case Failed():
            say(failure_text(event.process, SHOWN_LINES), err=True)
        case Void():
            say(f"match {event.match} was void and will be played again: {event.void_reason}", err=True)
        case RunStopping():
            say(f"stopping: {event.running} running; interrupt again to drop them", err=True)
        case Note():
            say(f"note: {event.text}", err=True)
        case _:
            pass

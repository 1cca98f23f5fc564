"""Play a plan, print the standings, and choose the exit code."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from referee import hosting
from referee.metrics import open_metrics
from referee.terminal.exits import Exit
from referee.terminal.printing import print_json, say
from referee.traces import open_traces
from tournament.errors import HaltedError
from tournament.plan.plan import Plan
from tournament.report.remarks import failing_texts
from tournament.report.standings import Standings, standings_of, standings_text
from tournament.run.runner import Outcome, Tell
from tournament.run.running import run_plan
from tournament.storage.archive import open_archive


def played(
    plan: Plan,
    plan_file: Path,
    database: Path,
    tell: Tell,
    *,
    check: bool = True,
    until: float | None = None,
    cluster: str = "",
    metrics: str = "",
    traces: str = "",
) -> Exit:
    """Play the remaining matches of the plan. Return how the run ended, without regard to bots that failed."""
    try:
        with open_metrics(metrics) as shown, open_traces(traces) as sent:
            run = partial(run_plan, plan, plan_file, database, tell, check=check, until=until, cluster=cluster)
            outcome = hosting.run(partial(run, metrics=shown, traces=sent))
    except HaltedError as error:
        say(f"Halted: {error}\nRun the same command again once the cause is fixed.", err=True)
        return Exit.OURS
    return Exit.DONE if outcome is Outcome.COMPLETE else Exit.INTERRUPTED


def print_standings(database: Path, *, as_json: bool) -> Standings:
    """Print the standings, and return them."""
    with open_archive(database) as archive:
        standings = standings_of(archive)
        if as_json:
            print_json({"event": "standings", "standings": standings}, indent=None)
        else:
            say(standings_text(standings, archive.failures()))
    return standings


def judged(code: Exit, plan: Plan, standings: Standings) -> Exit:
    """Return the exit code of a run.

    If all matches have been played, the code depends on whether a bot failed; such bots are named.
    """
    if code is not Exit.DONE:
        return code
    failing = failing_texts(standings, plan.run.max_forfeits) if plan.run.on_failing_bot == "report" else []
    for text in failing:
        say(text, err=True)
    return Exit.ABSENT if failing or standings.absent else code

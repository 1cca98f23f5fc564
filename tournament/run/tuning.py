"""Tune a bot: play batch after batch as a tournament that grows, until all are played or the run is stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tournament.errors import UserError
from tournament.plan.plan import Plan
from tournament.plan.tune import Tune
from tournament.plan.tuning import batch_plan, course_of_scores
from tournament.run.events import Note, RunEvent
from tournament.run.runner import Outcome, Tell
from tournament.run.running import run_plan
from tournament.statistics.spsa import TuneCourse
from tournament.storage.archive import open_archive
from tournament.storage.opening import is_there
from tournament.storage.tuning import batch_with_other_values, course_of

OnBatch = Callable[[TuneCourse], None]
"""Called after each batch."""


async def run_tune(
    plan: Plan, path: Path, database: Path, tell: Tell, on_batch: OnBatch, *, check: bool = True, cluster: str = ""
) -> Outcome:
    """Play the batches that are left. `path` is the plan's file; for the other arguments see `run_plan`.

    What the next batch plays depends only on the stored matches. A batch that was interrupted is continued first.

    Raises:
        UserError: as `run_plan`, or the plan tunes no bot, or the database is closed.
    """
    tune = plan.tune
    if tune is None:
        raise UserError(f"{path}: this plan tunes no bot; add a section [tune], or use `tournament run`")
    tell = _quieter(tell)
    while (course := stored_course(plan, tune, database)).following is not None:
        outcome = await run_plan(
            batch_plan(plan, tune, course.following), path, database, tell, check=check, cluster=cluster
        )
        if outcome is not Outcome.COMPLETE:
            return outcome
        after = stored_course(plan, tune, database)
        if len(after.batches) == len(course.batches):
            raise UserError(f"{database}: batch {course.following.number} cannot be completed; is it closed?")
        on_batch(after)
        check = False
    return Outcome.COMPLETE


def stored_course(plan: Plan, tune: Tune, database: Path) -> TuneCourse:
    """Return the course that is stored, or that of a plan before its first batch.

    Raises `UserError` if the database is that of a tournament that tunes no bot, or if its batches do not follow from
    each other.
    """
    if not is_there(database):
        return course_of_scores(plan, tune, [])
    with open_archive(database) as archive:
        course = course_of(archive)
        stored = archive.tournament.plan.tune
        wrong = 0 if course is None or stored is None else batch_with_other_values(archive, stored, course)
    if course is None:
        raise UserError(f"{database}: this tournament tunes no bot; choose another --db")
    if wrong:
        raise UserError(
            f"{database}: batch {wrong} was played with other values than follow from the batches before it, "
            "because one of their matches was played again; begin with a new --db"
        )
    return course


def _quieter(tell: Tell) -> Tell:
    """Do not report that the plan has changed, which happens in each batch, and report each note only once."""
    told: set[str] = set()

    def quieter(event: RunEvent) -> None:
        if isinstance(event, Note):
            if event.text in told or event.text.startswith("the plan has changed"):
                return
            told.add(event.text)
        tell(event)

    return quieter

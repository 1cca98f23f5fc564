"""End a tournament before all of its matches have been played: by decision of the organiser, or by `[stop]`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from referee.counts import counted
from tournament.errors import DamagedError
from tournament.plan.stopping import rule_of
from tournament.schedule.slots import Slot
from tournament.statistics.stopping import EarlyEnd
from tournament.storage.accepting import decided, note, row_of_tournament
from tournament.storage.archive import Archive
from tournament.storage.faults import UNREADABLE
from tournament.storage.rows import DecisionRow, TournamentRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import sqlite_utils

BY_PLAN = "[stop] of the plan"
"""The reason in the log of decisions if the plan has ended the tournament."""


def close_in(db: sqlite_utils.Database, archive: Archive, why: str, concluded: Iterable[str] = ()) -> list[str]:
    """Close a tournament, which publishes its secret. Return the consequences, line by line: first what was concluded.

    The caller opens the transaction, and computes the ratings again.
    """
    tournament = archive.tournament
    played = len(archive.fixed())
    lines = [
        *concluded,
        f"{played} of {counted(tournament.matches, 'match', 'matches')} were played, and no more will be",
        f"the secret from which the deals are derived is published: {tournament.secret.reveal().hex()}",
    ]
    closed = msgspec.structs.replace(tournament, closed=True, matches=played, drawing=False)
    db.table("tournament").update(1, row_of_tournament(closed))
    note(db, decided("close", why=why, what="\n".join(lines)))
    return lines


def early_end_of(archive: Archive, tournament: TournamentRow, slots: Sequence[Slot]) -> EarlyEnd | None:
    """Return the rule that decides when a tournament ends early, with all stored results; None if the plan has none."""
    rule = rule_of(tournament.plan, duplicate=tournament.duplicate)
    if rule is None:
        return None
    end = EarlyEnd(rule, slots)
    end.add(archive.results())
    return end


def drop_after(db: sqlite_utils.Database, end: EarlyEnd | None) -> None:
    """Delete the matches that were played after the one at which the tournament ended early."""
    assert end is not None
    assert end.ended_at is not None
    for table in ("seats", "records"):
        db.table(table).delete_where("match IN (SELECT match FROM matches WHERE number > ?)", [end.ended_at])
    db.table("matches").delete_where("number > ?", [end.ended_at])


def ended_by_plan(decisions: Iterable[DecisionRow]) -> bool:
    """Whether the plan has ended the tournament, and not the organiser."""
    return any(decision.kind == "close" and decision.why == BY_PLAN for decision in decisions)


def end_again(db: sqlite_utils.Database, archive: Archive, slots: Sequence[Slot]) -> None:
    """Remove the matches of a repaired tournament that come after its end, if its plan has ended it.

    The damaged file may still contain matches that were discarded. If others are lost, the results no longer lead to
    this end, and the log says so.
    """
    tournament = archive.tournament
    if not (tournament.closed and ended_by_plan(archive.decisions())):
        return
    end = early_end_of(archive, tournament, slots)
    if end is not None and end.judge():
        drop_after(db, end)
    else:
        what = f"{BY_PLAN}, before matches were lost in a damaged file"
        db.execute("UPDATE decisions SET why = ? WHERE why = ?", [what, BY_PLAN])


def faults_of_stop(archive: Archive, tournament: TournamentRow, slots: Sequence[Slot]) -> Iterator[str]:
    """Yield why the results of a tournament do not lead to its end.

    After a decision about a match or the plan, nothing is checked: earlier decisions are based on other results.
    """
    try:
        decisions = archive.decisions()
        ended = ended_by_plan(decisions)
        if any(decision.kind != "close" for decision in decisions):
            return
        end = early_end_of(archive, tournament, slots)
        if end is None or not end.judge():
            what = "the tournament was closed by [stop] of its plan, but its results do not lead to that"
            yield from [what] * ended
        elif ended and any(slot.number > (end.ended_at or 0) for slot in slots):
            yield "matches were played after the one at which [stop] of the plan ended the tournament"
    except (DamagedError, *UNREADABLE):
        return  # the fault is reported with those of other entries

"""End a tournament where `[stop]` of its plan says so."""

from __future__ import annotations

import trio

from tournament.plan.stop_texts import conclusion_text
from tournament.run.events import EndedEarly
from tournament.storage.store import Store


async def ended_early(store: Store) -> EndedEarly | None:
    """Close the tournament if its plan says that it ends here, and return what to report.

    Do not call this again before it has returned.

    Raises `sqlite3.Error` if the end cannot be stored.
    """
    judged = store.early_end
    if judged is None or not await trio.to_thread.run_sync(judged.judge) or judged is not store.early_end:
        return None
    concluded = conclusion_text(judged.rule, judged.state)
    store.close_by_plan(concluded)
    return EndedEarly(text=concluded, done=len(store.slots), stop=judged.state)

"""How it affects the result if bots got too little CPU time because other bots used more than their share."""

from __future__ import annotations

from referee.kernel.record import Record
from referee.kernel.times import Starved


def starved_in(record: Record) -> list[Starved]:
    """The seats whose bots got too little CPU time."""
    if record.end is None or record.end.time is None:
        return []
    # The digest does not cover `time`, so it may name a seat that does not exist.
    return [starved for starved in record.end.time.starved if 0 <= starved.seat < len(record.header.bots)]


def is_rated(record: Record) -> bool:
    """Whether the result is evidence of the bots' strength.

    It is not if a seat got a strike because other bots used more than their fair share of the cores. But if all those
    bots played in this match and finished behind that seat, it is rated, so that no bot can avoid a defeat in this way.
    """
    if record.end is None or record.end.void:
        return True
    bots, places = record.header.bots, record.end.places
    return all(
        taker in bots and places[starved.seat] < places[bots.index(taker)]
        for starved in starved_in(record)
        if starved.late_turns
        for taker in starved.takers
    )


def starved_texts(record: Record) -> list[str]:
    """One sentence for each seat that got too little CPU time, for people."""
    return [_text(starved, record.header.bots[starved.seat]) for starved in starved_in(record)]


def _text(starved: Starved, bot: str) -> str:
    waited = f"seat {starved.seat} ({bot}) waited {starved.waited_ms / 1000:.1f} s for a core"
    late = f", and was therefore late at turn {', '.join(map(str, starved.late_turns))}" if starved.late_turns else ""
    return f"{waited} while {' and '.join(starved.takers)} used more than a fair share{late}"

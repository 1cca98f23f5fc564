"""Texts about how a seat forfeited a match."""

from __future__ import annotations

from collections import Counter

from referee.kernel.record import Record, SeatEnd


def forfeit_of(record: Record, seat: int) -> str:
    """Describe how a seat forfeited a match; empty if it did not, or if the match was void."""
    if record.end is None or record.end.void or record.end.ends[seat] is SeatEnd.PLAYED:
        return ""
    given = [strike for step in record.steps for strike in step.strikes] + record.end.last_strikes
    causes = Counter(str(strike.cause) for strike in given if strike.seat == seat)
    listed = ", ".join(f"{number} x {cause}" for cause, number in causes.items())
    how = f"{record.end.ends[seat]} ({listed})" if listed else str(record.end.ends[seat])
    return f"forfeited match {record.header.name}: {how}"

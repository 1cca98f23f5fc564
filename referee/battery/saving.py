"""Whether a match can be saved, copied and replayed: everything that matters must be in its table."""

from __future__ import annotations

from random import Random

import pytest

from referee.battery.differing import first_difference
from referee.battery.playing import play, random_answers
from referee.errors import IllegalChoice
from referee.kernel.match import Match


def trace_of(match: Match) -> list[bytes]:
    """Play a match and return all views, events and tables."""
    trace, told = [], 0
    for now in play(match, 8):
        trace += [now.position_bytes(seat, told) for seat in [*now.table.all_seats(), None]]
        told = now.event_count
        trace.append(now.game.encode(now.table))
    return trace


def check_saving(match: Match) -> None:
    """Play a match beside copies and saved matches, which must continue in the same way."""
    randomly = Random(4)
    for now in play(match, 4):
        copies = [now.clone(), Match.from_bytes(now.to_bytes(), game=now.game)]
        for copy in copies:
            assert copy.asked == now.asked
            assert copy.table == now.table
            assert copy.events(None) == now.events(None)
        if now.asked:
            answers = random_answers(now, randomly)
            for copy in copies:
                copy.answer(answers)
            assert copies[0].table == copies[1].table
            assert copies[0].asked == copies[1].asked


def check_half_answered(match: Match) -> None:
    """Play a match. In each sealed round, answer for some seats in a copy; no view may show that."""
    for now in play(match, 6):
        if len(now.asked) > 1:
            first = next(iter(now.asked))
            half = now.clone()
            half.answer({first: 0})
            assert first not in half.asked
            assert first not in Match.from_bytes(half.to_bytes(), game=now.game).asked
            shown = first_difference(now.view(None), half.view(None))
            assert not shown, f"the view shows who has answered: {shown}"
            assert half.event_count == now.event_count
            with pytest.raises(IllegalChoice, match="is not asked"):
                half.answer({first: 0})

"""Matches in which a bot did not get enough processor time, as `referee play` and `referee show` report them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from referee.commands.results import starved_lines, summary, tallies
from referee.kernel.record import Record
from referee.kernel.starving import is_rated, starved_texts
from referee.kernel.times import Starved
from tests.support.matches import whole_match
from tests.support.shell import referee

TEXT = "seat 1 (b) waited 1.5 s for a core while x used more than a fair share"


def starved(*turns: int) -> Record:
    """A whole match, as if seat 1 had waited for a core, and got strikes for that at some turns."""
    record = whole_match("keepers")
    assert record.end is not None
    assert record.end.time is not None
    time = msgspec.structs.replace(record.end.time, starved=[Starved(1, 1500, ["x"], [*turns])])
    return Record(record.header, record.steps, msgspec.structs.replace(record.end, time=time))


def test_a_match_counts_if_no_strike_came_of_it() -> None:
    marked, annulled = starved(), starved(2, 5)
    assert [one.matches for one in tallies(["a", "b"], [marked, annulled])] == [1, 1]
    assert starved_lines([marked, annulled]) == [
        f"match m-1: {TEXT}",
        f"match m-1: {TEXT}, and was therefore late at turn 2, 5; it does not count",
    ]
    told = [summary(one, None) for one in (marked, annulled, whole_match("keepers"))]
    assert [(one.rated, len(one.starved)) for one in told] == [(True, 1), (False, 1), (True, 0)]


def test_a_seat_that_there_is_not_is_left_out() -> None:
    """What depends on the clock is in no digest, so anyone may have written it."""
    record = starved(1)
    assert record.end is not None
    assert record.end.time is not None
    record.end.time.starved[:] = [Starved(2, 1500, ["x"], [1]), Starved(-1, 1500, ["x"], [1])]
    assert (is_rated(record), starved_texts(record)) == (True, [])


def test_a_record_tells_it_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    file.write_bytes(starved(2).to_bytes())
    shown = referee("show", file, "--spectator").stdout
    assert shown.endswith(
        f"  {TEXT}, and was therefore late at turn 2\n"
        "  This match is not rated: a bot was late because other processes took its share of the cores.\n"
    )
    file.write_bytes(starved().to_bytes())
    assert referee("show", file, "--spectator").stdout.endswith(f"  {TEXT}\n")

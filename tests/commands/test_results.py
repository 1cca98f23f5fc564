"""What `referee play` reports at its end about matches without a result, and about bots that forfeited."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from referee.commands import play as play_command
from referee.commands import results
from referee.kernel.record import End, Record, SeatEnd
from tests.support.matches import job, played
from tests.support.shell import referee

_PLAYED = played(job())
RECORD = Record(msgspec.structs.replace(_PLAYED.header, bots=["first", "random"]), _PLAYED.steps, _PLAYED.end)
LOST = Record(RECORD.header)
BOTS = RECORD.header.bots


def ended(**changes: object) -> Record:
    assert RECORD.end is not None
    return Record(RECORD.header, RECORD.steps, msgspec.structs.replace(RECORD.end, **changes))


VOID = Record(
    RECORD.header, [], End(ends=[SeatEnd.PLAYED] * 2, strikes=[0, 0], void_reason="the referee\x1b[2J failed")
)
FORFEITED = ended(ends=[SeatEnd.PLAYED, SeatEnd.STRIKES])


def test_only_matches_with_a_result_count_as_played() -> None:
    assert [results.is_played(record) for record in (RECORD, VOID, LOST, FORFEITED)] == [True, False, False, True]


def test_what_has_no_result_and_who_forfeited_is_named() -> None:
    lines = results.remarks(BOTS, [RECORD, VOID, LOST, FORFEITED, FORFEITED])
    name = RECORD.header.name
    assert lines[0].startswith(f"no result: {name}: the referee")
    assert "\x1b" not in lines[0]
    assert lines[1:] == [
        f"no result: {name}: it was lost; the log says why",
        f"forfeited: {BOTS[1]}, matches: 2 (strikes)",
    ]


def test_many_are_counted_instead_of_named() -> None:
    lines = results.remarks(BOTS, [LOST] * (results.MOST_NAMED + 3))
    assert (len(lines), lines[-1]) == (results.MOST_NAMED + 1, "no result: 3 more matches")


def test_a_lost_match_has_a_summary_for_machines() -> None:
    summary = results.summary(LOST, None)
    assert (summary.places, summary.reason, summary.void_reason) == ([], "", "it was lost; the log says why")


@pytest.mark.parametrize(
    ("records", "code", "count"),
    [
        pytest.param([RECORD, RECORD], 0, "2 matches, seed 7", id="played"),
        pytest.param([RECORD, VOID], 4, "1 match, seed 7; 1 more without a result", id="void"),
        pytest.param([LOST, VOID], 4, "0 matches, seed 7; 2 more without a result", id="lost"),
        pytest.param([FORFEITED], 0, "1 match, seed 7", id="forfeited"),
    ],
)
def test_the_exit_code_says_whether_all_was_played(
    records: list[Record], code: int, count: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(play_command, "_play", lambda *_words, **_more: records)
    words = ["play", "keepers", "--bot", "first", "--bot", "random", "--in-process", "--seed", 7]
    assert count in referee(*words, code=code).stdout.splitlines()
    told = json.loads(referee(*words, "--json", "--record", tmp_path, code=code).stdout)
    assert told["played"] + told["without_result"] == len(records) == len(told["matches"])
    assert told["without_result"] == sum(not results.is_played(record) for record in records)

"""What a worker says about a match is compared with its job, its record, and the replay."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from referee.kernel.record import Record
from referee.match_times import times_of
from tests.support.matches import sealed
from tests.support.tournaments import SECRET, a_plan, play_slot
from tournament.cluster import checking
from tournament.cluster.checking import Checks, LieError, Trust
from tournament.plan.draw import job_of, slots_of
from tournament.storage.summary import Finished, finished

PLAN = a_plan("first random")
FIRST, SECOND = slots_of(PLAN, duplicate=False)[:2]
JOB = job_of(FIRST, PLAN, SECRET)


def another_choice(record: Record) -> Record:
    """In the last step, a seat chose something else."""
    *before, last = record.steps
    answer = last.answers[0]
    changed = msgspec.structs.replace(answer, option=1 - min(answer.option, 1))
    return Record(
        record.header, [*before, msgspec.structs.replace(last, answers=[changed, *last.answers[1:]])], record.end
    )


def another_result(record: Record) -> Record:
    assert record.end is not None
    end = msgspec.structs.replace(record.end, places=record.end.places[::-1], scores=record.end.scores[::-1])
    return Record(record.header, record.steps, end)


def with_header(**fields: object) -> Callable[[Record], Record]:
    return lambda record: sealed(Record(msgspec.structs.replace(record.header, **fields), record.steps, record.end))


def other_match(_record: Record) -> Record:
    return play_slot(SECOND, PLAN)


@pytest.mark.parametrize(
    ("lie", "trust", "why"),
    [
        pytest.param(another_choice, "sample", "the digest up to this line is", id="a choice"),
        pytest.param(lambda it: sealed(another_choice(it)), "verify-all", "step|result", id="a choice, sealed"),
        pytest.param(another_result, "sample", "the digest up to this line is", id="a result"),
        pytest.param(lambda it: sealed(another_result(it)), "verify-all", "the result: places", id="a result, sealed"),
        pytest.param(with_header(seed="00" * 32), "sample", "another match: seed", id="another deal"),
        pytest.param(with_header(bots=list(FIRST.bots[::-1])), "sample", "another match: bots", id="exchanged bots"),
        pytest.param(with_header(attempt=1), "sample", "another match: attempt", id="another attempt"),
        pytest.param(with_header(options={}), "sample", "another match: options", id="other options"),
    ],
)
def test_a_changed_record_is_found(lie: Callable[[Record], Record], trust: Trust, why: str) -> None:
    match = msgspec.structs.replace(finished(lie(play_slot(FIRST, PLAN))), match_id=JOB.match_id)
    with pytest.raises(LieError, match=why):
        Checks(trust).check(JOB, match)


def test_a_result_that_is_not_that_of_its_record_is_found() -> None:
    match = finished(play_slot(FIRST, PLAN))
    other = finished(sealed(another_result(play_slot(FIRST, PLAN))))
    with pytest.raises(LieError, match="its result is not the result of its record"):
        Checks("sample").check(JOB, msgspec.structs.replace(match, ending=other.ending))


@pytest.mark.parametrize("trust", ["verify-all", "sample", "none"])
def test_the_record_of_another_match_is_found(trust: Trust) -> None:
    with pytest.raises(LieError, match=r"it sent match \S+, and not"):
        Checks(trust).check(JOB, finished(other_match(play_slot(FIRST, PLAN))))


@pytest.mark.parametrize("trust", ["verify-all", "sample", "none"])
def test_an_honest_record_passes(trust: Trust) -> None:
    for slot in (FIRST, SECOND):
        Checks(trust).check(job_of(slot, PLAN, SECRET), finished(play_slot(slot, PLAN)))


def test_a_sample_of_the_records_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    replayed: list[Record] = []
    monkeypatch.setattr(checking, "verify", replayed.append)
    match: Finished = finished(play_slot(FIRST, PLAN))
    checks = Checks("sample")
    for _ in range(1000):
        checks.check(JOB, match)
    assert 10 <= len(replayed) <= 120, "50 are expected, with a standard deviation of 7"


def test_without_checks_nothing_is_read() -> None:
    match = finished(play_slot(FIRST, PLAN))
    Checks("none").check(JOB, msgspec.structs.replace(match, packed=b"nothing"))


@pytest.mark.parametrize("trust", ["none", "sample"])
@pytest.mark.parametrize("with_times", [False, True])
def test_the_times_are_those_of_the_record_and_not_what_the_worker_says(trust: Trust, *, with_times: bool) -> None:
    record = play_slot(FIRST, PLAN)
    sent = msgspec.structs.replace(finished(record), times=times_of(play_slot(SECOND, PLAN)))
    checked = Checks(trust, with_times=with_times).check(JOB, sent)
    assert checked == msgspec.structs.replace(sent, times=times_of(record) if with_times else None)

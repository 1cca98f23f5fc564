"""Tuning a bot: batch after batch, resumed from its database alone, with the same curve however it is played."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio
from referee_client.session import Session

from referee.kernel.job import MatchJob
from referee.server.match.inprocess import InProcessSeat
from referee.server.match.task import play_match
from tests.support.databases import in_database
from tests.support.tunable_bot import BEST, Tunable
from tournament.engines.engine import OnProcess, Setting
from tournament.errors import UserError
from tournament.plan.plan import Plan
from tournament.plan.reading import parse_plan
from tournament.run import running
from tournament.run.events import Note, RunEvent
from tournament.run.runner import Outcome
from tournament.run.tuning import run_tune
from tournament.statistics.spsa import TuneCourse
from tournament.storage.archive import open_archive
from tournament.storage.deciding import annul
from tournament.storage.filtered_archive import FilteredArchive
from tournament.storage.filtering import MatchFilter
from tournament.storage.store import open_store
from tournament.storage.summary import Finished, finished
from tournament.storage.tuning import course_of
from tournament.storage.verifying import verify_archive


class KilledError(Exception):
    """What ends the runner in the middle of a batch."""


class SkilledEngine:
    """Plays the bots of a batch in this process, with the numbers of their environment."""

    def __init__(self, plan: Plan, capacity: int, before_match: Callable[[], None]) -> None:
        self.capacity = capacity
        self._before_match = before_match
        self._skill = {bot.name: float(str(bot.env.get("SKILL", BEST))) for bot in plan.bots}

    async def submit(self, job: MatchJob) -> Finished:
        self._before_match()
        sessions = [Session(partial(Tunable, self._skill[bot])) for bot in job.bots]
        record = await play_match(job, [InProcessSeat(session) for session in sessions], lambda _: None)
        return finished(record)


class Tuning:
    """Runs `run_tune` with such engines; the runner dies before the matches with these numbers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, path: Path, *, capacity: int = 1) -> None:
        self.database = path / "tune.db"
        self.deaths: set[int] = set()
        self.submitted = 0
        self.events: list[RunEvent] = []
        self.courses: list[TuneCourse] = []
        self._capacity = capacity
        monkeypatch.setattr(running, "open_engine", self._open)

    def run(self, plan: Plan) -> Outcome:
        path = self.database.with_suffix(".toml")
        run = partial(run_tune, plan, path, self.database, self.events.append, self.courses.append, check=False)
        return trio.run(run)

    def course(self) -> TuneCourse:
        with open_archive(self.database) as archive:
            found = course_of(archive)
        assert found is not None
        return found

    @asynccontextmanager
    async def _open(self, setting: Setting, _on_process: OnProcess) -> AsyncIterator[SkilledEngine]:
        yield SkilledEngine(setting.plan, self._capacity, self._count)

    def _count(self) -> None:
        self.submitted += 1
        if self.submitted in self.deaths:
            raise KilledError


def plan_of(
    batches: int = 4, deals: int = 2, seats: int = 2, extra: str = "", tune: str = "", others: str = ""
) -> Plan:
    return parse_plan(text_of(batches, deals, seats, extra, tune, others))


def text_of(batches: int = 4, deals: int = 2, seats: int = 2, extra: str = "", tune: str = "", others: str = "") -> str:
    return f"""plan = 1
[tournament]
game = "keepers"
seats = {seats}
seed = 3
deals_from_seed = true
[format]
deals = {deals}
duplicate = true
[run]
sandbox = "off"
{extra}
[tune]
bot = "mine"
batches = {batches}
rate = 0.4
{tune}
[[tune.parameters]]
name = "SKILL"
start = 1.0
lowest = 0.0
highest = 9.0
step = 1.0
[[bots]]
name = "mine"
command = ["true"]
{others}
"""


def test_a_bot_moves_to_where_it_plays_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tuning = Tuning(monkeypatch, tmp_path)
    assert tuning.run(plan_of(batches=24, deals=4)) is Outcome.COMPLETE
    course = tuning.course()
    assert len(course.batches) == 24
    assert course.following is None
    assert course.values["SKILL"] == pytest.approx(BEST, abs=1.0)
    assert [len(one.batches) for one in tuning.courses] == [*range(1, 25)]
    assert tuning.courses[-1] == course
    assert not [event for event in tuning.events if isinstance(event, Note) and "plan has changed" in event.text]
    with open_archive(tuning.database) as archive:
        assert not verify_archive(archive).faults


def test_a_tuning_that_dies_again_and_again_has_the_same_curve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("whole", "broken", "parallel"):
        (tmp_path / name).mkdir()
    whole = Tuning(monkeypatch, tmp_path / "whole")
    whole.run(plan_of())
    broken = Tuning(monkeypatch, tmp_path / "broken", capacity=3)
    broken.deaths = {1, 2, 4, 5, 9, 10, 14, 19}
    deaths = 0
    while True:
        try:
            assert broken.run(plan_of()) is Outcome.COMPLETE
            break
        except* KilledError:
            deaths += 1
    assert deaths == len(broken.deaths)
    assert broken.course() == whole.course()
    parallel = Tuning(monkeypatch, tmp_path / "parallel", capacity=2)
    parallel.run(plan_of())
    assert parallel.course() == whole.course()
    assert parallel.submitted == whole.submitted == 4 * 2 * 2
    parallel.run(plan_of())
    assert parallel.submitted == 16


def test_other_bots_of_the_plan_sit_at_the_same_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tuning = Tuning(monkeypatch, tmp_path)
    other = '[[bots]]\nname = "other"\ncommand = ["true"]'
    assert tuning.run(plan_of(batches=2, deals=1, seats=3, others=other)) is Outcome.COMPLETE
    with open_archive(tuning.database) as archive:
        tables = [{seat.bot for seat in match.seats} for match in archive.matches()]
    assert tables[:3] == [{"mine-up", "mine-down", "other"}] * 3
    assert tables[3:] == [{"mine-up#2", "mine-down#2", "other"}] * 3
    assert [batch.score and batch.score.matches for batch in tuning.course().batches] == [3, 3]


def test_what_is_tuned_cannot_change_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tuning = Tuning(monkeypatch, tmp_path)
    tuning.deaths = {6}
    with pytest.raises(BaseExceptionGroup):
        tuning.run(plan_of())
    before = tuning.course()
    with pytest.raises(UserError, match="what is tuned can be decided only before the first batch"):
        tuning.run(parse_plan(text_of().replace("rate = 0.4", "rate = 0.5")))
    assert tuning.course() == before
    assert len(before.batches) == 1


def test_a_tournament_is_not_tuned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tuning = Tuning(monkeypatch, tmp_path)
    bots = '[[bots]]\nname = "a"\nbuiltin = "first"\n[[bots]]\nname = "b"\nbuiltin = "first"\n'
    ordinary = parse_plan(f'plan = 1\n[tournament]\ngame = "keepers"\nseats = 2\n{bots}')
    with pytest.raises(UserError, match="this plan tunes no bot"):
        tuning.run(ordinary)
    with open_store(tuning.database, ordinary, duplicate=True):
        pass
    with pytest.raises(UserError, match="this tournament tunes no bot; choose another --db"):
        tuning.run(plan_of())


def test_what_is_decided_about_a_match_later_changes_no_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tuning = Tuning(monkeypatch, tmp_path)
    tuning.deaths = {10}
    with pytest.raises(BaseExceptionGroup):
        tuning.run(plan_of())
    before = tuning.course()
    annul(tuning.database, "d001-t001-r0", "a test")
    assert tuning.course() == before
    assert tuning.run(plan_of()) is Outcome.COMPLETE
    first = before.batches[0].score
    assert first is not None
    winner = "mine-down" if first.points > first.matches / 2 else "mine-up"
    in_database(
        tuning.database, "UPDATE seats SET place = 2 - (bot = ?) WHERE bot IN ('mine-up', 'mine-down')", [winner]
    )
    with pytest.raises(UserError, match="batch 2 was played with other values than follow"):
        tuning.run(plan_of())


def test_a_filtered_archive_still_knows_the_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tuning = Tuning(monkeypatch, tmp_path)
    tuning.run(plan_of(batches=1))
    with open_archive(tuning.database) as archive:
        assert [*FilteredArchive(archive, MatchFilter(bots=("mine-up", "mine-down"))).matches()]


@pytest.mark.parametrize(("old", "new", "says"), [
    ('bot = "mine"', 'bot = "yours"', 'tune.bot: "yours" is not a bot of this plan; its bots are mine'),
    ("batches = 4", "batches = 301", "tune.batches: 301 is out of range: use 1 to 300"),
    ("rate = 0.4", "rate = 0.0", "tune.rate: 0.0 is out of range"),
    ("rate = 0.4", "pace = 0.4", "tune.pace: there is no such key"),
    ("start = 1.0", "start = 9.5", "start: 9.5 is out of range: use 0.0 to 9.0"),
    ("lowest = 0.0", "lowest = 9.0", "highest: 9.0 is not above lowest, which is 9.0"),
    ("step = 1.0", "step = 5.0", "step: 5.0 is out of range: use a number above 0, up to 4.5"),
    ("step = 1.0", "step = 0.4\nwhole = true", "step: 0.4 is too small for whole numbers: use 0.5 or more"),
    ("highest = 9.0", "highest = inf", "highest: inf is out of range"),
    ('name = "SKILL"', 'name = "A B"', '"A B" is not the name of a variable'),
    ('command = ["true"]', 'command = ["true"]\nenv = { SKILL = "1" }', '"SKILL" is set twice'),
    ('command = ["true"]', "dial_in = true", "dials in, so nothing can set its variables"),
    ('sandbox = "off"', "in_process = true", "the values reach the bot as variables of its own process"),
    ("duplicate = true", 'kind = "swiss"', "a batch is a round robin at one table"),
    ("seats = 2", "seats = 3", "1 bot, but the two versions of mine and the other bots must fill the 3 seats: list 2"),
    ("[tune]", '[stop]\nsettled = "winner"\n[tune]', "tuning ends after the last batch; leave out [stop]"),
], ids=str)  # fmt: skip
def test_a_wrong_section_is_refused(old: str, new: str, says: str) -> None:
    assert text_of().count(old) == 1
    with pytest.raises(UserError) as refused:
        parse_plan(text_of().replace(old, new))
    assert says in str(refused.value)

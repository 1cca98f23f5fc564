"""A course from the first match to the grades, by commands alone: bots come, change and go; the runner is killed."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.support.runner_process import running
from tests.support.waiting import wait_until
from tests.tournament.commands.test_commands import tournament

BOT = 'from referee_client.bots import BOTS\nfrom referee_client.running import run\nrun(BOTS["{}"])\n'
SIX = {"ann": "", "bob": "random", "carl": "first", "dora": "greedy", "eve": "random", "fay": "first"}
GRADES = "SELECT bot, CASE ntile(3) OVER (ORDER BY share DESC) WHEN 1 THEN 'A' WHEN 2 THEN 'B' ELSE 'C' END AS grade"


class Course:
    """A folder with a plan that changes, the database, and a bot of its own."""

    def __init__(self, folder: Path) -> None:
        self.plan = folder / "plan.toml"
        self.database = folder / "course.db"
        self.bot = folder / "ann" / "bot.py"
        self.bots = dict(SIX)
        self.more = {"ann": "", "bob": ""}
        self.deals = 1
        self.killed = 0
        self.bot.parent.mkdir()
        self.improve("random")

    def improve(self, strategy: str) -> None:
        self.bot.write_text(BOT.format(strategy))

    def write(self) -> None:
        lines = ["plan = 1", "[tournament]", 'name = "course"', 'game = "keepers"', "seats = 2", "[format]"]
        lines += [f"deals = {self.deals}", "[run]", 'sandbox = "off"', "concurrency = 2", "[time]", 'startup = "60s"']
        lines += ['decision = "20s"']
        for name, builtin in self.bots.items():
            what = f'builtin = "{builtin}"' if builtin else f'command = ["python", "{self.bot}"]'
            lines += ["[[bots]]", f'name = "{name}"', what, self.more.get(name, "")]
        self.plan.write_text("\n".join(lines) + "\n")

    def stored(self) -> int:
        try:
            with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as db:
                return int(db.execute("SELECT count(*) FROM matches").fetchone()[0])
        except sqlite3.Error:
            return 0

    def kill(self, times: int, apart: int = 2) -> None:
        """Let the runner play a few matches, and kill it."""
        for _ in range(times):
            goal = self.stored() + apart
            with running(self.plan, self.database) as runner:
                wait_until(lambda goal=goal, runner=runner: self.stored() >= goal or runner.is_over())  # type: ignore[misc]
                if not runner.is_over():
                    self.killed += 1
                    runner.kill()

    def run(self, *words: str, code: int = 0) -> str:
        return tournament("run", self.plan, "--db", self.database, "--no-check", *words, code=code).stderr

    def json(self, *words: str) -> dict[str, object]:
        found: dict[str, object] = json.loads(tournament(*words, self.database, "--json").stdout)
        return found


@pytest.mark.parametrize(
    "kills",
    [pytest.param(1, id="killed a few times"), pytest.param(4, marks=pytest.mark.long, id="killed again and again")],
)
def test_a_course_is_played_from_the_first_match_to_the_grades(tmp_path: Path, kills: int) -> None:
    course = Course(tmp_path)
    course.write()
    course.kill(kills)
    committed = course.json("show")["commitment"]

    course.improve("greedy")
    assert "bot ann: its code has changed since it played" in course.run(code=1)
    course.more["ann"] = 'version = "2"'
    course.write()
    course.kill(kills)

    course.bots["gus"] = "greedy"
    course.more["bob"] = "withdrawn = true"
    course.write()
    course.kill(kills)

    first, second, *_ = [
        row[0] for row in csv.reader(io.StringIO(query(course, "SELECT match FROM results WHERE bot = 'dora'")))
    ][1:]
    tournament("annul", course.database, first, "--why", "the host was asleep")
    assert second != first
    replayable = query(
        course,
        "SELECT match FROM matches WHERE match NOT IN (SELECT match FROM seats WHERE bot IN ('bob', 'ann')) LIMIT 1",
    ).split()[1]
    tournament("replay", course.database, replayable, "--why", "the wrong file was installed")
    assert "unfinished: " in tournament("verify", course.database).stdout
    course.kill(kills)
    in_half_a_day = (datetime.now().astimezone() + timedelta(hours=12)).strftime("%H:%M")
    course.run("--until", in_half_a_day)
    assert "unfinished" not in tournament("verify", course.database).stdout

    course.deals = 6
    course.write()
    course.kill(1, apart=1)
    left = course.json("show")
    assert left["secret"] is None
    tournament("close", course.database, "--why", "the term is over")
    closed = course.json("show")
    assert closed["secret"] is not None
    assert closed["matches"] == closed["total"] == course.stored()

    said = tournament("verify", course.database).stdout
    assert "all as it should be" in said
    for words in (
        "bot ann#2 enters with version 2 as a new version of ann, after ann",
        "bot gus enters",
        "bot bob: withdrawn: false before, true now",
        f"match {first} was annulled: the host was asleep",
        f"match {replayable} is to be played again: the wrong file was installed",
        "format.deals: 1 before, 6 now",
        f"(its hash: {committed})",
        "the tournament was closed: the term is over",
    ):
        assert words in said, words
    grades = list(csv.DictReader(io.StringIO(query(course, f"{GRADES} FROM standings"))))
    assert {row["grade"] for row in grades} == {"A", "B", "C"}
    assert {"ann", "ann#2", "gus"} <= {row["bot"] for row in grades}
    assert course.killed >= (10 if kills > 1 else 1), "the runner was there to be killed"


def query(course: Course, sql: str) -> str:
    return tournament("query", course.database, sql, "--csv").stdout

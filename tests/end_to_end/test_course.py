"""A course from the first match to the grades, by commands and pages: bots come, change and go; runners are killed."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
import sys
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.clients.processes import bot_process
from tests.pages.test_replays import match_in
from tests.support.runner_process import running
from tests.support.waiting import wait_until
from tests.support.web_process import text_of, web
from tests.tournament.commands.test_commands import tournament

BOT = """
import sys
from referee_client.bots import BOTS
from referee_client.running import run
print("this is the bot of ann", file=sys.stderr, flush=True)
run(BOTS["{}"])
"""
SIX = {"ann": "", "bob": "random", "carl": "first", "dora": "greedy", "eve": "random", "fay": "first"}
FAR = "far"
FIRST = [sys.executable, "-m", "referee_client.bots", "first"]
GRADES = "SELECT bot, CASE ntile(3) OVER (ORDER BY share DESC) WHEN 1 THEN 'A' WHEN 2 THEN 'B' ELSE 'C' END AS grade"


class Course:
    """A folder with a plan that changes, the database, and a bot of its own."""

    def __init__(self, folder: Path) -> None:
        self.plan = folder / "plan.toml"
        self.database = folder / "course.db"
        self.bot = folder / "ann" / "bot.py"
        self.bots = dict(SIX)
        self.more = {"ann": "", "bob": ""}
        self.listen = ""
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
            what = "dial_in = true" if builtin == FAR else what
            lines += ["[[bots]]", f'name = "{name}"', what, self.more.get(name, "")]
        self.plan.write_text("\n".join(lines) + f"\n{self.listen}\n")

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

    key = zoe_dials_in_late(course)

    course.more["zoe"] = "withdrawn = true"
    course.deals = 6
    course.write()
    course.kill(1, apart=1)
    left = course.json("show")
    assert left["secret"] is None
    tournament("close", course.database, "--why", "the term is over")
    closed = course.json("show")
    assert closed["secret"] is not None
    assert closed["matches"] == closed["total"] == course.stored()

    student_looks_at_matches(course, key)
    said = tournament("verify", course.database).stdout
    assert "all as it should be" in said
    for words in (
        "bot ann#2 enters with version 2 as a new version of ann, after ann",
        "bot gus enters",
        "bot zoe enters",
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
    assert {"ann", "ann#2", "gus", "zoe"} <= {row["bot"] for row in grades}
    assert course.killed >= (10 if kills > 1 else 1), "the runner was there to be killed"


def zoe_dials_in_late(course: Course) -> str:
    """A bot that dials in enters, and comes while the run waits for it. Return a key that is made meanwhile."""
    address = f"unix:{course.plan.with_name('dial')}"
    course.bots["zoe"] = FAR
    course.listen = f'[listen]\naddress = "{address}"\nwait = "100s"'
    course.write()
    token = tournament("token", course.plan, "zoe").stdout.strip()
    with running(course.plan, course.database) as runner:
        log = Path(runner.log.name)
        wait_until(lambda: "for zoe to connect" in log.read_text())
        with bot_process(FIRST, address, token):
            key = tournament("key", course.database, "ann").stdout.strip()
            assert runner.wait() == 0
    assert "zoe is connected" in log.read_text()
    (zoe,) = [bot for bot in course.json("show")["bots"] if bot["bot"] == "zoe"]  # type: ignore[attr-defined]
    assert (zoe["matches"], zoe["forfeits"]) == (6, {})
    return key


def student_looks_at_matches(course: Course, key: str) -> None:
    """Ann sees what her bot saw and wrote, and nothing of the kind of other bots."""
    with web(course.database, program="tournament") as pages:
        visitor = pages.visitor()
        status, page = visitor.post("/key", key=key)
        assert (status, "<h1>ann#2</h1>" in page, "Your matches" in page) == (200, True, True)
        assert "this is the bot of ann" in page
        assert "Your matches" not in visitor.get("/bots/dora")[1]
        replays = re.findall(r'href="(/matches/[^"]+/replay)"', page)
        assert {*match_in(visitor.get(replays[0])[1])["viewers"]} > {"spectator"}
        assert {*match_in(pages.visitor().get(replays[0])[1])["viewers"]} == {"spectator"}
        said = text_of(visitor.get("/decisions")[1])
        assert "the tournament was closed: the term is over" in said


def query(course: Course, sql: str) -> str:
    return tournament("query", course.database, sql, "--csv").stdout

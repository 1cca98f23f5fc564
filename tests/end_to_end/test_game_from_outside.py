"""The package that `referee game new` writes: the steps of its README, one by one."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path
from textwrap import dedent

import pytest

from tests.support.outside import SITE, Outside, install
from tests.support.sandboxes import needs_sandbox

GREEDY = "python bots/lanterns_greedy.py"
READABLE = ("--readable", str(SITE))  # in a virtual environment all of it can be read anyway


@pytest.fixture(scope="module")
def lanterns(tmp_path_factory: pytest.TempPathFactory) -> Outside:
    return install("lanterns", "2-4", tmp_path_factory.mktemp("outside"))


def lines_of(readme: Path) -> list[list[str]]:
    """The commands that the tutorial gives, in its order."""
    blocks = re.findall(r"^ *```sh\n(.*?)```", readme.read_text(), re.DOTALL | re.MULTILINE)
    return [shlex.split(line) for block in blocks for line in block.splitlines() if line.strip()]


def test_the_tutorial_works_line_by_line(lanterns: Outside) -> None:
    (install, *lines) = lines_of(lanterns.package / "README.md")
    assert install == ["pip", "install", "-e", "."], "the fixture has done this"
    told = {}
    for words in lines:
        extra = READABLE if words[1] == "play" or words[1:3] == ["bot", "check"] else ()
        told[" ".join(words[: 3 if words[1] == "bot" else 2])] = lanterns.told(*words, *extra, folder=lanterns.package)
    assert "13 deselected" in told["pytest -q"], "the campaigns are for long"
    assert re.search(r"lanterns, 3 seats: wins [\d.]+% [\d.]+% [\d.]+%, mean", told["pytest -q"]), "figures are printed"
    assert "2 to 4 seats" in told["referee games"]
    assert "10 matches" in told["referee play"]
    assert told["referee bot check"].count("fine") > 5
    assert "WRONG" not in told["referee bot check"]
    assert "a bot in Python" in told["referee bot new"]
    assert told["referee game"] == "", "the messages are written already"
    rules = lanterns.told("referee", "games", "lanterns", "--rules", folder=lanterns.package)
    assert rules.startswith("# Lanterns\n")
    assert "Your hand: " in lanterns.told("referee", "show", str(a_record(lanterns)), folder=lanterns.package)


TOGETHER = """
from dataclasses import replace

import pytest
from referee.battery import Battery
from referee.errors import UsageError
from referee.kernel.match import start
from referee.kernel.texts import text_of

from msgspec import field

from lanterns.facts import FACTS
from lanterns.state import LanternsTable


class OptionsTable(LanternsTable):
    options: Options = field(default_factory=Options)


PARTS = dict(legend=legend, card_texts=card_texts, board=board, place_of=place_of)


class TestAllOfIt(Battery):
    game = replace(GAME, option_type=Options, table_type=OptionsTable, redeal=redeal, **PARTS)
    facts = FACTS

    def test_its_options_are_checked(self):
        with pytest.raises(UsageError, match="option rounds = 11 is not allowed: at most 10 with 4 seats"):
            start(self.game, seats=4, seed=1, options={"rounds": "11"})

    def test_its_legend_follows_the_view(self):
        match = start(self.game, seats=2, seed=1)
        assert match.view_text(match.view(None)).endswith("There are 2 of each card, and 8 is the highest.")


def test_the_classes_have_the_texts_that_the_tutorial_gives_them():
    assert text_of(Sold(0, ("black_cat", "owl"), 1, True, 0)) == (
        "Seat 0 sells black cat, owl and 1 coupon to seat 0, and is paid"
    )
    assert text_of(Sold(1, ("owl",), 2, False)) == "Seat 1 sells owl and 2 coupons, and is cheated"
    assert text_of(Scored(1, -2)) == "Seat 1 loses 2"


def test_the_window_closes_when_all_have_passed():
    table = WindowTable(seat_count=2, seed=bytes(32))
    asked = []
    phase = opening
    for index in (0, 1, 0, 0):
        running = phase(table)
        while phase is opening:
            phase = ended(running)
            running = phase(table)
        asking = running.send(None)
        (seat,) = asking.options
        asked.append(seat)
        phase = ended(running, {seat: index})
    assert asked == [0, 1, 0, 1]
    assert ended(phase(table)) is None


def ended(running, answers=None):
    with pytest.raises(StopIteration) as done:
        running.send(answers)
    return done.value.value
"""


def test_the_code_of_the_tutorial_works_together(lanterns: Outside, tmp_path: Path) -> None:
    """Every block of Python in it, in one file, with a game that has all these parts, and the battery on it."""
    readme = (lanterns.package / "README.md").read_text(encoding="utf-8")
    blocks = [dedent(block) for block in re.findall(r"^ *```python\n(.*?)```", readme, re.DOTALL | re.MULTILINE)]
    assert len(blocks) == 9
    code = "\n\n".join([*blocks, TOGETHER])
    (tmp_path / "test_tutorial.py").write_text(code, encoding="utf-8")
    words = ("pytest", "-q", "-p", "no:cacheprovider", "-m", "not long", str(tmp_path))
    told = lanterns.told(*words, folder=lanterns.package)
    assert " passed" in told


def test_the_tutorial_has_headings_and_short_lines(lanterns: Outside) -> None:
    lines = (lanterns.package / "README.md").read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if len(line) > 120]
    assert len([line for line in lines if line.startswith("#")]) > 15


def a_record(lanterns: Outside) -> Path:
    return next((lanterns.package / "records").glob("*.jsonl"))


def test_it_stands_beside_the_others(lanterns: Outside) -> None:
    listed = lanterns.told("referee", "games", folder=lanterns.package)
    assert "lanterns" in listed
    assert "keepers" in listed
    assert "copies = 2" in lanterns.told("referee", "games", "lanterns", "--show-cards", folder=lanterns.package)


BROKEN = """
from dataclasses import replace
from itertools import count

import msgspec
from lanterns.facts import FACTS
from lanterns.game import GAME
from referee.battery import Battery

ROUNDS = count(1)


def view(t, seat):
    return msgspec.structs.replace(GAME.view(t, seat), round=next(ROUNDS))


class TestBroken(Battery):
    game = replace(GAME, view=view)
    facts = FACTS
"""


def test_a_failing_battery_shows_what_it_compared(lanterns: Outside, tmp_path: Path) -> None:
    """As an author sees it: pytest rewrites the battery's assertions, though they lie in another package."""
    (tmp_path / "test_broken.py").write_text(BROKEN, encoding="utf-8")
    words = ("pytest", "-q", "-p", "no:cacheprovider", str(tmp_path), "-k", "same_seed_and_choices and 2")
    failed = lanterns.run(*words, folder=lanterns.package)
    assert failed.returncode == 1, failed.stdout + failed.stderr
    assert "At index 0 diff: b'" in failed.stdout
    assert "PytestAssertRewriteWarning" not in failed.stdout


@pytest.mark.timeout(300)
def test_the_package_that_was_just_written_passes_the_check_before_a_release(lanterns: Outside, tmp_path: Path) -> None:
    patience = ("--startup", "60s", "--decision", "20s")
    words = ("referee", "game", "check", str(lanterns.package), "--out", str(tmp_path / "kept"), *patience, *READABLE)
    done = lanterns.run(*words, folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    verdicts = dict(re.findall(r"^lanterns +(\S.*?) {2,}(fine|left out) ", done.stdout, re.MULTILINE))
    verdicts |= dict(re.findall(r"^ {8} +(\S.*?) {2,}(fine|left out) ", done.stdout, re.MULTILINE))
    since, fairness = verdicts.pop("messages since the last release"), verdicts.pop("fairness")
    assert {since, fairness} <= {"fine", "left out"}, "there may be no git, and no test of fairness"
    assert verdicts.pop("tests that take long") == "left out"
    verdicts.pop("bot first", None)  # which the tutorial writes: a bot in a folder of its own
    assert verdicts == dict.fromkeys(
        [
            *("messages", "replay", "speed, 2 seats", "size of Turns, 2 seats", "speed, 4 seats"),
            *("size of Turns, 4 seats", "bot lanterns_greedy.py", "options", "battery", "other tests"),
        ],
        "fine",
    )
    assert "the speed of lanterns ..." in done.stderr
    assert "lanterns_greedy.py: lanterns, whole match" in done.stderr
    assert " passed" in done.stderr, "what pytest prints is heard while it runs"
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == ["lanterns.html", "lanterns.jsonl"]


@needs_sandbox
def test_a_bot_reads_its_positions_in_the_sandbox(lanterns: Outside) -> None:
    bots = ("--bot", GREEDY, "--bot", "random", "--decision", "20s", "--sandbox", "require", "--json")
    told = json.loads(
        lanterns.told("referee", "play", "lanterns", *bots, *READABLE, "--deals", "2", folder=lanterns.package)
    )
    assert [bot["strikes"] for bot in told["bots"]] == [0, 0]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        pytest.param(
            "skull = lanterns:GAME", "registered as game 'skull', but is the game 'lanterns'", id="another id"
        ),
        pytest.param("skull = lanterns.facts:FACTS", "registered as game 'skull', but is ", id="no game"),
    ],
)
def test_what_is_registered_wrongly_is_refused(entry: str, message: str, lanterns: Outside, tmp_path: Path) -> None:
    info = tmp_path / "skull-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: skull\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[referee.games]\n{entry}\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    refused = lanterns.run("referee", "games", "skull", folder=tmp_path, environment=environment)
    assert refused.returncode == 1
    assert message in refused.stderr

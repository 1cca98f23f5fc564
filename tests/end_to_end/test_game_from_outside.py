"""The package that `referee game new` writes: the steps of its README, one by one."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path

import pytest

from tests.support.outside import SITE, Outside, install
from tests.support.sandboxes import needs_sandbox

GREEDY = "python bots/lanterns_greedy.py"
READABLE = ("--readable", str(SITE))  # in an environment of one's own all that lies there can be read anyway


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
        extra = READABLE if words[1] in {"play", "bot"} else ()
        told[" ".join(words[:2])] = lanterns.told(*words, *extra, folder=lanterns.package)
    assert "9 deselected" in told["pytest -q"], "the campaigns are for long"
    assert "2 to 4 seats" in told["referee games"]
    assert "10 matches" in told["referee play"]
    assert told["referee bot"].count("fine") > 5
    assert "WRONG" not in told["referee bot"]
    assert told["referee game"] == "", "the messages are written already"
    assert "Your hand: " in lanterns.told("referee", "show", str(a_record(lanterns)), folder=lanterns.package)


def a_record(lanterns: Outside) -> Path:
    return next((lanterns.package / "records").glob("*.jsonl"))


def test_it_stands_beside_the_others(lanterns: Outside) -> None:
    listed = lanterns.told("referee", "games", folder=lanterns.package)
    assert "lanterns" in listed
    assert "keepers" in listed
    assert "copies = 2" in lanterns.told("referee", "games", "lanterns", "--show-cards", folder=lanterns.package)


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
        pytest.param("skull = lanterns.facts:FACTS", "registered as game 'skull', but is no game", id="no game"),
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

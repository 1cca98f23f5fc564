"""A game package that was made with an older version still installs, loads, plays and is checked.

`games/lanterns` is what `referee game new lanterns` wrote before games stated the number of their face. It stays as it
is. Its own battery may complain, for the battery grows stricter.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.support.outside import Outside, install_package

KEPT = Path(__file__).parent / "games" / "lanterns"
PLAY = "play lanterns --bot random --sandbox off --deals 2 --seed 1 --decision 20s --json --record records"


@pytest.fixture(scope="module")
def lanterns(tmp_path_factory: pytest.TempPathFactory) -> Outside:
    folder = tmp_path_factory.mktemp("kept")
    return install_package(shutil.copytree(KEPT, folder / "lanterns"), folder)


def told(lanterns: Outside, *words: str) -> str:
    return lanterns.told(*words, folder=lanterns.package)


def test_it_loads_plays_and_is_verified_and_shown(lanterns: Outside) -> None:
    assert "2 to 4 seats" in told(lanterns, "referee", "games", "lanterns")
    played = told(lanterns, "referee", *PLAY.split(), "--bot", "python bots/lanterns_greedy.py")
    assert [(bot["matches"], bot["strikes"]) for bot in json.loads(played)["bots"]] == [(2, 0)] * 2
    assert told(lanterns, "referee", "verify", "records").count("fine") == 2
    record = str(next((lanterns.package / "records").glob("*.jsonl")))
    assert "Your hand: " in told(lanterns, "referee", "show", record)
    told(lanterns, "referee", "show", record, "--html", "match.html")


def test_its_messages_are_as_they_were(lanterns: Outside) -> None:
    assert told(lanterns, "referee", "game", "proto", "lanterns", "--out", "src/lanterns/protos") == ""


@pytest.mark.parametrize(
    "test",
    [
        pytest.param("test_game.py::test_the_highest_card_wins_what_the_die_shows", id="its worked case"),
        pytest.param("test_game.py::TestBattery::test_random_play_ends_within_the_bounds", id="the battery runs on it"),
        pytest.param("test_bot.py", id="its bot"),
    ],
)
def test_its_own_tests_run(test: str, lanterns: Outside) -> None:
    assert " passed" in told(lanterns, "pytest", "-q", f"tests/{test}")

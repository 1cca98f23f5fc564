"""`referee show`: what it shows of a record, and to which viewer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from referee.kernel.record import Record
from tests.support.matches import job, played, sealed
from tests.support.shell import referee

RECORD = played(job(seats=3))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "m-1.jsonl").write_bytes(RECORD.to_bytes())
    return tmp_path / "m-1.jsonl"


def scenes(path: Path, *words: object) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(referee("show", path, "--json", *words).stdout)["scenes"]
    return found


def test_every_turn_is_told_as_its_seat_saw_it(path: Path) -> None:
    told = scenes(path)
    assert len(told) == len(RECORD.steps) + 1
    for step, scene in zip(RECORD.steps, told, strict=False):
        assert scene["asked"] == [answer.seat for answer in step.answers]
        for answer, turn in zip(step.answers, scene["turns"], strict=True):
            assert (turn["seat"], turn["turn"], turn["option"]) == (answer.seat, answer.turn, answer.option)
            assert f"Seat {answer.seat} (you)" in turn["view"]
            assert 0 <= answer.option < len(turn["options"])


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_is_told_no_more_than_it_knew(path: Path, seat: int) -> None:
    own = scenes(path, "--seat", seat)
    in_all = [turn for scene in scenes(path)[:-1] for turn in scene["turns"] if turn["seat"] == seat]
    assert in_all
    assert [turn for scene in own[:-1] for turn in scene["turns"]] == in_all
    assert f"Seat {seat} (you)" in own[-1]["view"]


def test_the_spectator_is_told_no_choices_and_no_hands(path: Path) -> None:
    told = scenes(path, "--spectator")
    assert not any(scene.get("turns") for scene in told)
    assert "hand: " in json.dumps(scenes(path, "--seat", 0))
    assert "hand: " not in json.dumps(told)
    events = [event for scene in told for event in scene["events"]]
    assert any("lays a card" in event for event in events)
    assert events[-1].startswith("the game is over")


def test_people_get_text(path: Path) -> None:
    told = referee("show", path).stdout
    assert told.startswith("Match m-1: keepers\n  seat 0: a\n  seat 1: b\n  seat 2: c\n  options: first_seat = random")
    assert "== Step 1: seat" in told
    assert "\n  > 1 bid on quest 2\n" in told
    assert "Result: " in told
    assert "place 1, score" in told


def test_a_match_that_was_cut_short_is_told_too(path: Path) -> None:
    path.write_bytes(sealed(Record(RECORD.header, RECORD.steps[:3])).to_bytes())
    assert "The record has no result" in referee("show", path).stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(["--seat", 0, "--all"], "give one of --seat, --spectator and --all", id="two perspectives"),
        pytest.param(["--seat", 3], "the record has the seats 0 to 2, not 3", id="no such seat"),
        pytest.param(["--seat", "b"], "'b' is not a valid integer", id="not a seat"),
    ],
)
def test_mistakes_are_named(path: Path, words: list[object], said: str) -> None:
    assert said in referee("show", path, *words, code=1).stderr


def test_a_file_that_is_no_record_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello\n")
    assert f"Error: {tmp_path / 'x'}: line 1: " in referee("show", tmp_path / "x", code=1).stderr


def test_a_step_or_a_result_of_seats_that_do_not_exist_is_named(path: Path) -> None:
    answers = [structs.replace(RECORD.steps[0].answers[0], seat=2**70), *RECORD.steps[0].answers[1:]]
    path.write_bytes(sealed(Record(RECORD.header, [structs.replace(RECORD.steps[0], answers=answers)])).to_bytes())
    assert f"Error: {path}: " in referee("show", path, code=1).stderr
    path.write_bytes(sealed(Record(RECORD.header, [structs.replace(RECORD.steps[0], time=[])])).to_bytes())
    assert f"Error: {path}: step 1: number of times" in referee("show", path, code=1).stderr
    assert RECORD.end is not None
    path.write_bytes(sealed(Record(RECORD.header, RECORD.steps, structs.replace(RECORD.end, ends=[]))).to_bytes())
    assert f"Error: {path}: the result does not have 3 seats" in referee("show", path, code=1).stderr

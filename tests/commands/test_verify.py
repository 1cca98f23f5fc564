"""`referee verify`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.matches import job, played
from tests.support.shell import referee

RECORD = played(job())
DATA = RECORD.to_bytes()
assert RECORD.end is not None
PLACES = f'"places":[{RECORD.end.places[0]},{RECORD.end.places[1]}]'.encode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.jsonl").write_bytes(DATA)
    (tmp_path / "b.jsonl").write_bytes(DATA)
    return tmp_path


def test_sound_records_are_fine(folder: Path) -> None:
    assert [line.split(": ")[1][:5] for line in referee("verify", folder).stdout.splitlines()] == ["fine,"] * 2
    assert referee("verify", folder / "a.jsonl").stdout.startswith(f"{folder}/a.jsonl: fine, ")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        pytest.param(b'"step":5,', b'"step":6,', "line 6: the digest ", id="step"),
        pytest.param(
            b'"seat":0,"turn":1,"option":1', b'"seat":0,"turn":1,"option":0', "line 2: the digest ", id="choice"
        ),
        pytest.param(b'"seed":"', b'"seed":"0', "line 1: the digest ", id="seed"),
        pytest.param(PLACES, PLACES.replace(b"1", b"2"), f"line {len(RECORD.lines())}: the digest ", id="result"),
    ],
)
def test_a_changed_record_is_refused(folder: Path, old: bytes, new: bytes, said: str) -> None:
    assert old in DATA
    (folder / "b.jsonl").write_bytes(DATA.replace(old, new, 1))
    told = referee("verify", folder, code=1).stdout.splitlines()
    assert told[0].startswith(f"{folder}/a.jsonl: fine")
    assert told[1].startswith(f"{folder}/b.jsonl: {said}")


def test_json_has_one_entry_for_each_record(folder: Path) -> None:
    (folder / "b.jsonl").write_bytes(DATA.replace(b'"step":5,', b'"step":6,', 1))
    (folder / "c.jsonl").symlink_to("nowhere")
    sound, changed, gone = json.loads(referee("verify", "--json", folder, code=1).stdout)
    steps = len(RECORD.steps)
    assert sound == {"path": f"{folder}/a.jsonl", "ok": True, "steps": steps, "error": None, "failed": False}
    assert (changed["path"], changed["ok"], changed["steps"]) == (f"{folder}/b.jsonl", False, None)
    assert changed["error"].startswith("line 6: the digest ")
    assert (gone["path"], gone["ok"]) == (f"{folder}/c.jsonl", False)
    assert gone["error"].startswith("no such file")
    assert json.loads(referee("verify", "--json", folder / "a.jsonl").stdout) == [sound]


def test_a_folder_without_records_is_a_mistake(tmp_path: Path) -> None:
    assert "contains no records" in referee("verify", tmp_path, code=1).stderr


def test_what_can_not_be_read_is_named_and_the_rest_is_verified(folder: Path) -> None:
    (folder / "aa.jsonl").mkdir()
    (folder / "aa.jsonl" / "c.jsonl").write_bytes(DATA)
    (folder / "ab.jsonl").symlink_to("nowhere")
    told = referee("verify", folder, code=1).stdout.splitlines()
    assert [line.removeprefix(f"{folder}/").split(",")[0] for line in told] == [
        "a.jsonl: fine",
        "aa.jsonl: this is a folder; name a file",
        "aa.jsonl/c.jsonl: fine",
        "ab.jsonl: no such file or folder; create it",
        "b.jsonl: fine",
    ]

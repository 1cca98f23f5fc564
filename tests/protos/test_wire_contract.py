"""The wire is a contract: linted, commented, and never changed in a way that breaks a bot that exists.

`protos/released.binpb` is the wire as it was last released; `make wire-release` writes it again.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUF = Path(sys.executable).parent / "buf"


def buf(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs buf."""
    return subprocess.run([BUF, *arguments], capture_output=True, text=True, check=False, cwd=ROOT)


def against_release(protos: Path) -> subprocess.CompletedProcess[str]:
    """Compares protos with the release."""
    return buf("breaking", str(protos), "--against", "protos/released.binpb")


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """A copy of the protos, to be changed."""
    return Path(shutil.copytree(ROOT / "protos", tmp_path / "protos"))


def test_lint() -> None:
    found = buf("lint", "protos")
    assert found.returncode == 0, found.stdout


def test_nothing_breaks_bots_of_the_last_release() -> None:
    found = against_release(ROOT / "protos")
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        pytest.param("  uint32 turn = 2;\n  // The number", "  // The number", "was deleted", id="field deleted"),
        pytest.param("bytes note = 4;", "string note = 4;", "changed type", id="type changed"),
        pytest.param("bytes note = 4;", "bytes note = 5;", "was deleted", id="number changed"),
        pytest.param("CAUSE_FLOOD = 6;", "CAUSE_FLUTE = 6;", "CAUSE_FLOOD", id="enum value renamed"),
        pytest.param("rpc Play(", "rpc Game(", 'RPC "Play"', id="method renamed"),
    ],
)
def test_a_change_that_breaks_bots_is_caught(changed: Path, old: str, new: str, message: str) -> None:
    file = changed / "referee" / "v1" / "play_service.proto"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    found = against_release(changed)
    assert found.returncode != 0
    assert message in found.stdout


def test_an_uncommented_element_is_caught(changed: Path) -> None:
    file = changed / "referee" / "v1" / "match.proto"
    file.write_text(file.read_text().replace("  // The name of the bot that plays the seat.\n", ""))
    found = buf("lint", str(changed))
    assert 'Field "bot"' in found.stdout


def test_rules_import_no_messages() -> None:
    """The generated packages are no part of what import-linter sees."""
    for package in ("kernel", "games"):
        for file in (ROOT / "referee" / package).rglob("*.py"):
            if not file.name.endswith("_pb2.py"):
                imported = [line for line in file.read_text().splitlines() if re.match(r"\s*(from|import) ", line)]
                assert not [line for line in imported if re.search(r"_pb2|\.v1\b|protobuf", line)], file


def test_every_game_has_its_position() -> None:
    for game in sorted((ROOT / "protos" / "referee" / "games").iterdir()):
        proto = game / "v1" / f"{game.name}.proto"
        text = proto.read_text()
        assert "message Position {\n" in text, proto
        for part in ("View view = 1;", "repeated Option options = 2;", "repeated Event events = 3;"):
            assert part in text, f"{proto} has no {part}"

"""Records that were written once: their digests hold for ever, their tables as long as the rules do.

`records/GAME-VERSION.jsonl` was played by that version of the game's rules, and is never changed. Whoever gives a game
a new version of its rules adds a record, from
`referee play GAME --in-process --bot random --bot greedy --no-duplicate --record FILE`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

import pytest

from referee.errors import RecordError
from referee.kernel.game import find_game, game_ids
from referee.kernel.record import read_record
from referee.kernel.replay import verify
from referee.manual.contents import text_of
from tests.support.shell import referee

HERE = Path(__file__).parent
RECORDS = sorted((HERE / "records").glob("*.jsonl"))
PAGE = text_of("reference/record")
(CHECKER,) = re.findall(r"```python\n(import hashlib.*?)```", PAGE, flags=re.DOTALL)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_its_chain_holds_for_ever(path: Path) -> None:
    record = read_record(path.read_bytes())
    assert record.end is not None
    assert path.stem == f"{record.header.game_id}-{record.header.rules_version}"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_its_rules_give_the_same_match_or_say_that_they_are_others(path: Path) -> None:
    record = read_record(path.read_bytes())
    if record.header.rules_version == find_game(record.header.game_id).rules_version:
        verify(record)
        assert referee("show", path).stdout
    else:
        with pytest.raises(RecordError, match="its digests are correct, but it was played with version"):
            verify(record)


def test_the_rules_of_every_game_have_left_a_record() -> None:
    """So a change of the tables that a new version does not tell of is noticed: its record no longer verifies."""
    assert {f"{game_id}-{find_game(game_id).rules_version}" for game_id in game_ids()} <= {
        path.stem for path in RECORDS
    }


def test_the_page_tells_how_to_check_one(tmp_path: Path) -> None:
    sound = RECORDS[0].read_bytes()
    (tmp_path / "changed.jsonl").write_bytes(sound.replace(b'"option":1', b'"option":2', 1))
    check = [sys.executable, "-c", CHECKER]
    assert subprocess.run([*check, RECORDS[0]], capture_output=True, text=True, check=False).returncode == 0
    found = subprocess.run([*check, tmp_path / "changed.jsonl"], capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert re.fullmatch(r"line \d+ is not what was written\n", found.stderr)


def test_the_vectors_of_the_page_are_right() -> None:
    last = b""
    rows = re.findall(r"^\| `(\{.*)` \| `([0-9a-f]{32})` \|$", PAGE, flags=re.MULTILINE)
    assert len(rows) == 2
    for content, digest in rows:
        last = blake2b(last + content.encode(), digest_size=16).digest()
        assert last.hex() == digest

"""`referee game`: help for the authors of games."""

from __future__ import annotations

from pathlib import Path

import referee as face
from referee.kernel.proto_text import proto_path
from tests.support.shell import referee

KEEPERS = face.games()["keepers"]


def test_protos_are_written_where_they_belong(tmp_path: Path) -> None:
    into = str(tmp_path / "new")
    assert referee("game", "proto", "keepers", "--into", into).output.endswith("keepers.proto: written\n")
    file = tmp_path / "new" / proto_path("keepers")
    assert file.read_text() == KEEPERS.proto
    assert referee("game", "proto", "keepers", "--into", into).output == ""
    assert sorted(path.name for path in (tmp_path / "new").rglob("*.proto")) == ["keepers.proto"]
    referee("game", "proto", "--into", into)
    assert {path.stem for path in (tmp_path / "new").rglob("*.proto")} == set(face.games())


def test_a_number_moves_only_if_that_is_wanted(tmp_path: Path) -> None:
    file = tmp_path / proto_path("keepers")
    file.parent.mkdir(parents=True)
    file.write_text(KEEPERS.proto.replace("uint32 deck = 5;", "uint32 deck = 17;"))
    refused = referee("game", "proto", "keepers", "--into", str(tmp_path), code=1)
    assert "View.deck would move from 17 to 5. Write what is new after what has a number" in refused.output
    assert "uint32 deck = 17;" in file.read_text()
    referee("game", "proto", "keepers", "--into", str(tmp_path), "--renumber")
    assert file.read_text() == KEEPERS.proto

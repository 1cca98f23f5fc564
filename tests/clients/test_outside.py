"""Positions of games without generated classes."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from google.protobuf.any_pb2 import Any as Packed
from referee_client import ProtocolError, outside
from referee_client.position import unpack

import referee
from referee.kernel.seats import Seat
from referee.starters.games import files_of
from referee.starters.skeleton.src.skeleton.game import GAME


def ship(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, proto: str | None = None) -> None:
    """Put the package of a game on the path; bots must not need its code."""
    package = folder / f"{name}_package"
    for path, text in files_of(name, 2, 4):
        if path.suffix == ".proto":
            file = package / Path(*path.parts[2:])
            file.parent.mkdir(parents=True)
            file.write_text(text if proto is None else proto)
    (package / "__init__.py").write_text("raise AssertionError('a bot imports the rules')")
    entry = EntryPoint(name, f"{name}_package.rules:GAME", "referee.games")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(outside, "entry_points", lambda group, name: [entry] if name == entry.name else [])


def position_of(name: str) -> Packed:
    """What seat 0 receives at the start of a match of the skeleton, under the name of another game."""
    match = referee.start(GAME, seats=2, seed=1)
    return Packed(type_url=f"type.googleapis.com/referee.games.{name}.v1.Position", value=match.position_bytes(Seat(0)))


def test_positions_are_read_with_the_proto_of_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ship("shipped", tmp_path, monkeypatch)
    for _ in range(2):
        position = unpack(position_of("shipped"))
        assert len(position.view.hand) == 3
        assert [option.WhichOneof("option") for option in position.options] == ["rest", "look"]


def test_an_unknown_game_is_refused_with_what_helps() -> None:
    with pytest.raises(ProtocolError, match=r"does not know .*nowhere.v1.Position: install the package of the game"):
        unpack(position_of("nowhere"))


def test_a_proto_that_is_none_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    ship("broken", tmp_path, monkeypatch, proto="message {")
    with pytest.raises(ProtocolError, match=r"protoc refuses .*broken.proto: see its messages above"):
        unpack(position_of("broken"))
    assert "broken.proto" in capfd.readouterr().err


def test_a_proto_of_something_else_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ship("mistaken", tmp_path, monkeypatch, proto='syntax = "proto3";\npackage another;\nmessage Position {}\n')
    with pytest.raises(ProtocolError, match=r"mistaken.proto does not define referee.games.mistaken.v1.Position"):
        unpack(position_of("mistaken"))


def test_without_protoc_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ship("tooled", tmp_path, monkeypatch)

    def none(_name: str) -> None:
        raise ImportError

    monkeypatch.setattr(outside, "import_module", none)
    with pytest.raises(ProtocolError, match=r"needs grpcio-tools: pip install 'referee-client\[game\]'"):
        unpack(position_of("tooled"))

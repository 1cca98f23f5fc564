"""`referee protos` writes the files of this version, and does not overwrite other files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf import descriptor_pb2

from tests.support.shell import referee

ROOT = Path(__file__).parents[2]
PROTOS = {file.relative_to(ROOT / "protos").as_posix() for file in (ROOT / "protos" / "referee").rglob("*.proto")}


def texts(folder: Path) -> dict[str, str]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in files}


def test_all_of_them_are_written_as_they_are(tmp_path: Path) -> None:
    told = referee("protos", tmp_path / "a" / "protos").stdout
    assert told == f"{tmp_path}/a/protos: {len(PROTOS)} of {len(PROTOS)} files written\n"
    assert texts(tmp_path / "a" / "protos") == {name: (ROOT / "protos" / name).read_text("utf-8") for name in PROTOS}


def test_what_is_there_already_stays_and_what_is_missing_comes(tmp_path: Path) -> None:
    referee("protos", tmp_path)
    (tmp_path / "own.proto").write_text("mine")
    assert referee("protos", tmp_path).stdout == f"{tmp_path}: all files exist already\n"
    (tmp_path / "referee" / "v1" / "match.proto").unlink()
    assert referee("protos", tmp_path).stdout == f"{tmp_path}: 1 of {len(PROTOS)} files written\n"
    assert texts(tmp_path).keys() == PROTOS | {"own.proto"}


def test_what_differs_is_not_written_over_unless_it_is_asked_for(tmp_path: Path) -> None:
    changed, missing = tmp_path / "referee/v1/match.proto", tmp_path / "referee/v1/game_service.proto"
    referee("protos", tmp_path)
    changed.write_text("mine")
    missing.unlink()
    said = referee("protos", tmp_path, code=1).stderr
    assert said == (
        f"Error: {changed} already exists with different content (1 of {len(PROTOS)} files do): "
        "--replace overwrites them, or name another folder\n"
    )
    assert (changed.read_text(), missing.exists()) == ("mine", False)
    referee("protos", tmp_path, "--replace")
    assert changed.read_text() == (ROOT / "protos" / "referee/v1/match.proto").read_text()


def test_the_binary_form_is_what_protoc_makes(tmp_path: Path) -> None:
    file = tmp_path / "all.binpb"
    assert referee("protos", "--descriptor-set", file).stdout == f"{file}: written\n"
    other = tmp_path / "buf.binpb"
    buf = Path(sys.executable).with_name("buf")
    subprocess.run([buf, "build", ROOT / "protos", "--exclude-source-info", "-o", other], check=True)
    ours, theirs = (descriptor_pb2.FileDescriptorSet.FromString(path.read_bytes()) for path in (file, other))
    theirs.DiscardUnknownFields()  # buf writes what only buf reads
    assert {one.name: one for one in ours.file} == {one.name: one for one in theirs.file}
    seen: set[str] = set()
    for one in ours.file:
        assert seen.issuperset(one.dependency), one.name
        seen.add(one.name)


def test_another_file_is_not_written_over_by_the_binary_form(tmp_path: Path) -> None:
    file = tmp_path / "all.binpb"
    file.write_text("mine")
    said = referee("protos", "--descriptor-set", file, code=1).stderr
    assert "with different content: use --replace to overwrite it" in said
    assert file.read_text() == "mine"
    referee("protos", "--descriptor-set", file, "--replace")
    referee("protos", "--descriptor-set", file)  # which is the same


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param([], "name a folder for the .proto files, or a file with --descriptor-set, or both", id="nothing"),
        pytest.param(["{file}"], "is a file", id="a file as folder"),
        pytest.param(["{file}/protos"], "a part of this path is a file, not a folder", id="below a file"),
        pytest.param(
            ["--descriptor-set", "{file}/all"], "this exists already and is not a folder", id="binary below a file"
        ),
    ],
)
def test_mistakes_are_named(words: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert said in referee("protos", *[word.format(file=tmp_path / "file") for word in words], code=1).stderr

"""The messages of a package, compared with the classes and with the last release."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from shlex import quote

import pytest

from referee.errors import UsageError
from referee.game_check.finding import Finding, Findings, Judgement
from referee.game_check.messages import changed, check_messages, check_released
from referee.kernel.proto_text import proto_path
from referee.starters.skeleton.src.skeleton.game import GAME

PROTO = GAME.proto
SHIPPED = Path("protos") / proto_path(GAME.id)
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def ship(code: Path, text: str = PROTO) -> Path:
    file = code / SHIPPED
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return code


def written(code: Path) -> Finding:
    findings = Findings(GAME.id)
    check_messages(findings, GAME, code)
    (finding,) = findings.made
    return finding


def released(code: Path) -> Finding:
    findings = Findings(GAME.id)
    check_released(findings, GAME, code)
    (finding,) = findings.made
    return finding


def test_the_file_as_it_is_written_is_fine(tmp_path: Path) -> None:
    assert written(ship(tmp_path)).verdict is Judgement.FINE


def test_a_file_that_is_missing_or_stale_is_wrong_and_the_command_is_named(tmp_path: Path) -> None:
    missing = written(tmp_path)
    stale = written(ship(tmp_path, PROTO.replace("uint32 deck = 3;", "uint32 stock = 3;")))
    for finding in (missing, stale):
        assert finding.verdict is Judgement.WRONG
        assert f"referee game proto skeleton --out {quote(str(tmp_path / 'protos'))}" in finding.found
    assert stale.details == ("View.stock was field 3, optional uint32, now gone",)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        pytest.param("  uint32 deck = 3;\n", "", "View.deck was field 3, optional uint32, now gone", id="gone"),
        pytest.param("uint32 deck = 3", "uint32 deck = 30", "now field 30, optional uint32", id="number"),
        pytest.param("uint32 deck = 3", "string deck = 3", "now field 3, optional string", id="type"),
        pytest.param("uint32 deck = 3", "repeated uint32 deck = 3", "now field 3, repeated uint32", id="label"),
        pytest.param("message Drew {", "message Took {", "Drew was a message, now gone", id="message"),
        pytest.param(
            "    Drew drew = 5;", "    Shared drew = 5;", "optional .referee.games.skeleton.v1.Drew of", id="kind"
        ),
    ],
)
def test_what_old_bots_cannot_read_any_more_is_found(old: str, new: str, found: str) -> None:
    text = PROTO.replace(old, new)
    if "Took" in new:
        text = text.replace("    Drew drew", "    Took drew")
    assert text != PROTO
    assert any(found in line for line in changed(PROTO, text)), changed(PROTO, text)


def test_what_is_added_changes_nothing() -> None:
    assert changed(PROTO.replace("  uint32 deck = 3;\n", ""), PROTO) == []


def test_a_text_that_is_no_proto_is_refused() -> None:
    with pytest.raises(UsageError, match="protoc refuses"):
        changed("message {", PROTO)


def git(folder: Path, *words: str) -> None:
    name = ["-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", "-C", str(folder), *name, *words], check=True, capture_output=True)


@needs_git
def test_the_last_tag_is_the_last_release(tmp_path: Path) -> None:
    code = tmp_path / "src"
    ship(code, PROTO.replace("uint32 deck = 3", "uint32 deck = 30"))
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "first")
    assert released(code).verdict is Judgement.LEFT_OUT
    git(tmp_path, "tag", "v1")
    wrong = released(code)
    assert wrong.verdict is Judgement.WRONG
    assert wrong.found == "bots made for v1 cannot read 1 thing: only additions are allowed"
    assert wrong.details == ("View.deck was field 30, optional uint32, now field 3, optional uint32",)
    ship(code)
    git(tmp_path, "commit", "--quiet", "-am", "second")
    git(tmp_path, "tag", "v2")
    assert released(code).found == "compared with v2: the same"


def test_without_git_or_a_tag_it_is_left_out_and_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ship(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert released(tmp_path).verdict is Judgement.LEFT_OUT
    monkeypatch.setenv("PATH", str(tmp_path))
    without = released(tmp_path)
    assert without.verdict is Judgement.LEFT_OUT
    assert "cannot run git" in without.found

"""Tokens: found by what was issued, kept as hashes, replaced by a later one."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.errors import UsageError
from referee.server.tokens import Issued, Role, Tokens


@pytest.fixture(params=["memory", "file"])
def tokens(request: pytest.FixtureRequest, tmp_path: Path) -> Tokens:
    return Tokens(tmp_path / "data" / "tokens.jsonl" if request.param == "file" else None)


def _holder(issued: Issued | None) -> tuple[str, Role] | None:
    return None if issued is None else (issued.name, issued.role)


def test_a_token_tells_who_has_it(tokens: Tokens) -> None:
    issued = [tokens.issue("a"), tokens.issue("guest", Role.SPECTATOR), tokens.issue("boss", Role.ORGANISER)]
    holders = [("a", Role.BOT), ("guest", Role.SPECTATOR), ("boss", Role.ORGANISER)]
    assert [_holder(tokens.find(token)) for token in issued] == holders


@pytest.mark.parametrize(
    "token",
    [
        pytest.param("", id="empty"),
        pytest.param("guess", id="a guess"),
        pytest.param("é" * 100, id="not ASCII"),
        pytest.param("\udc80", id="not even text"),
    ],
)
def test_another_token_is_nobodys(tokens: Tokens, token: str) -> None:
    tokens.issue("a")
    assert tokens.find(token) is None


def test_a_hash_is_no_token(tokens: Tokens) -> None:
    issued = tokens.find(tokens.issue("a"))
    assert issued is not None
    assert tokens.find(issued.hash) is None


def test_a_later_token_replaces_the_one_before(tokens: Tokens) -> None:
    first, second = tokens.issue("a"), tokens.issue("a")
    assert first != second
    assert tokens.find(first) is None
    assert _holder(tokens.find(second)) == ("a", Role.BOT)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("", id="empty"),
        pytest.param(" a", id="a blank first"),
        pytest.param("a" * 65, id="too long"),
        pytest.param("a\nb", id="two lines"),
        pytest.param("../a", id="a path"),
    ],
)
def test_a_bad_name_is_refused(tokens: Tokens, name: str) -> None:
    with pytest.raises(UsageError, match="name"):
        tokens.issue(name)


def test_the_file_holds_hashes_alone_and_is_private(tmp_path: Path) -> None:
    file = tmp_path / "tokens.jsonl"
    token = Tokens(file).issue("a")
    assert token not in file.read_text()
    assert file.stat().st_mode & 0o077 == 0


def test_a_running_referee_sees_what_another_process_issues(tmp_path: Path) -> None:
    file = tmp_path / "tokens.jsonl"
    running, command = Tokens(file), Tokens(file)
    token = command.issue("a")
    assert _holder(running.find(token)) == ("a", Role.BOT)
    replaced = command.issue("a")
    assert running.find(token) is None
    assert _holder(running.find(replaced)) == ("a", Role.BOT)


def test_a_line_that_is_still_being_written_waits(tmp_path: Path) -> None:
    file = tmp_path / "tokens.jsonl"
    token = Tokens(file).issue("a")
    whole = file.read_bytes()
    file.write_bytes(whole[:-10])
    tokens = Tokens(file)
    assert tokens.find(token) is None
    file.write_bytes(whole)
    assert _holder(tokens.find(token)) == ("a", Role.BOT)

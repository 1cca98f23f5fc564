"""Tokens: found by what was issued, kept as hashes, replaced by a later one."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.errors import UsageError
from referee.server.storage.tokens import Issued, Role, Tokens
from tests.support.disks import small_disk


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


@pytest.mark.parametrize(
    "garbage",
    [
        pytest.param(b"nonsense\n", id="no JSON"),
        pytest.param(b'{"name":"x"}\n', id="a part"),
        pytest.param(b"\xff\xfe\x00\n", id="no text"),
        pytest.param(b"[" * 100_000 + b"\n", id="deep"),
        pytest.param(b'{"name":"b","rol', id="cut short"),
    ],
)
def test_a_line_that_is_no_token_is_named_and_the_others_are_good(
    tmp_path: Path, garbage: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "tokens.jsonl"
    before = Tokens(file).issue("a")
    with file.open("ab") as opened:
        opened.write(garbage)
    after = Tokens(file).issue("c")
    tokens = Tokens(file)
    assert [_holder(tokens.find(token)) for token in (before, after)] == [("a", Role.BOT), ("c", Role.BOT)]
    assert "tokens.jsonl, line 2: this token cannot be read" in caplog.text


def test_a_byte_that_flips_costs_one_token_at_most(tmp_path: Path) -> None:
    file = tmp_path / "tokens.jsonl"
    issued = [Tokens(file).issue(name) for name in "abc"]
    whole = file.read_bytes()
    for place in range(len(whole)):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0x15]) + whole[place + 1 :])
        tokens = Tokens(file)
        lost = sum(tokens.find(token) is None for token in issued)
        assert lost <= 1 + (whole[place] == ord("\n")), place


def _taken(file: Path) -> str | None:
    try:
        return Tokens(file).issue(f"more{file.stat().st_size}")
    except UsageError:
        return None


def test_a_token_that_a_full_disk_does_not_take_is_not_half_there(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "64k") as disk:
        file = disk.path / "tokens.jsonl"
        good = [Tokens(file).issue(f"bot{number}") for number in range(20)]
        disk.fill()
        while (token := _taken(file)) is not None:
            good.append(token)
        with pytest.raises(UsageError, match=r"cannot store the token: .*tokens.jsonl: no space is left"):
            Tokens(file).issue("late")
        disk.empty()
        good.append(Tokens(file).issue("last"))
        assert all(Tokens(file).find(token) is not None for token in good)


def test_tokens_that_can_not_be_read_are_named(tmp_path: Path) -> None:
    (tmp_path / "tokens.jsonl").mkdir()
    with pytest.raises(UsageError, match=r"tokens.jsonl: this is a folder"):
        Tokens(tmp_path / "tokens.jsonl")

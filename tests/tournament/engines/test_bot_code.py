"""The digest of a bot's code: it changes with every file that the bot can see, and with nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tournament.engines.bot_code import code_of
from tournament.plan.plan import Entrant


@pytest.fixture
def bot(tmp_path: Path) -> Entrant:
    folder = tmp_path / "mine"
    (folder / "weights").mkdir(parents=True)
    (folder / "bot.py").write_text("one")
    (folder / "weights" / "net").write_bytes(b"\0\1")
    (folder / "link").symlink_to("bot.py")
    return Entrant(name="mine", command=["python", str(folder / "bot.py")])


def folder_of(bot: Entrant) -> Path:
    assert bot.command is not None
    return Path(bot.command[1]).parent


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda folder: (folder / "bot.py").write_text("two"), id="its program"),
        pytest.param(lambda folder: (folder / "weights" / "net").write_bytes(b"\0\2"), id="other data"),
        pytest.param(lambda folder: (folder / "more").write_text(""), id="a new file"),
        pytest.param(lambda folder: (folder / "weights" / "net").rename(folder / "weights" / "new"), id="a new name"),
        pytest.param(lambda folder: (folder / "weights" / "net").unlink(), id="a file less"),
        pytest.param(lambda folder: (folder / "bot.py").chmod(0o755), id="it may be run"),
        pytest.param(
            lambda folder: [(folder / "link").unlink(), (folder / "link").symlink_to("weights")], id="a link elsewhere"
        ),
    ],
)
def test_the_digest_changes_with_what_the_bot_can_see(bot: Entrant, change: Callable[[Path], object]) -> None:
    before = code_of(bot, [])
    assert code_of(bot, []) == before
    change(folder_of(bot))
    assert code_of(bot, []) != before


def test_the_digest_does_not_change_with_what_running_leaves_or_with_the_place(bot: Entrant, tmp_path: Path) -> None:
    before = code_of(bot, [])
    folder = folder_of(bot)
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "bot.pyc").write_bytes(b"")
    assert code_of(bot, []) == before
    moved = folder.rename(tmp_path / "elsewhere")
    there = Entrant(name="other", command=["python", str(moved / "bot.py")])
    assert code_of(there, []) == before


def test_in_a_folder_with_files_of_the_tournament_only_the_named_files_count(bot: Entrant) -> None:
    folder = folder_of(bot)
    hidden = [folder / "t.db"]
    before = code_of(bot, hidden)
    (folder / "t.db").write_text("grows")
    (folder / "report").mkdir()
    assert code_of(bot, hidden) == before
    (folder / "bot.py").write_text("two")
    assert code_of(bot, hidden) != before


def test_only_a_bot_that_is_started_has_code() -> None:
    assert code_of(Entrant(name="a", builtin="first"), []) == code_of(Entrant(name="a", dial_in=True), []) == ""

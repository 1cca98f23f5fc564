"""The files of bots: packed with everything that the command needs, and nothing that no bot may see."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.tournaments import a_plan
from tournament.cluster import packing
from tournament.cluster.packing import packed_bots, placed, unpack_bots
from tournament.errors import UserError
from tournament.plan.plan import Plan


def a_plan_of(*commands: str, more: str = "") -> Plan:
    bots = "\n".join(f'[[bots]]\nname = "bot-{n}"\ncommand = {one}\n{more}' for n, one in enumerate(commands))
    return a_plan("first", extra=bots, in_process=False, sandbox="off")


def moved(plan: Plan, root: Path, hidden: tuple[Path, ...] = ()) -> tuple[Plan, Path]:
    """The plan after its files were unpacked in a folder, and the place of the working directory there."""
    told, packs = packed_bots(plan, hidden)
    folder = root / str(Path.cwd()).removeprefix("/")
    folder.mkdir(parents=True)
    unpack_bots(packs.values(), root)
    return placed(told, root), folder


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a bot, in which the runner works."""
    folder = tmp_path / "here" / "my bot"
    (folder / "data").mkdir(parents=True)
    (folder / "run.sh").write_text('#!/bin/sh\ncat "$(dirname "$0")/data/weights"\n')
    (folder / "run.sh").chmod(0o755)
    (folder / "data" / "weights").write_text("three")
    (folder / "link").symlink_to("data/weights")
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "made.pyc").touch()
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize(
    "command", ['["./run.sh"]', '["{folder}/run.sh"]', '["sh", "run.sh"]', '["sh", "{folder}/run.sh"]']
)
def test_a_command_means_the_same_where_the_files_are_unpacked(bot: Path, tmp_path: Path, command: str) -> None:
    plan, folder = moved(a_plan_of(command.format(folder=bot)), tmp_path / "there")
    words = plan.bots[-1].command
    assert words is not None
    shutil.rmtree(bot)
    assert subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True).stdout == "three"


def test_files_keep_their_kind_and_can_only_be_read(bot: Path, tmp_path: Path) -> None:
    _, folder = moved(a_plan_of('["./run.sh"]'), tmp_path / "there")
    assert sorted(path.name for path in folder.iterdir()) == ["data", "link", "run.sh"]
    assert (folder / "link").readlink() == Path("data/weights")
    modes = {path.name: path.stat().st_mode & 0o777 for path in (folder / "run.sh", folder / "data" / "weights")}
    assert modes == {"run.sh": 0o555, "weights": 0o444}


def test_lists_of_paths_are_moved_path_by_path(bot: Path, tmp_path: Path) -> None:
    (bot / "lib").mkdir()
    (bot / "lib" / "bot.jar").touch()
    plan, _ = moved(
        a_plan_of(f'["sh", "-cp", "{bot}/lib/bot.jar:/usr/share/java:{bot}/data", "Bot"]'), tmp_path / "there"
    )
    there = f"{tmp_path / 'there'}{bot}"
    assert plan.bots[-1].command == ["sh", "-cp", f"{there}/lib/bot.jar:/usr/share/java:{there}/data", "Bot"]


def test_files_that_a_bot_may_read_travel_too(bot: Path, tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_text("seven")
    more = f'readable = ["{tmp_path}/model.bin"]'
    plan, _ = moved(a_plan_of('["./run.sh"]', more=more), tmp_path / "there")
    (readable,) = plan.bots[-1].readable
    assert Path(readable).is_relative_to(tmp_path / "there")
    assert Path(readable).read_text() == "seven"


def test_what_no_bot_may_see_is_not_sent(bot: Path, tmp_path: Path) -> None:
    for name in ("plan.toml", "t.db", "t.db-wal"):
        (bot / name).touch()
    (bot / "other-name").symlink_to("t.db")
    hidden = tuple(bot / name for name in ("plan.toml", "t.db", "t.db-wal"))
    _, folder = moved(a_plan_of('["./run.sh"]'), tmp_path / "there", hidden)
    assert sorted(path.name for path in folder.iterdir()) == ["data", "link", "run.sh"]


def test_bots_that_share_a_folder_are_packed_once(bot: Path) -> None:
    _, packs = packed_bots(a_plan_of('["./run.sh"]', '["sh", "run.sh"]', '["./run.sh", "fast"]'), ())
    assert len([data for data in packs.values() if len(data) > 20]) == 1


def test_the_same_files_have_the_same_digest(bot: Path) -> None:
    first, again = (packed_bots(a_plan_of('["./run.sh"]'), ())[1] for _ in range(2))
    (bot / "data" / "weights").write_text("four")
    changed = packed_bots(a_plan_of('["./run.sh"]'), ())[1]
    assert first == again
    assert first.keys() != changed.keys()


def test_too_large_a_folder_is_refused(bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MOST_PACKED", 100)
    (bot / "data" / "big").write_bytes(bytes(101))
    with pytest.raises(UserError, match=r"bot bot-0: with .*my bot.*, the files of the bots have more than 0 MiB"):
        packed_bots(a_plan_of('["./run.sh"]'), ())


def test_what_is_no_file_is_left_out(bot: Path, tmp_path: Path) -> None:
    os.mkfifo(bot / "data" / "pipe")
    _, folder = moved(a_plan_of('["./run.sh"]'), tmp_path / "there")
    assert [path.name for path in (folder / "data").iterdir()] == ["weights"]

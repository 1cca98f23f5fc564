"""`referee bot update` updates the files that Referee wrote into a bot's folder, and nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from referee.starters.languages import languages
from referee.starters.library_file import LIBRARY_FILE, digest, read_library_file
from referee.starters.updating import carry_out, plan_update
from referee.version import referee_version
from tests.support.disks import small_disk
from tests.support.shell import referee

OLD = b"// as an earlier version had it\n"
MINE = b"// as I want it\n"
LIBRARY = "referee/session.go"
SETTING = "go.mod"
BUILD = "go generate ./... && go build -o fox ."
OF_A_GAME_ELSEWHERE = "protos/referee/games/ferry/v1/ferry.proto"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def written_by_an_older_version(folder: Path, files: Mapping[str, bytes], settings: Mapping[str, bytes]) -> None:
    """Turn a folder into one that an older version with these library and settings files would have written."""
    for place, data in {**files, **settings}.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_bytes(data)
    said = read_library_file(folder)
    older = replace(
        said,
        version="0.0.9",
        date=date(2025, 1, 31),
        library=dict(said.library) | {place: digest(data) for place, data in files.items()},
        settings=dict(said.settings) | {place: digest(data) for place, data in settings.items()},
    )
    (folder / LIBRARY_FILE).write_text(older.text(), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bot in Go."""
    referee("bot", "new", "go", tmp_path / "fox", "--game", "keepers")
    return tmp_path / "fox"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", ["", "inns"])
def test_a_new_folder_needs_no_update(language: str, game: str, tmp_path: Path) -> None:
    referee("bot", "new", language, tmp_path / "fox", *(["--game", game] if game else []))
    before = contents(tmp_path / "fox")
    told = referee("bot", "update", tmp_path / "fox").stdout
    assert told == f"{tmp_path}/fox already has the library of Referee {referee_version()}\n"
    assert contents(tmp_path / "fox") == before


def test_an_old_library_is_renewed_and_the_bot_stays(folder: Path) -> None:
    new = contents(folder)
    written_by_an_older_version(folder, {LIBRARY: OLD, "protos/referee/v1/match.proto": OLD}, {SETTING: OLD})
    own = {"main.go": MINE, "README.md": MINE, "think.go": MINE, "referee/mine.go": MINE}
    for place, data in own.items():
        (folder / place).write_bytes(data)
    told = referee("bot", "update", folder).stdout.splitlines()
    assert told == [
        "protos/referee/v1/match.proto: updated",
        "referee/session.go: updated",
        "go.mod: updated",
        f"{folder} now has the library of Referee {referee_version()}. Build it again: {BUILD}",
    ]
    assert contents(folder) == new | own
    assert "already" in referee("bot", "update", folder).stdout


def test_another_version_of_the_same_files_is_noted(folder: Path) -> None:
    written_by_an_older_version(folder, {}, {})
    assert f"{folder} now has the library of Referee" in referee("bot", "update", folder).stdout
    said = read_library_file(folder)
    assert said.version == referee_version()
    assert said.date > date(2025, 1, 31)


def test_a_changed_file_of_the_library_is_kept_beside_the_new_one(folder: Path) -> None:
    new = contents(folder)
    written_by_an_older_version(folder, {LIBRARY: OLD}, {})
    (folder / LIBRARY).write_bytes(MINE)
    told = referee("bot", "update", folder).stdout
    assert f"{LIBRARY}: updated; your changed version is now {LIBRARY}.yours\n" in told
    assert contents(folder) == new | {f"{LIBRARY}.yours": MINE}
    assert "already" in referee("bot", "update", folder).stdout


def test_a_changed_file_stays_where_the_library_did_not_change(folder: Path) -> None:
    (folder / LIBRARY).write_bytes(MINE)
    before = contents(folder)
    told = referee("bot", "update", folder).stdout
    assert f"{LIBRARY}: kept: you changed it, and the library's file did not change\n" in told
    assert contents(folder) == before


def test_what_an_earlier_update_kept_is_never_written_over(folder: Path) -> None:
    written_by_an_older_version(folder, {LIBRARY: OLD, "referee/bot.go": OLD}, {})
    (folder / LIBRARY).write_bytes(MINE)
    (folder / f"{LIBRARY}.yours").write_bytes(b"kept")
    before = contents(folder)
    assert f"{folder / LIBRARY}.yours already exists" in referee("bot", "update", folder, code=1).stderr
    assert contents(folder) == before


def test_a_file_of_the_library_that_is_missing_comes_back(folder: Path) -> None:
    new = contents(folder)
    (folder / LIBRARY).unlink()
    assert f"{LIBRARY}: added\n" in referee("bot", "update", folder).stdout
    assert contents(folder) == new


def test_a_file_that_the_library_no_longer_has_goes(folder: Path) -> None:
    new = contents(folder)
    written_by_an_older_version(folder, {"referee/gone.go": OLD, "referee/changed.go": OLD}, {})
    (folder / "referee/changed.go").write_bytes(MINE)
    told = referee("bot", "update", folder).stdout
    assert "referee/gone.go: removed" in told
    assert "referee/changed.go: kept: you changed it, but the library no longer has this file" in told
    assert contents(folder) == new | {"referee/changed.go": MINE}


def test_messages_of_a_game_that_is_not_installed_here_stay(folder: Path) -> None:
    written_by_an_older_version(folder, {OF_A_GAME_ELSEWHERE: OLD}, {})
    for _ in range(2):
        assert OF_A_GAME_ELSEWHERE not in referee("bot", "update", folder).stdout
    assert (folder / OF_A_GAME_ELSEWHERE).read_bytes() == OLD
    assert OF_A_GAME_ELSEWHERE in read_library_file(folder).library


def test_a_changed_setting_stays_and_the_new_one_lies_beside_it(folder: Path) -> None:
    new = contents(folder)
    written_by_an_older_version(folder, {}, {SETTING: OLD})
    (folder / SETTING).write_bytes(MINE)
    told = referee("bot", "update", folder).stdout
    assert f"{SETTING}.new: written, because you changed {SETTING}. Copy what you need, then delete this file\n" in told
    assert contents(folder) == new | {SETTING: MINE, f"{SETTING}.new": new[SETTING]}
    (folder / f"{SETTING}.new").unlink()
    assert "already" in referee("bot", "update", folder).stdout
    assert contents(folder) == new | {SETTING: MINE}


def test_a_setting_that_was_deleted_stays_so(folder: Path) -> None:
    written_by_an_older_version(folder, {}, {".gitignore": OLD})
    (folder / ".gitignore").unlink()
    referee("bot", "update", folder)
    assert not (folder / ".gitignore").exists()


def test_a_renamed_module_keeps_its_name(folder: Path) -> None:
    new = contents(folder)
    written_by_an_older_version(folder, {LIBRARY: OLD}, {})
    for path in [*folder.rglob("*.go"), folder / "go.mod"]:
        text = path.read_text().replace('"fox/', '"code.example/fox/').replace("module fox", "module code.example/fox")
        path.write_text(text)
    told = referee("bot", "update", folder).stdout
    assert told.splitlines()[:-1] == [f"{LIBRARY}: updated"]
    assert (folder / LIBRARY).read_bytes() == new[LIBRARY].replace(b'"fox/', b'"code.example/fox/')


def test_the_wheel_of_a_bot_in_python_is_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "fox"
    referee("bot", "new", "python", folder)
    new = contents(folder)
    (wheel,) = (name for name in new if name.endswith(".whl"))
    (folder / wheel).unlink()
    said = read_library_file(folder)
    (folder / LIBRARY_FILE).write_text(
        replace(said, library={name: found for name, found in said.library.items() if name != wheel}).text()
    )
    old = "library/referee_client-0.0.9-py3-none-any.whl"
    needs = {old: OLD, "library/requirements.txt": b"./" + old.encode()}
    written_by_an_older_version(folder, needs, {})
    mine = new["requirements.txt"] + b"numpy\n"
    (folder / "requirements.txt").write_bytes(mine)
    assert f"{old}: removed" in referee("bot", "update", folder).stdout
    assert contents(folder) == new | {"requirements.txt": mine}


def test_a_dry_run_says_it_all_and_changes_nothing(folder: Path) -> None:
    written_by_an_older_version(folder, {LIBRARY: OLD, "referee/gone.go": OLD}, {SETTING: OLD})
    (folder / SETTING).write_bytes(MINE)
    before = contents(folder)
    dry = referee("bot", "update", folder, "--dry-run").stdout.splitlines()
    assert contents(folder) == before
    assert dry[-1] == f"{folder} would get the library of Referee {referee_version()}; nothing was changed"
    assert dry[:-1] == referee("bot", "update", folder).stdout.splitlines()[:-1]
    assert f"{LIBRARY}: updated" in dry


DIGEST = "00" * 16


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        pytest.param("", None, "has no referee-library.toml: name a folder that `referee bot new` wrote", id="none"),
        pytest.param('referee = "0.1', 'referee = "9.9', "has the library of Referee 9.9.0, but this is", id="newer"),
        pytest.param('referee = "0.1.0"', 'referee = "today"', "referee = 'today' is not a version", id="no version"),
        pytest.param('referee = "0.1.0"\n', "", "is damaged: referee is missing", id="a key is missing"),
        pytest.param('language = "go"', "language = 7", "is damaged: language is missing or has a wrong", id="kind"),
        pytest.param('language = "go"', 'language = "cobol"', "unknown language 'cobol'", id="language"),
        pytest.param('game = "keepers"', 'game = "chess"', "unknown game 'chess'", id="game"),
        pytest.param("[library]", "[library", "is damaged: ", id="no TOML"),
        pytest.param("[library]", f'[library]\n"../x" = "{DIGEST}"', "'../x' is not a file in this folder", id="up"),
        pytest.param("[library]", f'[library]\n"/x" = "{DIGEST}"', "'/x' is not a file in this folder", id="absolute"),
        pytest.param("[library]", f'[library]\n"a\\u0000" = "{DIGEST}"', "is not a file in this folder", id="no path"),
        pytest.param("[library]", '[library]\n"x" = 7', "'x' is not a file in this folder with a digest", id="7"),
    ],
)
def test_a_folder_that_is_not_as_it_was_written_is_refused(old: str, new: str | None, said: str, folder: Path) -> None:
    file = folder / LIBRARY_FILE
    if new is None:
        file.unlink()
    else:
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new, 1))
    before = contents(folder)
    assert said in referee("bot", "update", folder, code=1).stderr
    assert contents(folder) == before


@pytest.mark.parametrize("place", [LIBRARY, "referee"])
def test_nothing_is_written_through_a_link(place: str, folder: Path, tmp_path: Path) -> None:
    written_by_an_older_version(folder, {LIBRARY: OLD}, {})
    (tmp_path / "elsewhere").mkdir()
    (folder / place).rename(tmp_path / "elsewhere" / "it")
    (folder / place).symlink_to(tmp_path / "elsewhere" / "it")
    before = contents(tmp_path / "elsewhere")
    assert "is a link, or in a linked folder" in referee("bot", "update", folder, code=1).stderr
    assert contents(tmp_path / "elsewhere") == before


def test_a_link_to_itself_is_named(folder: Path) -> None:
    shutil.rmtree(folder / "referee")
    (folder / "referee").symlink_to("referee")
    assert "is a link, or in a linked folder" in referee("bot", "update", folder, code=1).stderr


def test_a_folder_behind_a_link_is_updated(folder: Path, tmp_path: Path) -> None:
    written_by_an_older_version(folder, {LIBRARY: OLD}, {})
    (tmp_path / "link").symlink_to(folder)
    assert f"{LIBRARY}: updated" in referee("bot", "update", tmp_path / "link").stdout


@pytest.mark.parametrize("done", [0, 1, 2])
def test_an_update_that_was_interrupted_is_ended_by_the_next(done: int, folder: Path) -> None:
    new = contents(folder)
    written_by_an_older_version(folder, {"referee/bot.go": OLD, LIBRARY: OLD, "referee/gone.go": OLD}, {})
    (folder / LIBRARY).write_bytes(MINE)
    planned = plan_update(folder)
    carry_out(folder, replace(planned, changes=planned.changes[:done], stale=False))
    referee("bot", "update", folder)
    assert contents(folder) == new | {f"{LIBRARY}.yours": MINE}


def test_a_full_disk_leaves_no_half_of_a_file(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "2m") as disk:
        folder = disk.path / "fox"
        referee("bot", "new", "go", folder)
        new = contents(folder)
        written_by_an_older_version(folder, {LIBRARY: OLD, "referee/bot.go": OLD}, {})
        disk.fill()
        assert "no space is left on the disk" in referee("bot", "update", folder, code=1).stderr
        disk.empty()
        referee("bot", "update", folder)
        assert contents(folder) == new


def test_a_file_in_the_way_is_named(folder: Path) -> None:
    (folder / LIBRARY).unlink()
    (folder / LIBRARY).mkdir()
    assert f"{folder / LIBRARY}: this is a folder" in referee("bot", "update", folder, code=1).stderr

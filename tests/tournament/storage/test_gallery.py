"""Where a run can be watched: found beside the database as long as the run lasts, whatever an earlier run left."""

from __future__ import annotations

import socket
import tempfile
from contextlib import chdir
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.sandboxes import bot, host, needs_sandbox, says
from tournament.storage.gallery import open_gallery, sockets_of


def test_it_is_found_beside_the_database_and_nobody_else_can_enter(tmp_path: Path) -> None:
    database, link = tmp_path / "t.db", tmp_path / "t.db.gallery"
    other_name = tmp_path / "other.db"
    other_name.symlink_to(database)
    assert sockets_of(database) == []
    with open_gallery(other_name) as folder:
        assert link.resolve() == folder
        assert folder.stat().st_mode & 0o777 == 0o700
        (folder / "17").touch()
        assert sockets_of(database) == sockets_of(other_name) == [folder / "17"]
    assert not folder.exists()
    assert not link.is_symlink()
    assert sockets_of(database) == []


def test_the_link_of_a_run_that_was_killed_is_replaced_and_what_it_leads_to_stays(tmp_path: Path) -> None:
    database, left = tmp_path / "t.db", tmp_path / "left"
    left.mkdir()
    (left / "file").touch()
    (tmp_path / "t.db.gallery").symlink_to(left)
    with open_gallery(database) as folder:
        assert (tmp_path / "t.db.gallery").resolve() == folder
    assert (left / "file").exists()


def test_what_is_no_link_is_left_alone_and_nothing_is_found(tmp_path: Path) -> None:
    (tmp_path / "t.db.gallery").write_text("mine")
    with open_gallery(tmp_path / "t.db") as folder:
        assert folder.is_dir()
        assert sockets_of(tmp_path / "t.db") == []
    assert (tmp_path / "t.db.gallery").read_text() == "mine"


KNOCKS = """
import json, os, socket, sys
opened = []
for folder, folders, files in os.walk(sys.argv[1]):
    folders[:] = [name for name in folders if os.path.join(folder, name) not in ("/proc", "/sys", "/usr", "/lib")]
    for name in files:
        try:
            os.chdir(folder)  # the path from the top may be too long
            with socket.socket(socket.AF_UNIX) as knocking:
                knocking.connect(name)
            opened.append(name)
        except OSError:
            pass
print(json.dumps(opened))
"""


@needs_sandbox
@pytest.mark.parametrize("sandboxed", [True, False])
def test_a_bot_does_not_find_it_from_the_sandbox_even_below_its_own_folder(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, sandboxed: bool
) -> None:
    """Without a sandbox it does, so it looks in the right way. An ordinary user is the owner of the folder, too."""
    short = tmp_path_factory.mktemp("m")  # with a longer path there would be no folder for sockets
    program = bot(short / "bot", KNOCKS, "/" if sandboxed else str(short))
    monkeypatch.setattr(tempfile, "tempdir", str(short / "bot"))
    with open_gallery(short / "bot" / "t.db") as folder, socket.socket(socket.AF_UNIX) as door:
        with chdir(folder):
            door.bind("gallery-door")
        door.listen(1000)
        where = host(short, hidden=(folder,))
        found = says(program, where if sandboxed else replace(where, sandbox=None))
    assert ("gallery-door" in found) is not sandboxed

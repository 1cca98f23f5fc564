"""Where a run can be watched: found beside the database as long as the run lasts, whatever an earlier one has left."""

from __future__ import annotations

from pathlib import Path

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

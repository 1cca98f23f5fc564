"""The tests with small disks of an ordinary user, who may mount one in another namespace."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.files import passing_folder
from tests.support.disks import left_out

TESTS = Path(__file__).parents[1]
AS_ROOT = ("unshare", "--map-root-user", "--mount")


@pytest.mark.timeout(600)  # it is many tests, one after the other
@pytest.mark.parametrize(
    "file",
    [
        "commands/test_bot_update.py",
        "end_to_end/test_full_disk.py",
        "end_to_end/test_tournament_disk.py",
        "server/storage/test_journal.py",
        "server/storage/test_tokens.py",
    ],
)
def test_what_happens_on_a_full_disk_is_tried_without_root_too(file: str, tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root mounts small disks without that")
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run([*AS_ROOT, "mount", "-t", "tmpfs", "tmpfs", disk], capture_output=True, check=False).returncode:
        left_out("an ordinary user can mount no small disk here: that takes unprivileged user namespaces, or root")
    words = [sys.executable, "-m", "pytest", "-q", "-k", "disk", "-p", "no:cacheprovider", "-p", "no:cov"]
    with passing_folder() as short:  # for the sockets of these tests
        command = [*AS_ROOT, *words, f"--basetemp={short}/t", str(TESTS / file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout

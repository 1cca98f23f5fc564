"""One writer at a time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.tournaments import a_plan
from tournament.errors import UserError
from tournament.storage.store import open_store

PLAN = a_plan(seed=3)


def test_a_second_runner_is_refused_at_once_and_told_who_has_it(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    code = (
        "import sys; from pathlib import Path; from tournament.storage.lock import locked\n"
        "with locked(Path(sys.argv[1])): print('locked', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "locked\n"
        with (
            pytest.raises(UserError, match=rf"another runner \(process {holder.pid}\)"),
            open_store(path, PLAN, duplicate=True),
        ):
            pass
        holder.kill()
    with open_store(path, PLAN, duplicate=True):
        assert (tmp_path / "t.db.lock").read_text() == f"{os.getpid()}\n"

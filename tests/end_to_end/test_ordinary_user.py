"""The sandbox of an ordinary user, where bot, bubblewrap and referee are one user for the kernel."""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.support.places import place_for_tests
from tests.support.sandboxes import needs_sandbox
from tests.support.users import ordinary_python

TESTS = Path(__file__).parents[1]
BOTS = "server/bots"


ATTACKS = ("test_watcher.py", "test_notes.py", "test_memory.py", "test_showing.py")


@pytest.mark.parametrize(
    "file",
    [
        *(pytest.param(f"{BOTS}/{name}", marks=needs_sandbox) for name in ATTACKS),
        "tournament/storage/test_gallery.py",
    ],
)
def test_the_attacks_of_a_bot_fail_for_an_ordinary_user_too(file: str) -> None:
    if not (python := ordinary_python()):
        pytest.skip("only root can become another user, who needs a readable interpreter")
    with TemporaryDirectory(dir=place_for_tests()) as folder:
        Path(folder).chmod(0o777)
        words = [*python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:cov", f"--basetemp={folder}/tests"]
        # Older versions of hypothesis look at once where they may keep what they find.
        words += ["-W", "ignore:The database setting is not configured"]
        done = subprocess.run([*words, str(TESTS / file)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr
        assert " passed" in done.stdout

"""The number of files that a referee may have open, tested in a separate process."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import resource
from referee.server.open_files import allow_many_files

resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))
allow_many_files()
print(*resource.getrlimit(resource.RLIMIT_NOFILE))
"""


@pytest.mark.parametrize(
    ("soft", "hard", "then"),
    [
        pytest.param(100, 200, "200 200", id="up to what is allowed"),
        pytest.param(200, 200, "200 200", id="nothing to gain"),
    ],
)
def test_as_many_as_the_system_allows(soft: int, hard: int, then: str) -> None:
    program = PROGRAM.format(soft=soft, hard=hard)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == then

"""An ordinary user, for tests that root runs: some attacks only work between processes of one user."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress

NUMBER = 65534
NOBODY = ("setpriv", f"--reuid={NUMBER}", f"--regid={NUMBER}", "--clear-groups")
# Coverage is not measured there: its files belong to us.
ENVIRONMENT = ("env", *(f"--unset={name}" for name in os.environ if name.startswith("COV")))
AS_NOBODY = [*NOBODY, *ENVIRONMENT, f"PYTHONPATH={os.pathsep.join(filter(None, sys.path))}"]


def ordinary_python() -> list[str]:
    """The words before the arguments of Python that run it for an ordinary user; none if we are not root.

    Our own interpreter may lie in a home directory, which others cannot read.
    """
    for python in (sys.executable, "/usr/bin/python3"):
        trial = [*AS_NOBODY, python, "-c", "import trio, referee.server.bots.processes"]
        with suppress(OSError):
            if os.geteuid() == 0 and subprocess.run(trial, capture_output=True, check=False).returncode == 0:
                return [*AS_NOBODY, python]
    return []

"""What `referee.learning` needs: numpy alone, and for the other packages those, or a hint on how to install them."""

from __future__ import annotations

import subprocess
import sys

import pytest

OTHERS = "pettingzoo", "gymnasium", "pyspiel"


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_learning_loads_no_other_package() -> None:
    done = python(f"import referee.learning, sys; print([name for name in {OTHERS} if name in sys.modules])")
    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.parametrize(("module", "package"), [("pettingzoo", "gymnasium"), ("openspiel", "pyspiel")])
def test_a_missing_package_is_named(module: str, package: str) -> None:
    done = python(f"import sys; sys.modules[{package!r}] = None; import referee.learning.for_{module}")
    assert done.stderr.splitlines()[-1].endswith(f"is not installed: pip install 'referee[{module}]'")

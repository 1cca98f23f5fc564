"""Tests outside the kernel and the games run at full speed, without coverage, and so do their fixtures."""

from __future__ import annotations

import coverage
import pytest


@pytest.fixture
def measured_beforehand() -> bool:
    return coverage.Coverage.current() is not None


def test_nobody_measures_here(measured_beforehand: bool) -> None:
    assert not measured_beforehand
    assert coverage.Coverage.current() is None

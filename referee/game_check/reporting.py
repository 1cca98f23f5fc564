"""A pytest plugin that writes the outcome of each test as JSON lines: `-p referee.game_check.reporting`."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from referee.game_check.testing import OPTION, TestOutcome

_line = msgspec.json.Encoder().encode


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the file."""
    parser.addoption(OPTION, type=Path, metavar="FILE", help="Write the outcome of each test as JSON lines.")


def pytest_configure(config: pytest.Config) -> None:
    """Start the report, unless this is one of several workers, which report to the first process."""
    file: Path | None = config.getoption(OPTION)
    if file is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Reporter(file))


class _Reporter:
    def __init__(self, file: Path) -> None:
        self._file = file

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write the outcome of a test, or of a failure before or after it."""
        if report.when == "call" or not report.passed:
            self._write(report, report.duration, report.capstdout)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Write the tests that could not be collected."""
        if report.failed:
            self._write(report, 0.0, "")

    def _write(self, report: pytest.TestReport | pytest.CollectReport, seconds: float, printed: str) -> None:
        crash = getattr(report.longrepr, "reprcrash", None)
        why = "" if report.passed else str(crash.message if crash else report.longrepr)
        outcome = TestOutcome(test=report.nodeid, outcome=report.outcome, seconds=seconds, printed=printed, why=why)
        with self._file.open("ab") as file:
            file.write(_line(outcome) + b"\n")

"""Runs the tests of a game's package with pytest, as its author would, and groups them into parts."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from io import BufferedReader
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
from msgspec import Struct

from referee.counts import counted
from referee.errors import UsageError
from referee.game_check.finding import Findings

TESTS = "tests"
SHOWN_FAILURES = 5
LONGEST_FAILURE = 600
CHUNK = 4096

WHOLE_RUNS = {0, 1, 5}
"""The exit codes of pytest if all tests passed, if some failed, and if there are no tests."""
FAILED, SKIPPED = "failed", "skipped"

PLUGIN = "referee.game_check.reporting"
OPTION = "--outcomes-to"


class TestOutcome(Struct, frozen=True, kw_only=True):
    """The outcome of a test, or of a test file that pytest could not collect; `outcome` is one of pytest's words."""

    test: str
    outcome: str
    seconds: float = 0.0
    printed: str = ""
    why: str = ""

    @property
    def name(self) -> str:
        """The name of the test function."""
        return self.test.rpartition("::")[2].partition("[")[0]


_read = msgspec.json.Decoder(TestOutcome).decode


OF_OPTIONS = "options_and_other_cards"
OF_FAIRNESS = ("dealt_alike", "favours_no_seat")
"""Parts of the names of the battery's tests."""


class PartOfTests(NamedTuple):
    """A group of tests: their names, and why it is allowed that none ran; if that is empty, it is an error."""

    check: str
    takes: Callable[[str], bool]
    left_out: str


def check_tests(findings: Findings, folder: Path, talk: Callable[[str], None], *, long: bool) -> None:
    """Run the tests of a package; with `long`, the long ones. `talk` receives pytest's output as it is printed.

    Raises:
        UsageError: pytest is not installed, or could not run the tests.
    """
    if find_spec("pytest") is None:
        raise UsageError(f"pytest is not installed in this Python: {sys.executable} -m pip install 'referee[game]'")
    outcomes = _run(folder, talk, long=long)
    for part in _parts():
        taken = [outcome for outcome in outcomes if part.takes(outcome.name)]
        outcomes = [outcome for outcome in outcomes if outcome not in taken]
        _judge(findings, f"{part.check}, long" if long else part.check, taken, part.left_out)


def _parts() -> Iterator[PartOfTests]:
    """The groups of tests; each test belongs to the first group that accepts it."""
    battery = {name for name in vars(import_module("referee.battery").Battery) if name.startswith("test_")}
    yield PartOfTests("options", lambda name: name in battery and OF_OPTIONS in name, "no battery was run")
    yield PartOfTests(
        "fairness",
        lambda name: name in battery and any(words in name for words in OF_FAIRNESS),
        "the battery has no such test",
    )
    yield PartOfTests("battery", lambda name: name in battery, "")
    yield PartOfTests("other tests", lambda _: True, "there are no other tests")


def _judge(findings: Findings, check: str, outcomes: Sequence[TestOutcome], left_out: str) -> None:
    failed = [outcome for outcome in outcomes if outcome.outcome == FAILED]
    if failed:
        shown = [f"{outcome.test}: {outcome.why[:LONGEST_FAILURE]}" for outcome in failed[:SHOWN_FAILURES]]
        findings.wrong(check, f"{len(failed)} of {counted(len(outcomes), 'test')} failed", *shown)
    elif outcomes:
        skipped = sum(outcome.outcome == SKIPPED for outcome in outcomes)
        seconds = f"{sum(outcome.seconds for outcome in outcomes):.0f} s"
        figures = [line for outcome in outcomes for line in outcome.printed.splitlines()]
        found = f"{counted(len(outcomes), 'test')}, {seconds}" + (f", {skipped} skipped" if skipped else "")
        findings.fine(check, found, *figures)
    elif left_out:
        findings.left_out(check, left_out)
    else:
        findings.wrong(check, "no test of the battery was run: a test class must derive from Battery")


def _run(folder: Path, talk: Callable[[str], None], *, long: bool) -> list[TestOutcome]:
    with TemporaryDirectory() as place:
        file = Path(place) / "outcomes.jsonl"
        command = [sys.executable, "-m", "pytest", "-q", "-p", PLUGIN, OPTION, str(file)]
        command += ["-m", "long" if long else "not long"]
        with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as running:
            assert isinstance(running.stdout, BufferedReader)
            while chunk := running.stdout.read1(CHUNK):
                talk(chunk.decode(errors="replace"))
        outcomes = [_read(line) for line in file.read_bytes().splitlines()] if file.exists() else []
    if running.returncode not in WHOLE_RUNS and not any(outcome.outcome == FAILED for outcome in outcomes):
        raise UsageError(f"pytest exited with code {running.returncode}; see its output above")
    return outcomes

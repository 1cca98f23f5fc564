"""The bots in a game's package, each tested by the difficult referee of `referee bot check`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from referee.checking.check import Verdict
from referee.counts import counted
from referee.excerpts import ends_of_lines
from referee.game_check.finding import Findings
from referee.server.bots.processes import SHOWN_LINES

Check = Callable[[Path, Sequence[str]], Sequence[Verdict]]
"""Checks the bot in a file, given the command that starts it."""


def check_bots(findings: Findings, folder: Path, check: Check) -> None:
    """Check every bot in a folder; files that are neither Python nor executable are left out."""
    files = sorted(path for path in folder.iterdir() if path.name[0] not in "._") if folder.is_dir() else []
    if not files:
        findings.left_out("bots", f"there are no bots in {folder}")
    for file in files:
        name = f"bot {file.name}"
        command = _command(file)
        if not command:
            findings.left_out(
                name, "the file is neither Python nor executable: run `referee bot check` with the bot's command"
            )
            continue
        with findings.of(name):
            verdicts = check(file, command)
            faults = [_told(verdict) for verdict in verdicts if verdict.fault]
            trials = counted(len(verdicts), "trial")
            if faults:
                findings.wrong(name, f"{len(faults)} of {trials} failed", *faults)
            else:
                findings.fine(name, trials)


def _told(verdict: Verdict) -> str:
    """What the bot did wrong, how to fix it, and its output."""
    wrote = "".join(f"\n  | {line}" for line in ends_of_lines(verdict.words, SHOWN_LINES))
    return f"{verdict.trial}: the bot {verdict.fault}; {verdict.hint}{wrote}"


def _command(file: Path) -> list[str]:
    """The command that starts the bot in a file; empty if it is unknown."""
    if not file.is_file():
        return []
    if file.suffix == ".py":
        return ["python", str(file)]
    return [str(file)] if os.access(file, os.X_OK) else []

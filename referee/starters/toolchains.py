"""The programs that a language needs, and whether those on this machine are new enough."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache

_VERSION = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})*")
_SECONDS_FOR_ANSWER = 30.0


def lacking(needs: Iterable[str]) -> list[str]:
    """The programs that this machine lacks, given as `go 1.24` (that version or newer) or `npm` (any version)."""
    return [lack for need in needs if (lack := _lack(need))]


def _lack(need: str) -> str:
    """What is missing, worded to follow "there is no"; empty if the program is present and new enough."""
    program, _, lowest = need.partition(" ")
    wanted = f"{program} {lowest} or newer" if lowest else program
    path = shutil.which(program)
    if path is None:
        return wanted
    if not lowest or _numbers(version := _version(path)) >= _numbers(lowest):
        return ""
    return f"{wanted} ({version} is too old)" if version else f"{wanted} (the version of this one is unknown)"


def _numbers(version: str) -> list[int]:
    return [int(number) for number in version.split(".") if number]


@cache
def _version(path: str) -> str:
    """The version that a program prints. Go prints its version with a subcommand; other tools use a flag."""
    for word in ("--version", "version"):
        try:
            done = subprocess.run(
                [path, word], capture_output=True, text=True, timeout=_SECONDS_FOR_ANSWER, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            continue
        if done.returncode == 0 and (found := _VERSION.search(done.stdout)):
            return found[0]
    return ""

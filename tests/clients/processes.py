"""Bots as separate processes."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

LONGEST_LIFE = 30
NOTHING: Mapping[str, str] = {}


@contextmanager
def bot_process(
    command: Sequence[str | Path], address: str, token: str = "secret", more: Mapping[str, str] = NOTHING
) -> Iterator[subprocess.Popen[str]]:
    """Start a bot with the referee's address, and make sure that it ends."""
    environment = {"REFEREE_ADDRESS": address, "REFEREE_TOKEN": token, **more}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def exit_of(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for the end and return the exit code, stdout and stderr."""
    output, errors = process.communicate(timeout=LONGEST_LIFE)
    return process.returncode, output, errors


def run_bot(command: Sequence[str | Path], address: str, more: Mapping[str, str] = NOTHING) -> tuple[int, str, str]:
    """Starts a bot and waits for its end."""
    with bot_process(command, address, more=more) as process:
        return exit_of(process)

"""A program in its own terminal, with a reader of the screen who types."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

PATIENCE = 90.0
PROMPT = r"Your choice \[[^\n]*?:(?= |$)"
_OWN_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
)
"""Makes the terminal the one whose Ctrl-C reaches the program."""
_STYLES = re.compile(r"\x1b\[[0-9;]*m")


class Terminal:
    """The screen of a program, and its keyboard.

    Attributes:
        screen: All that was ever shown, without its colours.
    """

    def __init__(self, process: subprocess.Popen[bytes], descriptor: int) -> None:
        self.process = process
        self.screen = ""
        self._descriptor = descriptor
        self._read = b""
        self._seen = 0

    def type(self, keys: str) -> None:
        os.write(self._descriptor, keys.encode())

    def answer(self, line: str) -> str:
        """Waits for the next prompt, types a line, and returns what was shown up to the prompt."""
        shown = self.expect(PROMPT)
        self.type(f"{line}\n")
        return shown

    def expect(self, pattern: str) -> str:
        """Waits until a pattern is shown behind what was expected before; returns what stands up to its end."""
        deadline = time.monotonic() + PATIENCE
        while (found := re.search(pattern, self.screen[self._seen :], flags=re.DOTALL)) is None:
            assert time.monotonic() < deadline, f"{pattern!r} is not in:\n{self.screen[self._seen :]}"
            assert self._take(), f"it ended without {pattern!r}:\n{self.screen[self._seen :]}"
        shown = self.screen[self._seen : self._seen + found.end()]
        self._seen += found.end()
        return shown

    def interrupt(self) -> None:
        """Ctrl-C."""
        self.type("\x03")

    def end(self) -> tuple[int, str]:
        """Waits until the program has ended; its exit code, and what was shown behind what was expected."""
        deadline = time.monotonic() + PATIENCE
        while self._take():
            assert time.monotonic() < deadline, self.screen
        return self.process.wait(PATIENCE), self.screen[self._seen :]

    def _take(self) -> bool:
        """Reads what is shown next; whether there can be more."""
        ready, _, _ = select.select([self._descriptor], [], [], 0.1)
        if not ready:
            return True
        try:
            shown = os.read(self._descriptor, 65536)
        except OSError:  # the program has closed its side
            return False
        self._read += shown
        self.screen = _STYLES.sub("", self._read.decode(errors="replace")).replace("\r\n", "\n")
        return bool(shown)


@contextmanager
def terminal(
    *words: object, columns: int = 100, environment: Mapping[str, str] | None = None, module: str = "referee"
) -> Iterator[Terminal]:
    """Runs `referee` at a terminal; it is killed at the end of the block if it still runs."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-c", _OWN_TERMINAL, sys.executable, "-m", module, *map(str, words)],
        stdin=its,
        stdout=its,
        stderr=its,
        env={**os.environ, "TERM": "xterm", **(environment or {})},
        start_new_session=True,
    )
    os.close(its)
    try:
        yield Terminal(process, ours)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait()
        os.close(ours)

"""Lines that a person types, read without blocking."""

from __future__ import annotations

import os
import termios

import trio

AT_ONCE = 4096


class Keyboard:
    """A terminal's input. The terminal itself lets people edit a line before it arrives here."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._typed = b""

    async def line(self) -> str | None:
        """The next line, without its end; None if the input ended instead (Ctrl-D)."""
        while b"\n" not in self._typed:
            await trio.lowlevel.wait_readable(self._descriptor)
            typed = self._read()
            if not typed:
                self._typed = b""
                return None
            self._typed += typed
        line, _, self._typed = self._typed.partition(b"\n")
        return line.decode(errors="replace").strip()

    def forget(self) -> None:
        """Discard what was typed before the question, because it cannot be meant as the answer."""
        self._typed = b""
        if os.isatty(self._descriptor):
            termios.tcflush(self._descriptor, termios.TCIFLUSH)

    def _read(self) -> bytes:
        try:
            return os.read(self._descriptor, AT_ONCE)
        except OSError:  # the terminal hung up
            return b""

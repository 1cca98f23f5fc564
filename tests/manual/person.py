"""`python -m tests.manual.person COMMAND`: a person who runs a command at a terminal and resigns the first match."""

from __future__ import annotations

import shlex
import sys

from tests.support.terminal import terminal

if __name__ == "__main__":
    program, *words = shlex.split(sys.argv[1])
    with terminal(*words, module=program) as screen:
        screen.answer("q")
        screen.expect("Resign this match")
        screen.type("y\n")
        code, _ = screen.end()
    sys.exit(code)

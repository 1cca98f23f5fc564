"""The log of `referee serve`: no message can forge a line or affect a terminal."""

from __future__ import annotations

import logging
from contextlib import redirect_stderr
from io import StringIO

from referee.commands.serve import _log_handler
from tests.test_neutral import CONTROLS, HOSTILE

FORGED = f"{HOSTILE}\n2030-01-01 00:00:00,000 INFO forged"


def logged(*words: str, error: Exception | None = None) -> list[str]:
    """The lines of the log that one message produces."""
    with redirect_stderr(StringIO()) as said:
        log = logging.Logger("hostile")
        log.addHandler(_log_handler())
        log.error(*words, exc_info=error)
    return said.getvalue().splitlines()


def test_a_message_is_one_harmless_line() -> None:
    (line,) = logged("match %s", FORGED)
    assert r"ERROR match \x1b]0;owned\x07" in line
    assert line.endswith(r"\x0a2030-01-01 00:00:00,000 INFO forged")
    assert not CONTROLS.findall(line)


def test_an_error_is_harmless_and_looks_like_no_message() -> None:
    first, *rest = logged("match m", error=ValueError(FORGED))
    assert first.endswith("ERROR match m")
    assert any(line.startswith(r"  ValueError: \x1b]0;owned\x07") for line in rest)
    assert all(line.startswith("  ") for line in rest)
    assert not CONTROLS.findall("".join(rest))

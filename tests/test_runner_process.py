"""The helpers that tests use on the processes of a tournament, which may end at any moment."""

from __future__ import annotations

import subprocess
import sys

import psutil

from tests.support.runner_process import has_word
from tests.support.waiting import wait_until


def test_a_process_that_has_ended_has_no_words() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as started:
        process = psutil.Process(started.pid)
        wait_until(lambda: has_word(process, "input()"))  # while it becomes another program, it has no words yet
    assert not has_word(process, "input()")

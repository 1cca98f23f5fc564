"""A bot cannot touch the first process inside its sandbox, whose end shows us the bot's end."""

from __future__ import annotations

import os
from pathlib import Path

from tests.support.sandboxes import bot, host, needs_sandbox, play, says

TRIES = """
import ctypes, json, os, signal
libc = ctypes.CDLL(None, use_errno=True)
PTRACE, READ, WRITE = {"x86_64": (101, 310, 311), "aarch64": (117, 270, 271)}[os.uname().machine]
SEIZE, ATTACH = 0x4206, 16
def attempt(action):
    try:
        return action()
    except OSError as error:
        return type(error).__name__
def call(*arguments):
    return libc.syscall(*arguments) != -1
def stop():
    os.kill(1, signal.SIGSTOP)
    with open("/proc/1/stat") as file:
        return file.read().rpartition(")")[2].split()[0]
print(json.dumps({
    "attach": call(PTRACE, ATTACH, 1, 0, 0),
    "seize": call(PTRACE, SEIZE, 1, 0, 0),
    "read": call(READ, 1, None, 0, None, 0, 0),
    "write": call(WRITE, 1, None, 0, None, 0, 0),
    "memory": attempt(lambda: open("/proc/1/mem", "r+b") and "open"),
    "thread's memory": attempt(lambda: open("/proc/1/task/1/mem", "r+b") and "open"),
    "files": attempt(lambda: os.listdir("/proc/1/fd")),
    "root": attempt(lambda: os.listdir("/proc/1/root")),
    "stopped": attempt(stop),
}))
"""


@needs_sandbox
def test_the_first_process_can_not_be_traced_read_or_stopped(tmp_path: Path) -> None:
    outcome = says(bot(tmp_path / "mine", TRIES), host(tmp_path))
    nothing = dict.fromkeys(["attach", "seize", "read", "write"], False)
    missing = dict.fromkeys(["memory", "thread's memory", "files", "root"], "FileNotFoundError")
    # As root the bot is another user, and may not even try to stop it.
    assert outcome == {**nothing, **missing, "stopped": "PermissionError" if os.geteuid() == 0 else "FileNotFoundError"}


@needs_sandbox
def test_the_end_of_a_bot_that_tried_is_noticed(tmp_path: Path) -> None:
    ended = play(bot(tmp_path / "mine", TRIES + "\nraise SystemExit(7)"), host(tmp_path))
    assert ended.ended[0].how == "ended with exit code 7"

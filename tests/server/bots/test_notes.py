"""A fresh process of a bot finds nothing that an earlier one has left: notes about a deal would help a lot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from secrets import token_hex

import pytest

from referee.server.bots.processes import BotProgram
from referee.server.bots.seccomp import refused_calls
from tests.server.bots import note_taker
from tests.server.bots.note_taker import CHANNELS
from tests.support.sandboxes import bot, host, needs_sandbox, says

# The channels in which the same code does leave a note without a sandbox, on any machine that runs these tests.
WORKS_OUTSIDE = {
    "shared memory", "message queue", "semaphore", "/tmp", "/dev/shm", "own folder", "time of a file",
    "mode of a file", "process",
}  # fmt: skip
# The log may not be readable, and the system keeps and drops pages of files at any time.
WORKS_SOMETIMES = {"kernel log", "page cache"}


@pytest.fixture
def taker(tmp_path: Path) -> BotProgram:
    program = bot(tmp_path / "mine", Path(note_taker.__file__).read_text())
    with (tmp_path / "mine" / "pages").open("wb") as file:
        file.write(os.urandom(256 * 4096))
        file.flush()
        os.fsync(file.fileno())  # the system does not drop what it has not written yet
    (tmp_path / "mine").chmod(0o777)  # only the sandbox must prevent it from writing there
    (tmp_path / "mine" / "bot.py").chmod(0o777)
    return program


@needs_sandbox
def test_no_note_passes_from_one_fresh_process_to_the_next(taker: BotProgram, tmp_path: Path) -> None:
    note = token_hex()
    # As in a login session: everything that the referee starts inherits this keyring.
    note_taker.LIBC.syscall(note_taker.KEYCTL, note_taker.KEYCTL_JOIN_SESSION_KEYRING, None)
    writer, reader = (BotProgram(taker.name, (*taker.command, note, verb)) for verb in ("write", "read"))
    says(writer, host(tmp_path))
    assert says(reader, host(tmp_path)) == []


def test_the_same_notes_pass_without_a_sandbox(taker: BotProgram) -> None:
    """Finding no notes proves nothing unless notes would be found: they are, outside the sandbox."""
    note = token_hex()

    def run(verb: str) -> set[str]:
        command = [sys.executable, *taker.command[1:], note, verb, *(CHANNELS.keys() - WORKS_SOMETIMES)]
        return set(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))

    try:
        written = run("write")
        closed = {place for place in ("/tmp", "/dev/shm") if not os.access(place, os.W_OK)}
        assert written >= WORKS_OUTSIDE - closed
        assert run("read") == written
    finally:
        run("clean")


WHAT_IS_OPEN = """
import json, os
print(json.dumps({fd: os.readlink(f"/proc/self/fd/{fd}").partition(":")[0] for fd in os.listdir("/proc/self/fd")
                  if os.path.exists(f"/proc/self/fd/{fd}")}))
"""


@needs_sandbox
def test_a_bot_inherits_no_open_file(tmp_path: Path) -> None:
    assert says(bot(tmp_path / "mine", WHAT_IS_OPEN), host(tmp_path)) == {"0": "/dev/null", "1": "pipe", "2": "pipe"}


@needs_sandbox
def test_reading_a_file_leaves_no_trace_in_its_times(tmp_path: Path) -> None:
    program = bot(tmp_path / "mine", "open(__file__.replace('bot.py', 'book')).read()\nprint('true')")
    book = tmp_path / "mine" / "book"
    book.write_text("of openings")
    os.utime(book, (1, 2))  # last read before last written: the next read would update its time
    assert says(program, host(tmp_path)) is True
    assert book.stat().st_atime == 1


TOUCHED = """
import json, os

places = [f"{folder}/{name}" for folder, folders, files in os.walk("/dev") for name in (*folders, *files)]
touched = []
for place in ["/tmp/own", *filter(os.path.exists, places), 0]:
    if place == "/tmp/own":
        open(place, "w").close()
    before = os.stat(place)
    for times in (None, (1, 2)):
        os.utime(place, times)
    after = os.stat(place)
    if (before.st_atime_ns, before.st_mtime_ns) != (after.st_atime_ns, after.st_mtime_ns):
        touched.append(place)
with open("/dev/null", "w") as null:
    null.write("it is still there")
print(json.dumps(touched))
"""


@needs_sandbox
def test_no_time_of_a_device_can_be_changed(tmp_path: Path) -> None:
    """They are files of the machine, which any process may touch. The call reports success, and programs continue."""
    assert says(bot(tmp_path / "mine", TOUCHED), host(tmp_path)) == []


REFUSED = """
import ctypes, errno, json, sys
libc = ctypes.CDLL(None, use_errno=True)
wrong = {}
for name, (number, error) in json.loads(sys.argv[1]).items():
    ctypes.set_errno(0)
    if libc.syscall(number, 0, 0, 0, 0, 0, 0) != (-1 if error else 0) or ctypes.get_errno() != error:
        wrong[name] = errno.errorcode.get(ctypes.get_errno())
print(json.dumps(wrong))
"""


@needs_sandbox
def test_the_kernel_refuses_every_call_on_the_list(tmp_path: Path) -> None:
    calls = json.dumps(refused_calls(os.uname().machine))
    assert says(bot(tmp_path / "mine", REFUSED.replace("sys.argv[1]", repr(calls))), host(tmp_path)) == {}

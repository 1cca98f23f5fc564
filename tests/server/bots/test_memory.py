"""Memory that a bot uses other than as its own pages is refused, or counted, and too much of it ends the bot."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from referee.server.bots import looking
from referee.server.bots.sandbox import MIB, BotLimits
from tests.support.sandboxes import bot, host, needs_sandbox, play

LIMITS = BotLimits(memory=96 * MIB)
ATTEMPT = """
import ctypes, mmap, os, socket, sys, time
libc = ctypes.CDLL(None, use_errno=True)
def call(*arguments):
    result = libc.syscall(*arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
try:
    {}
except OSError as error:
    print("refused:", error.strerror)
else:
    print("done", flush=True)
    time.sleep(600)
"""
MEMFD = """
    for _ in range(4):
        file = os.memfd_create("hidden")
        os.write(file, bytes(32 << 20))
"""
MEMFD_ON_ITS_WAY = """
    ours, theirs = socket.socketpair()
    for _ in range(4):
        file = os.memfd_create("hidden")
        os.write(file, bytes(32 << 20))
        socket.send_fds(ours, [b"x"], [file])
        os.close(file)
"""
SEGMENTS = """
    libc.shmat.restype = ctypes.c_void_p
    for _ in range(4):
        segment = libc.shmget(0, ctypes.c_size_t(32 << 20), 0o600)
        if segment < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        place = libc.shmat(segment, None, 0)
        ctypes.memset(place, 1, 32 << 20)
        libc.shmdt(ctypes.c_void_p(place))
"""
SHARED_BUT_FOR_ONE_PAGE = """
    libc.mmap.restype = ctypes.c_void_p
    for _ in range(4):
        place = libc.mmap(None, ctypes.c_size_t(32 << 20), 3, 0x21, -1, 0)
        if place == ctypes.c_void_p(-1).value:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        ctypes.memset(place, 1, 32 << 20)
        libc.munmap(ctypes.c_void_p(place + 4096), ctypes.c_size_t((32 << 20) - 4096))
"""
ZEROES = """
    with open("/dev/zero", "r+b") as file:
        held = [mmap.mmap(file.fileno(), 32 << 20) for _ in range(4)]
    for memory in held:
        memory.write(bytes(32 << 20))
"""
MOUNT = """
    user, group = os.getuid(), os.getgid()
    call({"x86_64": 272, "aarch64": 97}[os.uname().machine], 0x10020000)  # unshare
    for name, text in (("setgroups", "deny"), ("uid_map", f"0 {user} 1"), ("gid_map", f"0 {group} 1")):
        open(f"/proc/self/{name}", "w").write(text)
    call({"x86_64": 165, "aarch64": 40}[os.uname().machine], b"t", b"/tmp", b"tmpfs", 0, None)
    for number in range(4):
        open(f"/tmp/{number}", "wb").write(bytes(32 << 20))
"""
FILES = """
    for folder in ("/tmp", "/dev/shm"):
        with open(folder + "/hidden", "wb") as file:
            file.write(bytes(60 << 20))
"""
DELETED_FILES = """
    held = []
    for folder in ("/tmp", "/dev/shm"):
        held.append(open(folder + "/hidden", "wb"))
        os.unlink(folder + "/hidden")
        held[-1].write(bytes(60 << 20))
        held[-1].flush()
"""
EMPTY_FILES = """
    for number in range(120_000):
        os.close(os.open(f"/tmp/{number}", os.O_CREAT | os.O_WRONLY))
"""
SOCKETS = """
    for _ in range(9):
        if os.fork() == 0:
            break
    pairs = [socket.socketpair() for _ in range(100)]  # a low limit of open files would refuse more
    for pair in pairs:
        for end in pair:
            end.setblocking(False)
            try:
                while end.send(bytes(65536)):
                    pass
            except BlockingIOError:
                pass
"""
PAGE_TABLES = """
    libc.mmap.restype = ctypes.c_void_p
    for _ in range(4):
        if os.fork() == 0:
            break
    size = 64 << 30
    place = libc.mmap(None, ctypes.c_size_t(size), 1, 0x4022, -1, 0)
    libc.madvise(ctypes.c_void_p(place), ctypes.c_size_t(size), 15)  # no huge pages
    page = ctypes.create_string_buffer(1)
    for offset in range(0, 24 << 30, 2 << 20):
        ctypes.memmove(page, place + offset, 1)
"""
MAPPINGS = """
    libc.mmap.restype = ctypes.c_void_p
    size = 256 << 20
    place = libc.mmap(None, ctypes.c_size_t(size), 0, 0x4022, -1, 0)
    for offset in range(0, size, 8192):
        if libc.mprotect(ctypes.c_void_p(place + offset), ctypes.c_size_t(4096), 1):
            break  # there can be no more
    for _ in range(8):
        if os.fork() == 0:
            break
"""


@needs_sandbox
@pytest.mark.parametrize(
    "attempt",
    [
        pytest.param(MEMFD, id="files without a name"),
        pytest.param(MEMFD_ON_ITS_WAY, id="files without a name, on their way through a socket"),
        pytest.param(SEGMENTS, id="detached segments"),
        pytest.param(SHARED_BUT_FOR_ONE_PAGE, id="shared memory of which one page is mapped"),
        pytest.param(ZEROES, id="shared memory from a device"),
        pytest.param(MOUNT, id="a file system of its own"),
    ],
)
def test_what_can_not_be_counted_is_refused(attempt: str, tmp_path: Path) -> None:
    ended = play(bot(tmp_path / "mine", ATTEMPT.replace("    {}\n", attempt)), host(tmp_path, limits=LIMITS))
    assert ended.output.text().startswith("refused: "), ended.output.text()
    assert ended.ended[0].how == "ended with exit code 0"


@needs_sandbox
@pytest.mark.parametrize(
    "attempt",
    [
        pytest.param(FILES, id="files in memory"),
        pytest.param(DELETED_FILES, id="deleted files in memory"),
        pytest.param(EMPTY_FILES, id="many empty files in memory"),
        pytest.param(SOCKETS, id="full sockets"),
        pytest.param(PAGE_TABLES, id="page tables"),
        pytest.param(MAPPINGS, id="mappings without pages"),
    ],
)
def test_what_is_counted_ends_the_bot(attempt: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "SECONDS_BETWEEN_SAMPLES", 0.02)
    ended = play(bot(tmp_path / "mine", ATTEMPT.replace("    {}\n", attempt)), host(tmp_path, limits=LIMITS))
    assert ended.ended[0].how == "used more than 96 MiB of memory", ended.output.text()


@needs_sandbox
def test_sockets_end_a_bot_that_has_the_network_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "SECONDS_BETWEEN_SAMPLES", 0.02)
    program = replace(bot(tmp_path / "mine", ATTEMPT.replace("    {}\n", SOCKETS)), network=True)
    ended = play(program, host(tmp_path, limits=LIMITS))
    assert ended.ended[0].how == "used more than 96 MiB of memory", ended.output.text()


@needs_sandbox
def test_sockets_of_others_do_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "SECONDS_BETWEEN_SAMPLES", 0.02)
    with ExitStack() as stack:
        for _ in range(100):  # full, these are 81 MiB
            for end in socket.socketpair():
                stack.enter_context(end)
        program = replace(bot(tmp_path / "mine", LIVES_FOR_A_WHILE), network=True)
        ended = play(program, host(tmp_path, limits=replace(LIMITS, memory=64 * MIB)))
    assert ended.output.text() == "fine\n", ended.ended[0].how


LIVES_FOR_A_WHILE = """
import time
time.sleep(1)  # fifty samples: enough to be found if it were counted
print("fine")
"""
SHARED_PAGES = """
import os, time
book = bytearray(30 << 20)
for _ in range(4):
    if os.fork() == 0:
        time.sleep(600)
time.sleep(1)  # fifty samples: enough to be found if the pages were counted often
print("fine")
"""


@needs_sandbox
def test_pages_that_processes_share_count_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "SECONDS_BETWEEN_SAMPLES", 0.02)
    ended = play(bot(tmp_path / "mine", SHARED_PAGES), host(tmp_path, limits=LIMITS))
    assert ended.output.text() == "fine\n"
    assert 30 * MIB < ended.ended[0].usage.memory < LIMITS.memory

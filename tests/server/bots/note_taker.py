"""A bot that leaves a note for its later self wherever it can: `note_taker.py NOTE write|read|clean CHANNEL...`.

Prints as JSON the channels in which it found the note. It is run without the package, inside a sandbox and outside.
"""

import ctypes
import json
import mmap
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
OWN = Path(__file__).parent
SESSION_KEYRING, USER_KEYRING = -3, -4
KEYCTL_JOIN_SESSION_KEYRING, KEYCTL_UNLINK, KEYCTL_SEARCH = 1, 9, 10
IPC_CREAT, IPC_RMID = 0o1000, 0
WRITE, READ, CLEAN = "write", "read", "clean"
ADD_KEY, KEYCTL = {"x86_64": (248, 250), "aarch64": (217, 219)}[os.uname().machine]


def keyring(ring: int, note: bytes, what: str) -> bool:
    """A key that bears the note as its name."""
    if what == WRITE:
        return bool(LIBC.syscall(ADD_KEY, b"user", note, b"x", ctypes.c_size_t(1), ring) > 0)
    key = LIBC.syscall(KEYCTL, KEYCTL_SEARCH, ring, b"user", note, 0)
    if what == CLEAN:
        LIBC.syscall(KEYCTL, KEYCTL_UNLINK, key, ring)
    return bool(key > 0)


def shared_memory(note: bytes, what: str) -> bool:
    """A segment that bears the note as its number."""
    found = LIBC.shmget(int(note[:7], 16), ctypes.c_size_t(4096), 0o600 | (IPC_CREAT if what == WRITE else 0))
    if what == CLEAN:
        LIBC.shmctl(found, IPC_RMID, None)
    return bool(found >= 0)


def message_queue(note: bytes, what: str) -> bool:
    """A queue that bears the note as its number."""
    found = LIBC.msgget(int(note[:7], 16), 0o600 | (IPC_CREAT if what == WRITE else 0))
    if what == CLEAN:
        LIBC.msgctl(found, IPC_RMID, None)
    return bool(found >= 0)


def semaphore(note: bytes, what: str) -> bool:
    """A set of semaphores that bears the note as its number."""
    found = LIBC.semget(int(note[:7], 16), 1, 0o600 | (IPC_CREAT if what == WRITE else 0))
    if what == CLEAN:
        LIBC.semctl(found, 0, IPC_RMID)
    return bool(found >= 0)


def posix_queue(note: bytes, what: str) -> bool:
    """A POSIX message queue that bears the note as its name."""
    if what == CLEAN:
        return bool(LIBC.mq_unlink(b"/" + note) == 0)
    return bool(LIBC.mq_open(b"/" + note, os.O_RDWR | (os.O_CREAT if what == WRITE else 0), 0o600, None) >= 0)


def file_in(folder: Path, note: bytes, what: str) -> bool:
    """A file that bears the note as its name."""
    path = folder / note.decode()
    try:
        if what == WRITE:
            path.touch()
        elif what == CLEAN:
            path.unlink()
        return path.exists()
    except OSError:
        return False


def time_of_file(note: bytes, what: str) -> bool:
    """The note as the time at which a separate file was changed."""
    file, time = OWN / "bot.py", int(note[:7], 16)
    try:
        if what == WRITE:
            os.utime(file, (time, time))
    except OSError:
        return False
    return int(file.stat().st_mtime) == time


def mode_of_file(_note: bytes, what: str) -> bool:
    """A bit of the note as a bit of the mode of a separate file."""
    file = OWN / "bot.py"
    with suppress(OSError):
        if what == WRITE:
            file.chmod(0o711)
    return file.stat().st_mode & 0o777 == 0o711


def extended_attribute(note: bytes, what: str) -> bool:
    """An attribute of a separate file that bears the note."""
    try:
        if what == WRITE:
            os.setxattr(OWN / "bot.py", "user.note", note)
        return os.getxattr(OWN / "bot.py", "user.note") == note
    except OSError:
        return False


def kernel_log(note: bytes, what: str) -> bool:
    """A process that bears the note as its name, and crashes so that the kernel writes a line about it."""
    name = b"n" + note[:12]
    if what == WRITE:
        child = os.fork()
        if child == 0:
            LIBC.prctl(15, name, 0, 0, 0)  # PR_SET_NAME
            ctypes.memset(0, 0, 1)
        os.waitpid(child, 0)
        return True
    room = ctypes.create_string_buffer(1 << 20)
    return LIBC.klogctl(3, room, len(room)) > 0 and name in room.raw


def cached_page(note: bytes, what: str) -> bool:
    """The only page of a large file that is in memory afterwards: its number is the note."""
    with (OWN / "pages").open("rb") as file:
        pages = os.fstat(file.fileno()).st_size // mmap.PAGESIZE
        wanted = int(note[:7], 16) % pages
        try:
            if what == WRITE:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_RANDOM)
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
                return bool(os.pread(file.fileno(), 1, wanted * mmap.PAGESIZE))
            return _pages_in_memory(file.fileno(), pages) == [wanted]
        except OSError:
            return False


def _pages_in_memory(file: int, pages: int) -> list[int]:
    found = []
    for page in range(pages):
        with suppress(BlockingIOError):
            if os.preadv(file, [bytearray(1)], page * mmap.PAGESIZE, os.RWF_NOWAIT):
                found.append(page)
    return found


def process_left_behind(note: bytes, what: str) -> bool:
    """A process in a new session that bears the note as an argument."""
    if what == WRITE:
        if os.fork() == 0:
            os.setsid()
            nothing = os.open(os.devnull, os.O_RDWR)
            for output in (1, 2):
                os.dup2(nothing, output)
            os.execvp("sleep", ["sleep", "600", "0." + str(int(note[:7], 16))])
        return True
    for folder in Path("/proc").iterdir():
        with suppress(OSError):
            if f"0.{int(note[:7], 16)}".encode() in (folder / "cmdline").read_bytes().split(b"\0"):
                if what == CLEAN:
                    os.kill(int(folder.name), signal.SIGKILL)
                return True
    return False


CHANNELS = {
    "session keyring": lambda note, what: keyring(SESSION_KEYRING, note, what),
    "user keyring": lambda note, what: keyring(USER_KEYRING, note, what),
    "shared memory": shared_memory,
    "message queue": message_queue,
    "semaphore": semaphore,
    "POSIX queue": posix_queue,
    "/tmp": lambda note, what: file_in(Path("/tmp"), note, what),
    "/var/tmp": lambda note, what: file_in(Path("/var/tmp"), note, what),
    "/dev/shm": lambda note, what: file_in(Path("/dev/shm"), note, what),
    "own folder": lambda note, what: file_in(OWN, note, what),
    "working directory": lambda note, what: file_in(Path.cwd(), note, what),
    "the folder of the token": lambda note, what: file_in(Path("/run/referee"), note, what),
    "time of a file": time_of_file,
    "mode of a file": mode_of_file,
    "attribute of a file": extended_attribute,
    "kernel log": kernel_log,
    "page cache": cached_page,
    "process": process_left_behind,
}

if __name__ == "__main__":
    text, verb, *wanted = sys.argv[1:]
    print(json.dumps([name for name in wanted or CHANNELS if CHANNELS[name](text.encode(), verb)]))

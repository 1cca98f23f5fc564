"""The system calls that a bot in the sandbox may not make, and the program with which the kernel refuses them.

The list contains the calls that are refused, not those that are allowed. A bot may be written in any language; its
runtime calls some three hundred names, which differ by library and version, and one forgotten name would end an honest
bot in the middle of a tournament. The list of refused calls fits on a page, with reasons. Such lists usually miss the
calls that a later kernel adds. Here those are refused by their numbers: every call after `LAST_KNOWN` is "not
implemented", which all libraries can handle. That refuses the x32 calls of x86_64 too, whose numbers are far above.
Programs for another processor (i386 on x86_64) are killed.

bubblewrap takes the program as the bytes of an array of `struct sock_filter`, for classic BPF. We generate these bytes
ourselves, because packages that could do it need libseccomp on the host, or are too new.
"""

from __future__ import annotations

import errno
import os
import struct
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LAST_KNOWN = 462
"""The number of `mseal`, the last call that was reviewed. Numbers from 424 up are the same on all processors."""


@dataclass(frozen=True)
class Processor:
    """A processor as the kernel names it in `seccomp_data.arch`, and its column in the tables below."""

    audit_arch: int
    column: int


PROCESSORS = {"x86_64": Processor(0xC000003E, 0), "aarch64": Processor(0xC00000B7, 1)}

NOT_DONE = 0
"""The call does nothing but reports success: otherwise programs that copy a file with its times would stop."""

# Each call with its number on x86_64 and aarch64; `-` where there is none. Calls that ordinary programs try get ENOSYS,
# "not implemented": after it, libraries do without the call.
REFUSED: dict[str, tuple[int, str]] = {
    "keyrings and the kernel's log: they keep what a bot wrote long after it has ended": (
        errno.ENOSYS,
        """add_key 248 217, request_key 249 218, keyctl 250 219, syslog 103 116""",
    ),
    "times of files: /dev/null and the like are the machine's own, and any process may touch them": (
        NOT_DONE,
        """utime 132 -, utimes 235 -, futimesat 261 -, utimensat 280 88""",
    ),
    "how the cores are shared: a bot that leaves batch scheduling takes the core from others whenever it wakes": (
        NOT_DONE,
        """sched_setscheduler 144 119, sched_setparam 142 118, sched_setattr 314 274, sched_setaffinity 203 122,
           setpriority 141 140""",
    ),
    "sessions: without control groups the kernel gives each of them an equal share of the cores": (
        NOT_DONE,
        """setsid 112 157""",
    ),
    "notices that another process opens a shared file, e.g. the opponent's interpreter when it starts": (
        errno.ENOSYS,
        """inotify_init 253 -, inotify_init1 294 26, inotify_add_watch 254 27""",
    ),
    "which pages of its files were read before": (
        errno.ENOSYS,
        """mincore 27 232, cachestat 451 451""",
    ),
    "memory counted for no process: nameless files, segments, queues, gifts, rings (which also bypass this list)": (
        errno.ENOSYS,
        """memfd_create 319 279, memfd_secret 447 447, vmsplice 278 75,
           shmget 29 194, shmat 30 196, shmdt 67 197, shmctl 31 195,
           msgget 68 186, msgsnd 69 189, msgrcv 70 188, msgctl 71 187,
           semget 64 190, semop 65 193, semctl 66 191, semtimedop 220 192,
           mq_open 240 180, mq_unlink 241 181, mq_timedsend 242 182, mq_timedreceive 243 183,
           mq_notify 244 184, mq_getsetattr 245 185,
           io_uring_setup 425 425, io_uring_enter 426 426, io_uring_register 427 427""",
    ),
    "other processes, above all the one that guards the sandbox from inside": (
        errno.EPERM,
        """ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271, pidfd_getfd 438 438, kcmp 312 272,
           process_madvise 440 440, process_mrelease 448 448, move_pages 279 239, migrate_pages 256 238""",
    ),
    "mounts": (
        errno.EPERM,
        """mount 165 40, umount2 166 39, pivot_root 155 41, chroot 161 51, mount_setattr 442 442, open_tree 428 428,
           move_mount 429 429, fsopen 430 430, fsconfig 431 431, fsmount 432 432, fspick 433 433,
           statmount 457 457, listmount 458 458, name_to_handle_at 303 264, open_by_handle_at 304 265""",
    ),
    "namespaces; clone itself is below": (
        errno.EPERM,
        """unshare 272 97, setns 308 268""",
    ),
    "the flags of clone3 are in memory, which a filter cannot read; libraries fall back to clone": (
        errno.ENOSYS,
        """clone3 435 435""",
    ),
    "large parts of the kernel that no bot needs": (
        errno.EPERM,
        """bpf 321 280, perf_event_open 298 241, userfaultfd 323 282, fanotify_init 300 262, fanotify_mark 301 263,
           lookup_dcookie 212 18, quotactl 179 60, quotactl_fd 443 443, modify_ldt 154 -, _sysctl 156 -,
           uselib 134 -""",
    ),
    "the machine itself": (
        errno.EPERM,
        """kexec_load 246 104, kexec_file_load 320 294, reboot 169 142, swapon 167 224, swapoff 168 225,
           init_module 175 105, finit_module 313 273, delete_module 176 106, acct 163 89, vhangup 153 58,
           sethostname 170 161, setdomainname 171 162, settimeofday 164 170, clock_settime 227 112,
           iopl 172 -, ioperm 173 -""",
    ),
}


@dataclass(frozen=True)
class AnyOf:
    """The argument, restricted to the bits of `mask`, is one of the values."""

    values: tuple[int, ...]
    mask: int = 0xFFFFFFFF


@dataclass(frozen=True)
class NoneOf:
    """The argument is none of the values."""

    values: tuple[int, ...]


@dataclass(frozen=True)
class AnyBitOf:
    """The argument has at least one of the bits."""

    bits: int


@dataclass(frozen=True)
class RefusedWhen:
    """A call that is refused for some values of an argument.

    Attributes:
        call: Name and numbers, as in `REFUSED`.
        argument: Its index, from 0. The kernel uses only the lower 32 bits of each of these arguments.
        when: The values for which it is refused.
        error: The error that the bot gets.
    """

    call: str
    argument: int
    when: AnyOf | NoneOf | AnyBitOf
    error: int


_NEW_NAMESPACES = 0x7E020000  # CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
_PR_SCHED_CORE = 62
_F_SETLEASE, _F_NOTIFY, _F_SETDELEG = 1024, 1026, 1040
_TIOCSCTTY, _TIOCSTI, _TIOCLINUX = 0x540E, 0x5412, 0x541C
_AF_UNIX, _AF_INET, _AF_INET6, _AF_NETLINK = 1, 2, 10, 16
_SO_SNDBUF = 7
_MAP_TYPE_AND_ANONYMOUS, _SHARED_AND_ANONYMOUS = 0x2F, 0x21
_RWF_NOWAIT = 8
_POSIX_FADV_DONTNEED, _MADV_COLD, _MADV_PAGEOUT = 4, 20, 21

REFUSED_WHEN = (
    RefusedWhen("clone 56 220", 0, AnyBitOf(_NEW_NAMESPACES), errno.EPERM),
    # These are allowed: the default, and the question which one is set.
    RefusedWhen("personality 135 92", 0, NoneOf((0, 0xFFFFFFFF)), errno.EPERM),
    # A core that no other process may share: while such a process runs, the other half of its physical core stays idle.
    RefusedWhen("prctl 157 167", 0, AnyOf((_PR_SCHED_CORE,)), errno.EINVAL),
    # Signals when another process opens a shared file, as with inotify.
    RefusedWhen("fcntl 72 25", 1, AnyOf((_F_SETLEASE, _F_NOTIFY, _F_SETDELEG)), errno.EINVAL),
    # Input put into another user's terminal.
    RefusedWhen("ioctl 16 29", 1, AnyOf((_TIOCSTI, _TIOCLINUX)), errno.EPERM),
    # Requested after `setsid` by programs that run others in a new terminal; they can do without it.
    RefusedWhen("ioctl 16 29", 1, AnyOf((_TIOCSCTTY,)), NOT_DONE),
    # Other families are not kept apart by network namespaces (vsock), or are large parts of the kernel.
    RefusedWhen("socket 41 198", 0, NoneOf((_AF_UNIX, _AF_INET, _AF_INET6, _AF_NETLINK)), errno.EAFNOSUPPORT),
    # Sockets are counted by how much they may hold. At other levels, this number means an option that no one uses.
    RefusedWhen("setsockopt 54 208", 2, AnyOf((_SO_SNDBUF,)), errno.EPERM),
    # A mapping of one page can hold such memory, and it is counted for no process. Bots can use a file in /dev/shm.
    RefusedWhen("mmap 9 222", 3, AnyOf((_SHARED_AND_ANONYMOUS,), _MAP_TYPE_AND_ANONYMOUS), errno.EPERM),
    # Refused: reading "only if it is cached", and the calls that evict pages. Together they could store notes for later
    # matches.
    RefusedWhen("preadv2 327 286", 5, AnyBitOf(_RWF_NOWAIT), errno.EOPNOTSUPP),
    RefusedWhen("fadvise64 221 223", 3, AnyOf((_POSIX_FADV_DONTNEED,)), errno.EINVAL),
    RefusedWhen("madvise 28 233", 2, AnyOf((_MADV_COLD, _MADV_PAGEOUT)), errno.EINVAL),
)


def program_for(machine: str) -> bytes | None:
    """The compiled program for a processor, named as in `os.uname().machine`; None if we have no table for it."""
    processor = PROCESSORS.get(machine)
    return None if processor is None else b"".join(_program(machine, processor))


def program_of_this_machine() -> bytes | None:
    """The program for this machine's processor; None without seccomp, or without a table."""
    return program_for(os.uname().machine) if sys.platform == "linux" and sys.maxsize > 1 << 32 else None


def refused_calls(machine: str) -> dict[str, tuple[int, int]]:
    """The calls that are always refused: name to number and error."""
    column = PROCESSORS[machine].column
    found = {}
    for error, calls in REFUSED.values():
        for call in calls.split(","):
            name, number = _name_and_number(call, column)
            if number is not None:
                found[name] = (number, error)
    return found


# Instructions and answers: linux/bpf_common.h, linux/seccomp.h. All numbers are in the processor's own byte order.
_LOAD, _AND, _RETURN = 0x20, 0x54, 0x06
_IF_EQUAL, _IF_GREATER, _IF_ANY_BIT = 0x15, 0x25, 0x45
_ALLOW, _REFUSE, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data


def _program(machine: str, processor: Processor) -> Iterator[bytes]:
    yield _step(_LOAD, _ARCH)
    yield _step(_IF_EQUAL, processor.audit_arch, jump_if_true=1)
    yield _step(_RETURN, _KILL)
    yield _step(_LOAD, _NUMBER)
    yield from _if(_IF_GREATER, LAST_KNOWN, [_step(_RETURN, _REFUSE | errno.ENOSYS)])
    for number, error in refused_calls(machine).values():
        yield from _if(_IF_EQUAL, number, [_step(_RETURN, _REFUSE | error)])
    for refused in REFUSED_WHEN:
        _, conditional = _name_and_number(refused.call, processor.column)
        if conditional is not None:
            yield from _if(_IF_EQUAL, conditional, [*_condition(refused)])
    yield _step(_RETURN, _ALLOW)


def _condition(refused: RefusedWhen) -> Iterator[bytes]:
    """Refuse or allow the call; or load its number again, because another condition for it may follow."""
    allow, refuse = _step(_RETURN, _ALLOW), _step(_RETURN, _REFUSE | refused.error)
    go_on = _step(_LOAD, _NUMBER)
    yield _step(_LOAD, _ARGUMENTS + 8 * refused.argument)
    match refused.when:
        case AnyBitOf(bits):
            yield from _if(_IF_ANY_BIT, bits, [refuse])
            yield go_on
        case AnyOf(values, mask):
            yield _step(_AND, mask)
            for value in values:
                yield from _if(_IF_EQUAL, value, [refuse])
            yield go_on
        case NoneOf(values):
            for value in values:
                yield from _if(_IF_EQUAL, value, [allow])
            yield refuse


def _if(test: int, value: int, then: Sequence[bytes]) -> Iterator[bytes]:
    """A test of the loaded value, and the steps to take only if it holds."""
    yield _step(test, value, jump_if_false=len(then))
    yield from then


def _step(code: int, value: int, jump_if_true: int = 0, jump_if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, jump_if_true, jump_if_false, value)


def _name_and_number(call: str, column: int) -> tuple[str, int | None]:
    name, *numbers = call.split()
    return name, None if numbers[column] == "-" else int(numbers[column])

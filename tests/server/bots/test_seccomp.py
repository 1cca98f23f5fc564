"""The list of refused system calls: its program as an independent interpreter runs it, for every processor."""

from __future__ import annotations

import errno
import os
import struct

import pytest

from referee.server.bots.seccomp import LAST_KNOWN, PROCESSORS, program_for, program_of_this_machine, refused_calls

ALLOWED, KILLED = 0x7FFF0000, 0x80000000
MACHINES = list(PROCESSORS)


def answer(program: bytes, number: int, *arguments: int, arch: int) -> int:
    """A kernel's answer to a call, according to its documentation of classic BPF."""
    data = struct.pack("=IIQ6Q", number, arch, 0, *(*arguments, 0, 0, 0, 0, 0, 0)[:6])
    steps = list(struct.iter_unpack("=HBBI", program))
    register, place = 0, 0
    while True:
        code, if_true, if_false, value = steps[place]
        place += 1
        match code:
            case 0x20:
                (register,) = struct.unpack_from("=I", data, value)
            case 0x54:
                register &= value
            case 0x06:
                return int(value)
            case 0x15:
                place += if_true if register == value else if_false
            case 0x25:
                place += if_true if register > value else if_false
            case 0x45:
                place += if_true if register & value else if_false
            case _:
                raise AssertionError(f"unknown instruction {code:#x}")


def asked(machine: str, number: int, *arguments: int) -> int:
    program = program_for(machine)
    assert program is not None
    return answer(program, number, *arguments, arch=PROCESSORS[machine].audit_arch)


def refused(error: int) -> int:
    return 0x00050000 | error


@pytest.mark.parametrize("machine", MACHINES)
def test_all_that_is_listed_is_refused_and_nothing_else(machine: str) -> None:
    listed = refused_calls(machine)
    assert len(listed) > 70
    errors = dict(listed.values())
    by_argument = {"x86_64": {135, 41}, "aarch64": {92, 198}}[machine]  # personality and socket refuse some zeros, too
    for number in {*range(LAST_KNOWN + 1)} - by_argument:
        # The second call differs in every bit that a condition could test.
        expected = refused(errors[number]) if number in errors else ALLOWED
        assert asked(machine, number) == expected, number


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    "number",
    [
        pytest.param(LAST_KNOWN + 1, id="the next new call"),
        pytest.param(10_000, id="a far one"),
        pytest.param(0x40000000 | 39, id="getpid of x32"),
        pytest.param(0xFFFFFFFF, id="minus one"),
    ],
)
def test_what_nobody_has_looked_at_is_not_implemented(machine: str, number: int) -> None:
    assert asked(machine, number) == refused(errno.ENOSYS)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("arch", [pytest.param(0x40000003, id="i386"), pytest.param(0x40000028, id="arm")])
def test_calls_of_another_processor_kill(machine: str, arch: int) -> None:
    program = program_for(machine)
    assert program is not None
    assert answer(program, 39, arch=arch) == KILLED


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("numbers", "arguments", "error"),
    [
        pytest.param((56, 220), (0x11,), None, id="fork"),
        pytest.param((56, 220), (0x3D0F00,), None, id="a thread"),
        *[
            pytest.param((56, 220), (flag | 0x11,), errno.EPERM, id=f"clone with namespace flag {flag:#x}")
            for flag in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
        ],
        pytest.param((135, 92), (0xFFFFFFFF,), None, id="which personality"),
        pytest.param((135, 92), (0x40000,), errno.EPERM, id="another personality"),
        pytest.param((157, 167), (15,), None, id="a thread's name"),
        pytest.param((157, 167), (62, 1), errno.EINVAL, id="a core that nobody else may share"),
        pytest.param((72, 25), (0, 6), None, id="a lock of a file"),
        pytest.param((72, 25), (0, 1024), errno.EINVAL, id="a signal when a file is opened"),
        pytest.param((72, 25), (0, 1026), errno.EINVAL, id="a signal when something in a folder is opened"),
        pytest.param((72, 25), (0, 1040), errno.EINVAL, id="the same by its newer name"),
        pytest.param((16, 29), (0, 0x5401), None, id="a terminal's settings"),
        pytest.param((16, 29), (0, 0x5412), errno.EPERM, id="TIOCSTI"),
        pytest.param((16, 29), (0, 0x540E), 0, id="a terminal for a session"),
        pytest.param((16, 29), (0, 0xFF00005412), errno.EPERM, id="TIOCSTI with bits that the kernel does not read"),
        pytest.param((41, 198), (1, 1), None, id="a unix socket"),
        pytest.param((41, 198), (10, 1), None, id="an internet socket"),
        pytest.param((41, 198), (40, 1), errno.EAFNOSUPPORT, id="a socket of virtual machines"),
        pytest.param((9, 222), (0, 4096, 3, 0x22), None, id="private memory"),
        pytest.param((9, 222), (0, 4096, 3, 0x01, 5), None, id="a shared file"),
        pytest.param((9, 222), (0, 4096, 3, 0x21), errno.EPERM, id="shared memory without a file"),
        pytest.param((9, 222), (0, 4096, 3, 0x4021), errno.EPERM, id="the same with a flag more"),
        pytest.param((327, 286), (0, 0, 0, 0, 0, 1), None, id="a read with another flag"),
        pytest.param((327, 286), (0, 0, 0, 0, 0, 8), errno.EOPNOTSUPP, id="a read if it is in the cache"),
        pytest.param((221, 223), (0, 0, 0, 3), None, id="a hint that pages are needed"),
        pytest.param((221, 223), (0, 0, 0, 4), errno.EINVAL, id="a hint that pages are not needed"),
        pytest.param((28, 233), (0, 0, 4), None, id="memory is given back"),
        pytest.param((28, 233), (0, 0, 21), errno.EINVAL, id="pages are thrown out"),
    ],
)
def test_arguments_decide(
    machine: str, numbers: tuple[int, int], arguments: tuple[int, ...], error: int | None
) -> None:
    number = numbers[PROCESSORS[machine].column]
    assert asked(machine, number, *arguments) == (ALLOWED if error is None else refused(error))


def test_other_processors_have_no_program() -> None:
    assert program_for("riscv64") is None


@pytest.mark.skipif(os.uname().machine not in PROCESSORS, reason="there is no table for this processor")
def test_this_machine_has_one() -> None:
    assert program_of_this_machine() == program_for(os.uname().machine)

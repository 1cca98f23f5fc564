"""Python, gRPC, cores, open files, the folder for temporary files, ports, extras."""

from __future__ import annotations

import os
import platform
import resource
import shutil
import socket
from collections.abc import Iterator
from importlib.util import find_spec

import grpc

from referee.counts import counted
from referee.doctor.part_report import PartReport, broken, missing, ok
from referee.errors import UsageError
from referee.files import MIB, passing_folder, plain
from referee.server.rpc.grpc_server import TRIED, was_tried
from referee.version import referee_version

FEW_FILES = 1024
"""With a lower limit, a tournament with dozens of bots at once can run out of open files."""
LITTLE_DISK = 1 << 30
"""With less free space, the disk counts as too full: a tournament of 10,000 matches takes about a tenth of this."""
FILES_FOR_A_BOT = 10
"""The number of open files for one bot (pipes, sockets and journal), rounded up."""


def machine() -> Iterator[PartReport]:
    """Check what every match needs."""
    yield ok("version", f"referee {referee_version()}, {platform.python_implementation()} {platform.python_version()}")
    yield _grpc()
    yield ok("cores", counted(_cores(), "core"))
    yield _open_files()
    yield _temporary_folder()
    yield _loopback()
    yield _web()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _grpc() -> PartReport:
    version = grpc.__version__
    if was_tried(version):
        return ok("gRPC", f"grpcio {version}")
    return missing(
        "gRPC",
        f"grpcio {version} was not tested with this version of Referee",
        "grpcio's standard server is used; anyone who can reach it can stop it with malformed calls",
        f"install grpcio {TRIED[-1]}: pip install 'grpcio=={TRIED[-1]}.*'",
    )


def _open_files() -> PartReport:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        return ok("open files", "no limit")
    found = f"the limit is {soft}, and can be raised to {hard}"
    if hard >= FEW_FILES:
        return ok("open files", found)
    return missing(
        "open files",
        found,
        f"about {counted(hard // FILES_FOR_A_BOT, 'bot')} can play at the same time",
        "raise the hard limit: ulimit -Hn 4096 as root, or LimitNOFILE= in a systemd unit",
    )


def _temporary_folder() -> PartReport:
    part, follows = "temporary folder", "bots cannot connect, because their sockets are there"
    try:
        with passing_folder() as folder, socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(folder / "socket"))
            free = shutil.disk_usage(folder).free
            place = folder.parent
    except UsageError as error:
        return broken(part, str(error), follows, "set TMPDIR to a writable folder")
    except OSError as error:
        return broken(part, plain(error), follows, "set TMPDIR to a folder on a disk that supports sockets")
    found = f"{place}, {free // MIB} MiB free"
    if free >= LITTLE_DISK:
        return ok(part, found)
    return missing(part, found, "long tournaments may fill the disk", "free some space, or set TMPDIR to another disk")


def _loopback() -> PartReport:
    try:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            listener.listen()
            address = listener.getsockname()
            with socket.create_connection(address, timeout=5):
                return ok("ports", "programs can connect over 127.0.0.1")
    except OSError as error:
        return missing(
            "ports",
            f"no connection over 127.0.0.1: {error.strerror or error}",
            "`referee serve`, `referee web`, `tournament web` and `--tcp` do not work; matches over unix sockets do",
            "bring the loopback interface up: ip link set lo up",
        )


def _web() -> PartReport:
    if find_spec("h11") is not None:
        return ok("web", "the packages for `referee web` and `tournament web` are installed")
    return missing(
        "web",
        "the package h11 is not installed",
        "`referee web` and `tournament web` do not start",
        "pip install 'referee[web]'",
    )

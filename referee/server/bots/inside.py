"""What is inside every sandbox besides the bot's files: the system's programs, devices, /proc, files in memory."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from referee.server.bots.programs import SETTINGS, SYSTEM_FOLDERS, in_system

# What tells of other processes' keys and locks, and of the kernel.
_HIDDEN_IN_PROC = ("keys", "key-users", "locks", "timer_list", "sched_debug", "latency_stats", "kallsyms")


def system_folders() -> list[Path]:
    """The folders of the system's programs and libraries."""
    return [folder for folder in SYSTEM_FOLDERS if folder.is_dir() and not folder.is_symlink()]


def links_and_settings() -> list[str]:
    """The links to those folders, and what is read from /etc."""
    words: list[str] = []
    for folder in SYSTEM_FOLDERS:
        if folder.is_symlink():
            words += ["--symlink", str(folder.readlink()), str(folder)]
    for path in SETTINGS:
        words += ["--ro-bind-try", str(path), str(path)]
    return words


def settings_of_network() -> list[str]:
    """What is read from /etc to find other machines by their names."""
    names = ("resolv.conf", "hosts", "nsswitch.conf", "host.conf", "gai.conf", "services")
    return [word for name in names for word in ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")]


def private_folders(size: int) -> list[str]:
    """`/tmp`, and `/dev/shm` for programs with several processes: in memory, and gone with the bot."""
    one = ["--perms", "1777", "--size", str(size), "--tmpfs"]
    return [
        *("--proc", "/proc", *_without_watcher(), "--dev", "/dev"),
        # Not a device any more, so that nobody opens it: its mappings are memory that can not be counted.
        *("--ro-bind", "/dev/zero", "/dev/zero"),
        *(*one, "/dev/shm", "--remount-ro", "/dev", *one, "/tmp"),  # noqa: S108 - these are inside the sandbox
    ]


def _without_watcher() -> list[str]:
    """Hides the first process inside, bubblewrap's, for a bot of the same user could write its memory through /proc.

    The files of /proc that tell of programs outside are hidden, too. Nothing in it can be written: the weight of its
    session, for example, with which a bot could make itself slow and look as if another one had taken its share.
    """
    hidden = ["--tmpfs", "/proc/1", "--remount-ro", "/proc/1"]
    for name in _HIDDEN_IN_PROC:
        hidden += ["--ro-bind-try", os.devnull, f"/proc/{name}"] if Path("/proc", name).exists() else []
    return [*hidden, "--remount-ro", "/proc"]


def parents(paths: Iterable[Path]) -> list[str]:
    """The folders above: bubblewrap would make them for its own user alone."""
    there = {Path("/"), Path("/tmp")}  # noqa: S108 - inside the sandbox
    parents = {parent for path in paths for parent in path.parents if not in_system(parent)} - there
    return [word for parent in sorted(parents) for word in ("--perms", "0755", "--dir", str(parent))]

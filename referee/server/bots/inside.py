"""What every sandbox contains besides the bot's files: the system's programs, devices, /proc, files in memory."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from referee.server.bots.programs import SETTINGS, SYSTEM_FOLDERS, in_system

# Files that reveal other processes' keys and locks, or details of the kernel.
_HIDDEN_IN_PROC = ("keys", "key-users", "locks", "timer_list", "sched_debug", "latency_stats", "kallsyms")


def system_folders() -> list[Path]:
    """The folders of the system's programs and libraries."""
    return [folder for folder in SYSTEM_FOLDERS if folder.is_dir() and not folder.is_symlink()]


def links_and_settings() -> list[str]:
    """The links to those folders, and the settings in /etc that programs read."""
    words: list[str] = []
    for folder in SYSTEM_FOLDERS:
        if folder.is_symlink():
            words += ["--symlink", str(folder.readlink()), str(folder)]
    for path in SETTINGS:
        words += ["--ro-bind-try", str(path), str(path)]
    return words


def settings_of_network() -> list[str]:
    """The settings in /etc that programs read to resolve host names."""
    names = ("resolv.conf", "hosts", "nsswitch.conf", "host.conf", "gai.conf", "services")
    return [word for name in names for word in ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")]


def private_folders(size: int) -> list[str]:
    """`/tmp`, and `/dev/shm` for programs with several processes: both in memory, and removed with the bot."""
    one = ["--perms", "1777", "--size", str(size), "--tmpfs"]
    return [
        *("--proc", "/proc", *_without_watcher(), "--dev", "/dev"),
        # It is mounted so that it cannot be opened as a device, because the memory of its mappings cannot be counted.
        *("--ro-bind", "/dev/zero", "/dev/zero"),
        *(*one, "/dev/shm", "--remount-ro", "/dev", *one, "/tmp"),  # noqa: S108 - these are inside the sandbox
    ]


def _without_watcher() -> list[str]:
    """Hide the first process inside, bubblewrap's: a bot of the same user could write its memory through /proc.

    The files of /proc that reveal programs outside are hidden, too. All files in /proc are read-only. Otherwise a bot
    could, for example, reduce its own share of the cores, so that another bot is blamed for its slowness.
    """
    hidden = ["--tmpfs", "/proc/1", "--remount-ro", "/proc/1"]
    for name in _HIDDEN_IN_PROC:
        hidden += ["--ro-bind-try", os.devnull, f"/proc/{name}"] if Path("/proc", name).exists() else []
    return [*hidden, "--remount-ro", "/proc"]


def parents(paths: Iterable[Path]) -> list[str]:
    """The folders above these paths: by default, bubblewrap would make them readable only to its own user."""
    there = {Path("/"), Path("/tmp")}  # noqa: S108 - inside the sandbox
    parents = {parent for path in paths for parent in path.parents if not in_system(parent)} - there
    return [word for parent in sorted(parents) for word in ("--perms", "0755", "--dir", str(parent))]

"""The sandbox of local bots: bubblewrap, user namespaces, seccomp, control groups."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from referee.doctor.part_report import PartReport, missing, ok
from referee.errors import UsageError
from referee.server.bots.cgroups import VARIABLE, shares_cores_evenly
from referee.server.bots.sandbox import Sandbox, find_sandbox, why_no_sandbox

WITHOUT_SANDBOX = "bots run without a sandbox: they can read your files, use the network and outlive a match"
SECCOMP_FOLLOWS = "bots can leave notes for later matches and hide memory; `--sandbox require` refuses to start"
OWN_GROUP = f"systemd-run --user --scope -p Delegate=yes COMMAND, or set {VARIABLE} to a writable group"

# Kernel settings that can forbid user namespaces: the file, the forbidding value, and the command that allows them.
SWITCHES = (
    ("/proc/sys/kernel/unprivileged_userns_clone", "0", "sysctl kernel.unprivileged_userns_clone=1"),
    ("/proc/sys/user/max_user_namespaces", "0", "sysctl user.max_user_namespaces=10000"),
    (
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "1",
        "sysctl kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile for bwrap",
    ),
)


def isolation() -> Iterator[PartReport]:
    """Check how well bots are isolated from this machine and from each other."""
    if sys.platform != "linux":
        yield missing("sandbox", f"no sandbox on {platform.system()}", WITHOUT_SANDBOX, "run the referee on Linux")
        return
    yield _namespaces()
    try:
        why_not = why_no_sandbox()
        sandbox = None if why_not else find_sandbox()
    except UsageError as error:
        why_not, sandbox = str(error), None
    if sandbox is None:
        yield missing("sandbox", why_not, WITHOUT_SANDBOX, _remedy(why_not))
        yield _shares(None)
        return
    yield ok("sandbox", f"bubblewrap ({sandbox.bwrap}) starts a sandbox{' as root' if sandbox.as_root else ''}")
    if sandbox.forgets:
        yield ok("seccomp", "the sandbox filters system calls")
    else:
        yield missing(
            "seccomp",
            f"this kernel ({platform.machine()}) cannot filter system calls in the way that the sandbox needs",
            SECCOMP_FOLLOWS,
            "use a kernel for x86-64 or ARM64 with seccomp filters (CONFIG_SECCOMP_FILTER)",
        )
    yield _group(sandbox)
    yield _shares(sandbox.cgroup)


def _namespaces() -> PartReport:
    if os.geteuid() == 0:
        return ok("user namespaces", "not needed: you are root")
    for name, forbidden, allow in SWITCHES:
        if _value(Path(name)) == forbidden:
            return missing("user namespaces", f"{name} is {forbidden}", WITHOUT_SANDBOX, f"as root: {allow}")
    return ok("user namespaces", "allowed by the kernel's settings")


def _value(file: Path) -> str:
    """The value of a kernel setting; empty if the kernel does not have it."""
    try:
        return file.read_text().strip()
    except OSError:
        return ""


def _remedy(why_not: str) -> str:
    if shutil.which("bwrap") is None:
        return "install bubblewrap: apt, dnf or pacman install it by that name"
    if "is not installed" in why_not:
        return "install util-linux"
    return "allow user namespaces; in a container, see `referee manual containers`"


def _group(sandbox: Sandbox) -> PartReport:
    part = "control groups"
    if sandbox.cgroup is None:
        return missing(part, "no writable group of cgroup v2", "memory is only measured twice per second", OWN_GROUP)
    controllers = _value(sandbox.cgroup / "cgroup.subtree_control").split()
    if "memory" in controllers:
        return ok(part, f"each bot gets its own group ({', '.join(controllers)})")
    return missing(
        part,
        f"each bot gets its own group, without the memory controller (available: {', '.join(controllers) or 'none'})",
        "memory is only measured twice per second",
        OWN_GROUP,
    )


def _shares(group: Path | None) -> PartReport:
    if shares_cores_evenly(group):
        return ok("shares of cores", "the kernel gives each bot an equal share of the cores")
    return missing(
        "shares of cores",
        "the kernel divides the cores among threads, not among bots",
        "a bot with many threads can delay others; a match with a strike for that reason is marked and not rated",
        OWN_GROUP,
    )

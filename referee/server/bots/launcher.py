"""Starts a bot: `python launcher.py PARENT REPORT CORES HOW COMMAND...` becomes the command, and ends with its parent.

CORES lists the cores that the command and its children may use, e.g. `0,1`; empty means its parent's.

HOW is a list of limits, or `enclose`. The latter may be followed by the file through which a process enters a control
group. `enclose` starts a sandbox in its own process namespace: a new process becomes the command, bubblewrap, as the
first of that namespace. When it ends, the kernel ends everything inside, even if the sandbox was not complete yet. The
new process is a child of our parent and ends with it. The new process writes its number to the descriptor REPORT, which
is closed when the command runs.

So the kernel is the guard: none of our processes has to stay in memory to watch another, or could be killed and leave
the sandbox behind. bubblewrap's own --die-with-parent is not enough because it takes effect last: a parent that dies
while the sandbox is being set up would leave it behind forever.

This file runs without the rest of the package, because every import would delay the start of every bot.
"""

import ctypes
import os
import resource
import select
import signal
import sys

PR_SET_PDEATHSIG = 1
CLONE_PARENT, CLONE_NEWUSER, CLONE_NEWPID = 0x00008000, 0x10000000, 0x20000000
CLONE = {"x86_64": 56, "aarch64": 220, "riscv64": 220}


def main(parent: int, report: int, cores: str, how: str, command: list[str]) -> None:
    """Make the process end with its parent, and start the command."""
    os.set_inheritable(report, False)  # noqa: FBT003 - it has no other form
    end_with_parent()
    if os.getppid() != parent:
        return  # the parent ended before the line above
    if cores:
        os.sched_setaffinity(0, map(int, cores.split(",")))
    give_way()
    what, _, entrance = how.partition(":")
    if entrance:
        with open(entrance, "w") as group:  # noqa: PTH123 - pathlib would be another delay
            group.write(str(os.getpid()))
    if what != "enclose":
        limit(how)
    elif not enclose(parent, report):
        return
    os.execvp(command[0], command)  # noqa: S606 - becoming the command is the purpose


def end_with_parent() -> None:
    """Have the kernel kill this process when the thread that started it ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def give_way() -> None:
    """Prevent a bot that wakes up from interrupting other processes, above all the referee.

    It still gets its share of the cores.

    Every decision wakes several threads of a bot; each would take the core from the referee, for which all bots wait.
    """
    if sys.platform == "linux":
        try:  # noqa: SIM105 - contextlib would be another delay
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
        except OSError:
            pass  # a container may forbid it; bots play without it too


def enclose(parent: int, report: int) -> bool:
    """Continue in a new process, which reports its number; the old one ends.

    Return whether our parent process is still running.

    Raises:
        OSError: the kernel does not allow it.
    """
    try:
        life_of_parent = os.pidfd_open(parent)
    except ProcessLookupError:
        return False
    if not fork_into_namespace():
        os._exit(0)  # at once; there is nothing to clean up
    end_with_parent()
    if select.select([life_of_parent], [], [], 0)[0]:
        return False  # the parent ended before the line above; inside the namespace it has no number
    os.write(report, os.readlink("/proc/self").encode())  # noqa: PTH115 - pathlib would be another delay
    return True


def fork_into_namespace() -> bool:
    """Continue in two processes; the new one is the first of a process namespace, and a child of our parent."""
    user, group = os.geteuid(), os.getegid()
    flags = CLONE_PARENT | CLONE_NEWPID | (CLONE_NEWUSER if user else 0) | signal.SIGCHLD
    # Python cannot fork with flags. There are no threads here that a fork could leave behind.
    pid: int = ctypes.CDLL(None, use_errno=True).syscall(CLONE[os.uname().machine], flags, 0, 0, 0, 0)
    if pid < 0:
        raise OSError(ctypes.get_errno(), "cannot make a process namespace for the sandbox")
    if pid == 0 and user:  # the same user and group as outside
        for file, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            with open(f"/proc/self/{file}", "w") as opened:  # noqa: PTH123 - the same
                opened.write(text)
    return pid == 0


def limit(limits: str) -> None:
    """Set the limits NAME=VALUE,..."""
    for one in filter(None, limits.split(",")):
        name, _, value = one.partition("=")
        resource.setrlimit(getattr(resource, f"RLIMIT_{name.upper()}"), (int(value), int(value)))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4], sys.argv[5:])

"""Starts a bot or its sandbox: `python launcher.py PARENT LIMITS COMMAND...`, in a process that becomes the command.

It runs by itself, without the package: whatever it imported would delay every start.
"""

import ctypes
import os
import resource
import signal
import sys

PR_SET_PDEATHSIG = 1


def main(parent: int, limits: str, command: list[str]) -> None:
    """Ties the process to the life of its parent, sets the limits (NAME=VALUE,...) and becomes the command."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        return  # the referee died before the line above
    for limit in filter(None, limits.split(",")):
        name, _, value = limit.partition("=")
        resource.setrlimit(getattr(resource, f"RLIMIT_{name.upper()}"), (int(value), int(value)))
    os.execvp(command[0], command)  # noqa: S606 - becoming the command is the purpose


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])

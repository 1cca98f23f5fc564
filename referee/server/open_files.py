"""Makes room for many connections and journals at once."""

from __future__ import annotations

import resource

ENOUGH = 65_536


def allow_many_files() -> None:
    """Let this process have as many open files as the system allows: often more than the default.

    Each connected bot is an open file, and so is the journal of each running match.
    """
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if most == resource.RLIM_INFINITY else min(most, ENOUGH)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))

"""The checks of this machine for `referee doctor`.

part_report.py  the report on one part: what was found, why it matters, and how to install what is missing
machine.py      Python, gRPC, cores, open files, the folder for temporary files, ports, extras
isolation.py    the sandbox of local bots: bubblewrap, user namespaces, seccomp, control groups
toolchains.py   the languages in which a bot can be built here
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.doctor.isolation import isolation
from referee.doctor.machine import machine
from referee.doctor.part_report import PartReport
from referee.doctor.toolchains import toolchains


def examine() -> Iterator[PartReport]:
    """Examine this machine, and yield each report as soon as it is made."""
    yield from machine()
    yield from isolation()
    yield from toolchains()

"""Figures of several runs as text: the middle one, and how far they lie apart; what children used; one core for all."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median


def spread(values: Sequence[float], form: str = ",.0f") -> str:
    """The median, and the smallest and the largest of the others."""
    return f"{median(values):{form}} ({min(values):{form}}-{max(values):{form}})"


def ratios(values: Sequence[float], yardsticks: Sequence[float]) -> str:
    """How many times the yardstick each is that was measured beside it."""
    return spread([value / yardstick for value, yardstick in zip(values, yardsticks, strict=True)], ".2f")


def children_cpu() -> float:
    """CPU seconds of all children that have ended; of what a sandbox held as far as it was waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextmanager
def on_one_core() -> Iterator[None]:
    """This process, and what is started in the block, have one core for all; what comes later has all cores again."""
    if not hasattr(os, "sched_setaffinity"):  # not Linux
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)

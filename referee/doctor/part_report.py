"""The report on one part of the machine."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Condition(StrEnum):
    """The condition of a part of the machine; only BROKEN keeps Referee from playing matches."""

    OK = "ok"
    MISSING = "missing"
    BROKEN = "broken"


class PartReport(Struct, frozen=True):
    """The report on one part of the machine.

    Attributes:
        part: The part of the machine, such as `sandbox`.
        condition: Its condition.
        found: What is there, or what is wrong, in one line.
        follows: The consequences; empty if nothing is missing.
        remedy: How to install or enable it; empty if nothing is missing.
    """

    part: str
    condition: Condition
    found: str
    follows: str = ""
    remedy: str = ""


def ok(part: str, found: str) -> PartReport:
    """A report that the part is in order."""
    return PartReport(part, Condition.OK, found)


def missing(part: str, found: str, follows: str, remedy: str) -> PartReport:
    """A report that the part is missing, which limits Referee."""
    return PartReport(part, Condition.MISSING, found, follows, remedy)


def broken(part: str, found: str, follows: str, remedy: str) -> PartReport:
    """A report that the part is broken, so that Referee cannot play matches."""
    return PartReport(part, Condition.BROKEN, found, follows, remedy)

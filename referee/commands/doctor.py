"""`referee doctor`: what this machine has, what is missing, why it matters, and how to install it."""

from __future__ import annotations

import sys

import click

from referee.commands.options import json_option
from referee.counts import counted
from referee.doctor import examine
from referee.doctor.part_report import Condition, PartReport
from referee.terminal.exits import Exit
from referee.terminal.printing import print_json, say

WIDTH = max(len(condition) for condition in Condition)


@click.command
@json_option
def doctor(*, as_json: bool) -> None:
    """Check what this machine has and what is missing, and say why it matters and how to install it.

    Exits with 1 if something is broken, so that matches cannot be played.
    """
    found = []
    for finding in examine():
        found.append(finding)
        if not as_json:
            say(_text(finding))
    if as_json:
        print_json(found)
    else:
        say(_summary(found))
    sys.exit(Exit.USER if any(finding.condition is Condition.BROKEN for finding in found) else Exit.DONE)


def _text(finding: PartReport) -> str:
    lines = [f"{finding.condition:<{WIDTH}}  {finding.part}: {finding.found}"]
    lines += [f"{' ' * WIDTH}    {line}" for line in (finding.follows, finding.remedy) if line]
    return "\n".join(lines)


def _summary(found: list[PartReport]) -> str:
    numbers = {condition: sum(finding.condition is condition for finding in found) for condition in Condition}
    if numbers[Condition.BROKEN]:
        return f"{counted(numbers[Condition.BROKEN], 'part')} broken: matches cannot be played here yet"
    if numbers[Condition.MISSING]:
        return f"matches can be played here; {counted(numbers[Condition.MISSING], 'part')} missing"
    return "nothing is missing"

"""The log of decisions for people: what the organiser decided in the course of a tournament, when and why."""

from __future__ import annotations

from collections.abc import Sequence
from time import localtime, strftime

from referee.pages.markup import Markup, tag
from tournament.storage.rows import DecisionRow

_WHAT = {
    "plan": "the plan changed",
    "annul": "match {match} was annulled",
    "replay": "match {match} is to be played again",
    "close": "the tournament was closed",
}


def decision_lines(decisions: Sequence[DecisionRow]) -> list[str]:
    """Return lines about the decisions, oldest first, with what followed indented below; none if there are none."""
    lines = ["Decisions of the organiser:"] if decisions else []
    for decision in decisions:
        lines.append(f"  {_title(decision)}")
        lines += [f"    {line}" for line in decision.what.splitlines()]
    return lines


def decisions_section(decisions: Sequence[DecisionRow], *, headed: bool = True) -> Markup:
    """Return the section of a page, with its heading or without; empty if nothing was decided."""
    if not decisions:
        return Markup("")
    entries = [
        tag("li", _title(decision), tag("ul", *(tag("li", line) for line in decision.what.splitlines())))
        if decision.what
        else tag("li", _title(decision))
        for decision in decisions
    ]
    heading = [tag("h2", "Decisions")] if headed else []
    return tag("section", *heading, tag("ul", *entries, class_="decisions"))


def _title(decision: DecisionRow) -> str:
    when = strftime("%Y-%m-%d %H:%M", localtime(decision.decided_unix_s))
    why = f": {decision.why}" if decision.why else ""
    return f"{when} {_WHAT[decision.kind].format(match=decision.match)}{why}"

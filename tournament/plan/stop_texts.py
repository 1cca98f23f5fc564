"""When a tournament ends early, and how close it is to that, in words for people."""

from __future__ import annotations

from tournament.statistics.settled import SettledState
from tournament.statistics.sprt import SprtRule, SprtState
from tournament.statistics.stopping import StopRule, StopState

_UNITS = {"normalized": "normalized Elo", "logistic": "Elo"}


def rule_text(rule: StopRule) -> str:
    """Return a sentence about when a tournament ends early."""
    if isinstance(rule, SprtRule):
        return (
            f"sequential test of {rule.bot} against {rule.other}: H0 {rule.elo0:g}, H1 {rule.elo1:g} "
            f"{_UNITS[rule.model]}, errors {100 * rule.alpha:g} % and {100 * rule.beta:g} %"
        )
    what = "the order of all bots" if rule.top is None else "the winner" if rule.top == 1 else f"the best {rule.top}"
    return f"until settled: {what}, wrong in at most {100 * rule.risk:g} % of tournaments"


def state_text(state: StopState) -> str:
    """Return in a few words how close the decision is, for a progress line."""
    if isinstance(state, SprtState):
        return f"LLR {state.llr:.2f} ({state.lower:.2f} to {state.upper:.2f})"
    return f"{state.certain} of {state.needed} pairs certain"


def conclusion_text(rule: StopRule, state: StopState) -> str:
    """Return what was concluded; empty if there is no conclusion yet."""
    if isinstance(state, SettledState):
        if state.order is None:
            return ""
        if len(state.order) == 1:
            return f"settled: {state.order[0]} is the best bot"
        joined = ", ".join(state.order)
        return f"settled: the order is {joined}" if _is_order(rule) else f"settled: the best are {joined}"
    assert isinstance(rule, SprtRule)
    if state.accepted is None:
        return ""
    elo, unit = (rule.elo1 if state.accepted == "H1" else rule.elo0), _UNITS[rule.model]
    not_by = rule.elo0 if state.accepted == "H1" else rule.elo1
    how = f"stronger than {rule.other} by {elo:g} rather than {not_by:g} {unit}"
    return f"{state.accepted} is accepted: {rule.bot} is {how}"


def _is_order(rule: StopRule) -> bool:
    return not isinstance(rule, SprtRule) and rule.top is None

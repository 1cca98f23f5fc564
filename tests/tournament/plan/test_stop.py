"""The section `[stop]` of a plan: what it states, and what may be wrong with it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.support.tournaments import a_plan
from tournament.errors import UserError
from tournament.plan.changes import change_of, without_secrets
from tournament.plan.identity import differences, identity_of
from tournament.plan.plan import Plan
from tournament.plan.stopping import rule_of
from tournament.plan.versions import with_versions
from tournament.statistics.settled import SettledRule
from tournament.statistics.sprt import SprtRule

SPRT = 'sprt = { bots = ["greedy", "first"], elo1 = 5 }'


def stopping(keys: str, **settings: Any) -> Plan:
    return a_plan(extra=f"[stop]\n{keys}", **settings)


def test_without_the_section_nothing_stops_a_tournament() -> None:
    assert rule_of(a_plan(), duplicate=True) is None


def test_a_sequential_test() -> None:
    rule = rule_of(stopping(SPRT, seats=3), duplicate=True)
    assert rule == SprtRule(bot="greedy", other="first", elo0=0, elo1=5, rotations=3)
    keys = '[stop.sprt]\nbots = ["first", "random"]\nelo0 = -3\nelo1 = 1\nalpha = 0.1\nbeta = 0.2\nmodel = "logistic"'
    rule = rule_of(a_plan(extra=keys), duplicate=False)
    assert rule == SprtRule(
        bot="first", other="random", elo0=-3, elo1=1, alpha=0.1, beta=0.2, model="logistic", rotations=1
    )


@pytest.mark.parametrize(
    ("settled", "top"),
    [
        pytest.param("order", None, id="order"),
        pytest.param("winner", 1, id="winner"),
        pytest.param("top 1", 1, id="top 1"),
        pytest.param("top 2", 2, id="top 2"),
    ],
)
def test_what_is_to_be_settled(settled: str, top: int | None) -> None:
    rule = rule_of(stopping(f'settled = "{settled}"\nrisk = 0.01'), duplicate=False)
    assert rule == SettledRule(bots=("first", "random", "greedy"), top=top, risk=0.01)


def test_a_bot_is_its_newest_version() -> None:
    text = (
        '[[bots]]\nname = "mine"\nbuiltin = "greedy"\nversion = "{}"\n[stop.sprt]\nbots = ["mine", "first"]\nelo1 = 5'
    )
    before, newer = (a_plan(bots="first random", extra=text.format(version)) for version in ("1", "2"))
    rule = rule_of(with_versions(newer, before, ()), duplicate=False)
    assert isinstance(rule, SprtRule)
    assert (rule.bot, rule.other) == ("mine#2", "first")


def test_the_statement_is_about_the_bots_that_are_left() -> None:
    plan = stopping('settled = "top 2"')
    gone = [msgspec.structs.replace(bot, withdrawn=bot.name == "first") for bot in plan.bots]
    assert rule_of(msgspec.structs.replace(plan, bots=gone), duplicate=False) is None
    winner = msgspec.structs.replace(stopping('settled = "winner"'), bots=gone)
    assert rule_of(winner, duplicate=False) == SettledRule(bots=("random", "greedy"), top=1)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        pytest.param('settled = "all"', 'stop.settled: "all" is not "order", "winner" or "top N"', id="settled"),
        pytest.param('settled = "top 0"', '"top 0" is not "order", "winner" or "top N"', id="top 0"),
        pytest.param('settled = "top 3"', 'with 3 bots, at most "top 2" can be settled', id="top of all"),
        pytest.param("settled = 3", "stop.settled: 3 is not a string in quotes", id="number"),
        pytest.param('settled = "order"\nrisk = 0', "stop.risk: 0.0 is out of range: use 0.0001 to 0.4", id="risk"),
        pytest.param('settled = "order"\nrisk = nan', "stop.risk: nan is out of range", id="risk nan"),
        pytest.param(f'settled = "order"\n{SPRT}', "stop: it has both sprt and settled", id="both"),
        pytest.param("sprt = 5", r"stop.sprt: 5 is not a section of a plan; write \[stop.sprt\]", id="no section"),
        pytest.param("sprt = { elo1 = 5 }", "stop.sprt: the key bots is missing; it must be a list of", id="no bots"),
        pytest.param('sprt = { bots = ["first", "random"] }', "the key elo1 is missing", id="elo1"),
        pytest.param('sprt = { bots = ["first"], elo1 = 5 }', "name two bots, the one to test first", id="one bot"),
        pytest.param('sprt = { bots = ["first", "first"], elo1 = 5 }', "name two bots", id="the same bot"),
        pytest.param('sprt = { bots = ["first", "x"], elo1 = 5 }', '"x" is not a bot of this plan', id="no such bot"),
        pytest.param(
            'sprt = { bots = ["first", "random"], elo0 = 5, elo1 = 5 }',
            "stop.sprt.elo1: 5.0 is not above elo0, which is 5.0",
            id="elo0 is elo1",
        ),
        pytest.param(
            'sprt = { bots = ["first", "random"], elo1 = inf }', "stop.sprt.elo1: inf is out of range", id="infinite"
        ),
        pytest.param(
            'sprt = { bots = ["first", "random"], elo0 = -2000, elo1 = 5 }',
            "stop.sprt.elo0: -2000.0 is out of range: use -1000 to 1000",
            id="elo0",
        ),
        pytest.param(
            'sprt = { bots = ["first", "random"], elo1 = 5, alpha = 0.5 }', "stop.sprt.alpha: 0.5 is out of", id="alpha"
        ),
        pytest.param(
            'sprt = { bots = ["first", "random"], elo1 = 5, model = "bayes" }',
            'stop.sprt.model: "bayes" is not one of "normalized", "logistic"',
            id="model",
        ),
        pytest.param('sprt = { bots = ["first", "random"], elo = 5 }', "stop.sprt.elo: there is no such key", id="key"),
    ],
)
def test_what_may_be_wrong(keys: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        stopping(keys)


def test_the_line_of_a_mistake_is_named() -> None:
    with pytest.raises(UserError, match=r"plan, line \d+: stop.sprt.elo1: 5.0 is not above elo0"):
        stopping('sprt = { bots = ["first", "random"], elo0 = 7, elo1 = 5 }')


def test_bots_of_a_gauntlet_that_never_meet_cannot_be_tested() -> None:
    with pytest.raises(UserError, match="greedy and first never meet: one of them must be a challenger"):
        stopping(SPRT, kind="gauntlet", challengers=["random"])
    assert stopping(SPRT, kind="gauntlet", challengers=["greedy"]).stop.sprt is not None
    assert stopping(SPRT, kind="gauntlet", challengers=["random"], seats=3).stop.sprt is not None


def test_a_knock_out_does_not_end_early() -> None:
    with pytest.raises(UserError, match="stop: a knock-out ends with its last tie"):
        stopping(SPRT, kind="knockout")


def test_an_older_tournament_goes_on_but_cannot_begin_to_stop() -> None:
    """A database of an earlier version lacks the keys, and the default is as it was."""
    stored = {field: value for field, value in identity_of(a_plan()).items() if not field.startswith("stop.")}
    assert differences(stored, a_plan()) == []
    before, after = without_secrets(a_plan()), without_secrets(stopping('settled = "order"'))
    change = change_of([before], stored, after, duplicate=False, published=0)
    assert change.accepted == []
    (refused,) = change.refused
    assert refused.startswith('stop.settled: null in the database, "order" in the plan; when to stop can be decided')

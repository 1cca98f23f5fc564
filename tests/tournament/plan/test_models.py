"""What a plan may say about bots that ask a model: keys from the environment, and their own sandbox and network."""

from __future__ import annotations

from pathlib import Path

import pytest
from referee_client.bots import TEXT_BOTS

from tests.tournament.plan.test_odd_plans import refused
from tests.tournament.plan.test_plan import FULL, SMALL
from tournament.errors import UserError
from tournament.plan.draw import deals_anew
from tournament.plan.identity import bot_digest, differences, identity_of
from tournament.plan.plan import MODELS, Entrant, FromEnvironment, Plan
from tournament.plan.reading import parse_plan, read_plan

LLM = SMALL.replace('builtin = "first"', 'builtin = "llm"\nnetwork = true\nenv = { LLM_KEY = { from = "MY_KEY" } }')


def with_line(line: str) -> str:
    return FULL.replace('env = { DEPTH = "3" }', line)


def test_a_model_may_be_built_in() -> None:
    bot = parse_plan(LLM).bots[1]
    assert (bot.builtin, bot.network, bot.env) == ("llm", True, {"LLM_KEY": FromEnvironment("MY_KEY")})
    assert tuple(TEXT_BOTS) == MODELS


@pytest.mark.parametrize(
    ("line", "message"),
    [
        pytest.param("env = { K = { from = 1 } }", "is not a table of strings, for example { DEPTH", id="number"),
        pytest.param("env = { K = { form = 'K' } }", 'or { KEY = { from = "KEY" } }', id="misspelt"),
        pytest.param("env = { K = {} }", "is not a table of strings", id="empty"),
        pytest.param("env = { K = { from = '' } }", 'bots[1].env.K: invalid variable name ""', id="no name"),
        pytest.param("env = { K = { from = 'a=b' } }", 'invalid variable name "a=b"', id="with ="),
        pytest.param('sandbox = "on"', 'sandbox: "on" is not one of "auto", "require", "off"', id="sandbox"),
        pytest.param("network = 1", "network: 1 is not true or false", id="network"),
    ],
)
def test_what_is_said_wrongly_is_refused(tmp_path: Path, line: str, message: str) -> None:
    refused(tmp_path, with_line(line), 31, message)


@pytest.mark.parametrize("line", ['sandbox = "off"', "network = true"])
def test_nothing_is_set_for_a_bot_that_dials_in(tmp_path: Path, line: str) -> None:
    refused(tmp_path, f"{FULL}{line}\n", 35, "a bot that dials in is not started here")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("network = true\n", "", r'bots\[1\].builtin: "llm" asks a model over the network.*network = true, or sandbox'),
        ("seats = 2", "seats = 2\n[run]\nin_process = true", "only built-in bots .*: .*greedy"),
        (
            'builtin = "random"',
            'builtin = "random"\nsandbox = "require"\n[run]\nin_process = true',
            "have no sandbox",
        ),
    ],
    ids=["no network", "in process", "a sandbox in process"],
)
def test_what_can_not_be_is_said(old: str, new: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        parse_plan(LLM.replace(old, new))


@pytest.mark.parametrize("where", ["bot", "run"])
def test_without_a_sandbox_a_model_has_the_network_anyway(where: str) -> None:
    text = LLM.replace("network = true", 'sandbox = "off"' if where == "bot" else "")
    text = text.replace("seats = 2", 'seats = 2\n[run]\nsandbox = "off"') if where == "run" else text
    plan = parse_plan(text)
    assert plan.sandbox_of(plan.bots[1]) == "off"


def test_a_bot_without_a_sandbox_of_its_own_has_that_of_the_run() -> None:
    plan = parse_plan(
        LLM.replace("network = true", 'sandbox = "off"').replace("seats = 2", 'seats = 2\n[run]\nsandbox = "require"')
    )
    assert [plan.sandbox_of(bot) for bot in plan.bots] == ["require", "off"]


def test_a_variable_that_is_missing_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(LLM)
    assert read_plan(path).bots[1].env, "a command that does not play needs no key"
    assert read_plan(path, {"MY_KEY": "sesame"}) == read_plan(path)
    with pytest.raises(UserError, match=r'line 12: bots\[1\].env.LLM_KEY: the variable "MY_KEY" is not set in the env'):
        read_plan(path, {"LLM_KEY": "sesame"})
    with pytest.raises(UserError, match='the variable "MY_KEY" is empty in the environment'):
        read_plan(path, {"MY_KEY": ""})


def test_the_name_of_the_variable_counts_and_its_value_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "one")
    plan, stored = parse_plan(LLM), identity_of(parse_plan(LLM))
    before = bot_digest(plan.bots[1])
    monkeypatch.setenv("MY_KEY", "another")
    assert differences(stored, plan) == []
    assert bot_digest(plan.bots[1]) == before
    (line,) = differences(stored, parse_plan(LLM.replace("MY_KEY", "OTHER")))
    assert line == 'bots[1].env.LLM_KEY.from: "MY_KEY" in the database, "OTHER" in the plan'


def test_how_a_bot_is_run_may_change_in_the_middle() -> None:
    old, new = parse_plan(LLM), parse_plan(LLM.replace("network = true", 'sandbox = "off"\nmemory = "2G"'))
    assert differences(identity_of(old), new) == []
    assert bot_digest(old.bots[1]) == bot_digest(new.bots[1])


@pytest.mark.parametrize(
    ("bot", "remembers"),
    [
        pytest.param(Entrant(name="a", builtin="first"), False, id="built in"),
        pytest.param(Entrant(name="a", builtin="llm", sandbox="off"), True, id="a model elsewhere"),
        pytest.param(Entrant(name="a", command=["x"]), False, id="fresh and without notes"),
        pytest.param(Entrant(name="a", command=["x"], network=True), True, id="with the network"),
        pytest.param(Entrant(name="a", dial_in=True), True, id="dials in"),
    ],
)
def test_who_could_know_a_deal_again(bot: Entrant, remembers: bool) -> None:
    plan = parse_plan(SMALL.replace("seats = 2", 'seats = 2\n[run]\nprocesses = "fresh"'))
    assert plan.remembering(bot, forgetful=True) is remembers


def test_a_model_gets_other_cards_when_a_match_is_begun_again() -> None:
    assert deals_anew(parse_plan(LLM), duplicate=False)
    assert not deals_anew(parse_plan(SMALL), duplicate=False)


def test_one_bot_that_remembers_is_enough_to_play_no_deal_twice() -> None:
    def plan(second: str) -> Plan:
        text = SMALL.replace("seats = 2", 'seats = 2\n[run]\nprocesses = "fresh"')
        return parse_plan(text.replace('builtin = "random"', 'command = ["x"]').replace('builtin = "first"', second))

    assert plan('command = ["y"]').duplicates(lambda _: True) is True
    assert plan('command = ["y"]').duplicates(lambda bot: bot.name == "a") is False
    assert plan('command = ["y"]\nnetwork = true').duplicates(lambda _: True) is False

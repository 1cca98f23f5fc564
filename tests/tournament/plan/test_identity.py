"""What makes two plans the same tournament, and two bots the same bot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.tournaments import a_plan
from tournament.plan.identity import bot_digest, command_text, differences, identity_of
from tournament.plan.plan import Entrant, Plan


def test_a_plan_is_identical_to_itself() -> None:
    assert differences(identity_of(a_plan()), a_plan()) == []


@pytest.mark.parametrize(
    "settings",
    [
        {"workers": 3},
        {"concurrency": 2},
        {"sandbox": "off"},
        {"name": "other"},
        {"on_failing_bot": "stop"},
        {"max_forfeits": 0.5},
        {"processes": "fresh"},
        {"in_process": False},
    ],
    ids=lambda settings: next(iter(settings)),
)
def test_how_it_is_run_does_not_count(settings: dict[str, Any]) -> None:
    assert differences(identity_of(a_plan()), a_plan(**settings)) == []


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"deals": 3}, "format.deals"),
        ({"elo_k": 30.0}, "rating.elo_k"),
        ({"bots": "first random greedy=first"}, "bots[2].builtin"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_is_played_counts(settings: dict[str, Any], field: str) -> None:
    (line,) = differences(identity_of(a_plan()), a_plan(**settings))
    assert line.startswith(f"{field}: ")


def test_what_the_stored_identity_lacks_is_the_default() -> None:
    """So a key that a later version adds never stops a tournament that an earlier version began."""
    stored = identity_of(a_plan())
    for field in ("tournament.seed", "format.duplicate", "rating.elo_k", "time.margin", "options.max_rounds"):
        del stored[field]
    del stored["bots[1].version"]
    assert differences(stored, a_plan()) == []
    (line,) = differences(stored, a_plan(extra="[options]\nmax_rounds = 12"))
    assert line == "options.max_rounds: 30 in the database, 12 in the plan"
    (line,) = differences(stored, a_plan(elo_k=30.0))
    assert line == "rating.elo_k: 20.0 in the database, 30.0 in the plan"


@pytest.mark.parametrize("field", ["tournament.game", "tournament.seats", "bots[1].name", "rules.version"])
def test_what_has_no_default_can_not_be_lacking(field: str) -> None:
    stored = identity_of(a_plan())
    del stored[field]
    (line,) = differences(stored, a_plan())
    assert line.startswith(f"{field}: nothing in the database")


def test_what_a_later_version_has_stored_counts() -> None:
    (line,) = differences(identity_of(a_plan()) | {"format.laps": 5}, a_plan())
    assert line == "format.laps: 5 in the database, nothing in the plan"


def test_an_option_that_is_the_default_may_be_written_down() -> None:
    assert differences(identity_of(a_plan()), a_plan(extra="[options]\nmax_rounds = 30")) == []


def test_environment_counts_but_is_not_told() -> None:
    def with_key(key: str) -> Plan:
        extra = f'[[bots]]\nname = "mine"\ncommand = ["./mine"]\nenv = {{ KEY = "{key}" }}'
        return a_plan(extra=extra, in_process=False)

    (line,) = differences(identity_of(with_key("one secret")), with_key("another secret"))
    assert line.startswith("bots[3].env.KEY: ")
    assert "secret" not in line


def test_what_a_sandboxed_bot_may_use_does_not_count() -> None:
    """So a bot that did not start can be fixed in the middle of a tournament."""

    def with_keys(keys: str) -> Plan:
        return a_plan(extra=f'[[bots]]\nname = "mine"\ncommand = ["./mine"]\n{keys}', in_process=False)

    old, new = with_keys(""), with_keys('readable = ["/usr"]\nmemory = "2G"')
    assert differences(identity_of(old), new) == []
    assert bot_digest(old.bots[3]) == bot_digest(new.bots[3])


def test_a_command_can_be_typed_into_a_shell() -> None:
    assert command_text(Entrant(name="a", command=["./my bot", "-x"])) == "'./my bot' -x"
    assert command_text(Entrant(name="a", builtin="greedy")) == "python -m referee_client.bots greedy"
    assert command_text(Entrant(name="a", dial_in=True)) == ""


def test_the_digest_of_a_bot_changes_with_its_file_and_its_environment(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("one")
    bot = Entrant(name="a", command=["python", str(file)])
    before = bot_digest(bot)
    assert bot_digest(bot) == before
    assert bot_digest(Entrant(name="a", command=["python", str(file)], env={"X": "1"})) != before
    assert bot_digest(Entrant(name="a", command=["python", str(file)], version="", env={})) == before
    file.write_text("two")
    assert bot_digest(bot) != before

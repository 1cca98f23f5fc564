"""What makes two plans the same tournament, and two bots the same bot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.tournaments import a_plan
from tournament.plan.identity import bot_digest, command_text, differences, identity_of
from tournament.plan.plan import Entrant


def test_a_plan_is_identical_to_itself() -> None:
    assert differences(identity_of(a_plan()), identity_of(a_plan())) == []


@pytest.mark.parametrize(
    "settings",
    [{"workers": 3}, {"concurrency": 2}, {"sandbox": "off"}, {"name": "other"}, {"on_failing_bot": "stop"}],
    ids=lambda settings: next(iter(settings)),
)
def test_how_it_is_run_does_not_count(settings: dict[str, Any]) -> None:
    assert differences(identity_of(a_plan()), identity_of(a_plan(**settings))) == []


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"deals": 3}, "tournament.deals"),
        ({"elo_k": 30.0}, "tournament.elo_k"),
        ({"processes": "fresh"}, "tournament.processes"),
        ({"bots": "first random greedy=first"}, "bots[2].builtin"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_is_played_counts(settings: dict[str, Any], field: str) -> None:
    (line,) = differences(identity_of(a_plan()), identity_of(a_plan(**settings)))
    assert line.startswith(f"{field}: ")


def test_environment_counts_but_is_not_told() -> None:
    def with_key(key: str) -> dict[str, object]:
        extra = f'[[bots]]\nname = "mine"\ncommand = ["./mine"]\nenv = {{ KEY = "{key}" }}'
        return identity_of(a_plan(extra=extra, in_process=False))

    (line,) = differences(with_key("one secret"), with_key("another secret"))
    assert line.startswith("bots[3].env.KEY: ")
    assert "secret" not in line


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
    file.write_text("two")
    assert bot_digest(bot) != before

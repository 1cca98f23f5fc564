"""Ratings that are as far apart as a plan allows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.tournaments import a_plan_text
from tests.tournament.commands.test_commands import tournament


@pytest.mark.parametrize(("start", "anchor"), [(100_000, 96_000), (-100_000, -96_000)])
def test_a_tournament_starts_as_far_from_its_anchor_as_is_allowed(tmp_path: Path, start: int, anchor: int) -> None:
    plan, database = tmp_path / "plan.toml", tmp_path / "t.db"
    rating = f"[rating]\nelo_k = 1000\nelo_start = {start}\nanchors = {{ random = {anchor} }}"
    plan.write_text(a_plan_text().replace("[rating]", rating))
    tournament("run", plan, "--db", database)
    for words in (("show",), ("verify",), ("report", "-o", tmp_path / "r"), ("export", "-o", tmp_path / "e")):
        tournament(*words, database)

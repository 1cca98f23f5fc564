"""A ladder of ten bots of different strength, whose runner is killed while bots and versions come and go."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from tests.end_to_end.test_tournament_crashes import done, wait_for
from tests.support.graded import STRENGTHS
from tests.support.runner_process import running
from tests.support.tournaments import a_plan_text
from tournament.plan.versions import name_in_plan
from tournament.report.formats import format_tables
from tournament.report.standings import standings_of
from tournament.storage.archive import open_archive
from tournament.storage.verifying import verify_archive

MATCHES = 1000
KILLS = 30
DEALS = 56
"""So many deals in both rotations, at 45 tables, are 5040 matches."""

ORDER = (7, 2, 9, 0, 5, 3, 8, 1, 6, 4)
"""The bots in an order that does not say how strong they are."""


def ladder_text(kills: int) -> str:
    """The plan after so many kills: some bots have a new version by then, and a visitor has come or gone."""
    newer = {7: kills >= 8, 3: kills >= 16, 5: kills >= 22}
    bots = [f"g{skill}{'#2' if newer.get(skill) else ''}=graded{skill}" for skill in ORDER]
    visits = range(3, min(kills, 24) + 1, 3)
    visitors = [f"{'-' if kills >= visit + 3 else ''}v{visit}=graded{visit % STRENGTHS}" for visit in visits]
    return a_plan_text(" ".join([*bots, *visitors]), kind="ladder", matches=MATCHES, duplicate=True, seed=3)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_ladder_agrees_with_a_round_robin_of_five_times_as_many_matches(tmp_path: Path) -> None:
    plan, database = tmp_path / "ladder.toml", tmp_path / "ladder.db"
    chance = Random(30)
    for kills in range(KILLS):
        plan.write_text(ladder_text(kills))
        with running(plan, database, module="tests.support.graded") as runner:
            wait_for(runner, database, (kills * MATCHES + chance.randrange(MATCHES)) // (KILLS + 1))
            assert not runner.is_over()
            runner.kill()
    plan.write_text(ladder_text(KILLS))
    finish_graded(plan, database)
    assert done(database) == MATCHES
    with open_archive(database) as archive:
        assert verify_archive(archive).faults == []
        assert len(archive.tournament.history) > 10
        (shown,) = format_tables(archive)
    ladder = [name_in_plan(row[2]) for row in shown.rows if row[2].startswith("g")]
    whole, errors = round_robin(tmp_path)
    order = sorted(whole, key=lambda bot: -whole[bot])
    print(f"ladder: {ladder}\nround robin: {[(bot, round(whole[bot]), round(errors[bot])) for bot in order]}")
    assert Counter(ladder) == Counter(order)
    swapped = [
        (better, worse) for better, worse in combinations(order, 2) if ladder.index(better) > ladder.index(worse)
    ]
    assert swapped == []


def round_robin(folder: Path) -> tuple[dict[str, float], dict[str, float]]:
    """Ratings and errors after a full round robin of the ten bots."""
    plan, database = folder / "whole.toml", folder / "whole.db"
    bots = " ".join(f"g{skill}=graded{skill}" for skill in ORDER)
    plan.write_text(a_plan_text(bots, deals=DEALS, duplicate=True, seed=4))
    finish_graded(plan, database)
    with open_archive(database) as archive:
        ratings = standings_of(archive).fit.ratings
    return {one.bot: one.rating or 0.0 for one in ratings}, {one.bot: one.error or 0.0 for one in ratings}


def finish_graded(plan: Path, database: Path) -> None:
    with running(plan, database, module="tests.support.graded") as runner:
        code = runner.wait(1800)
        runner.log.seek(0)
        assert code == 0, runner.log.read()[-3000:]

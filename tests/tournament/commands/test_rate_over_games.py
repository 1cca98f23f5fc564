"""`tournament rate` with databases of several games: a rating for each game and an overall one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.tournaments import a_plan_text
from tests.tournament.commands.test_commands import finished_in, tournament
from tests.tournament.commands.test_merging import a_database, exported
from tournament.statistics.over_games import rate_over_games
from tournament.storage.merging import merged_by_game, sources_of

BOTS = "one=random two=random three=random"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """Two tournaments of one game, and one of another with a further bot."""
    folder = tmp_path_factory.mktemp("games")
    return (
        a_database(folder / "a", BOTS, deals=6, game="keepers"),
        a_database(folder / "b", BOTS, deals=6, game="keepers", seed=2),
        a_database(folder / "c", f"{BOTS} four=random", deals=6, game="lootroll"),
    )


def as_json(*words: object) -> Any:
    return json.loads(tournament(*words, "--json").stdout)


def test_each_game_is_rated_alone_and_the_overall_rating_is_the_mean(games: tuple[Path, Path, Path]) -> None:
    found = as_json("rate", *games)
    assert found["games"]["lootroll"]["ratings"] == as_json("rate", games[2])["ratings"]
    assert found["games"]["keepers"]["ratings"] == as_json("rate", *games[:2])["ratings"]
    expected = rate_over_games(merged_by_game(sources_of(games)))
    assert [(one["bot"], one["rating"]) for one in found["overall"]] == [(one.bot, one.rating) for one in expected.bots]
    assert expected.common == ("one", "three", "two")
    assert found["overall"][-1]["bot"] == "four"
    assert found["overall"][-1]["rating"] is None


def test_the_table_has_a_column_for_each_game_and_states_the_model(games: tuple[Path, Path, Path]) -> None:
    said = tournament("rate", *games).stdout
    head, first, *_ = said.splitlines()
    assert head.split() == ["bot", "keepers", "lootroll", "overall", "error", "95", "%", "interval"]
    best = rate_over_games(merged_by_game(sources_of(games))).bots[0]
    assert first.split()[1] == best.bot
    assert best.rating is not None
    assert f" {best.rating:.0f}" in first
    assert "the mean of a bot's ratings in all 2 games, each game with the same weight" in said
    assert "the bots that are rated in all games have mean 0" in said
    assert "No overall rating, because they are not rated in all games: four." in said
    anchored = tournament("rate", *games, "--anchor", "one=1000").stdout
    assert "have mean 0" not in anchored
    assert "1000 ± 0" in anchored


def test_filters_choose_in_every_game(games: tuple[Path, Path, Path]) -> None:
    found = as_json("rate", *games, "--bots", "one,two")
    assert {one["bot"] for one in found["overall"]} == {"one", "two"}
    pairs = [sum({*one.bots} == {"one", "two"} for one in source.results) for source in sources_of(games)]
    assert found["filtered"]["matches"] == sum(pairs)
    assert min(pairs) > 0
    one_game = as_json("rate", *games, "--option", "max_rounds=30")
    assert one_game["ratings"] == as_json("rate", *games[:2])["ratings"]


def test_what_is_about_one_game_is_refused_for_several(games: tuple[Path, Path, Path], tmp_path: Path) -> None:
    for flag in ("--davidson", "--cycles"):
        assert f"{flag} is about one game" in tournament("rate", *games, flag, code=1).stderr
    file = exported(games[0], tmp_path)
    said = tournament("rate", games[1], file, games[2], code=1).stderr
    assert f"{file}: a file of results does not say its game, and the others are of keepers and lootroll" in said


def test_a_program_of_the_same_name_is_the_same_in_every_game(games: tuple[Path, Path, Path], tmp_path: Path) -> None:
    text = a_plan_text("one=first two=random", deals=2, game="lootroll")
    other = finished_in(tmp_path, text)
    assert "bot one is not the same program" in tournament("rate", games[0], other, code=1).stderr

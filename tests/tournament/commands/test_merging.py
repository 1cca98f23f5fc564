"""`tournament rate` with several databases and files: one right table, or a refusal that says what to do."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.databases import in_database
from tests.support.tournaments import a_plan_text
from tests.tournament.commands.test_commands import finished_in, tournament
from tournament.statistics.fit import fit
from tournament.storage.archive import open_archive
from tournament.storage.merging import results_of_all


def a_database(folder: Path, bots: str = "first random greedy", **settings: Any) -> Path:
    folder.mkdir()
    return finished_in(folder, a_plan_text(bots, **({"deals": 3} | settings)))


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two tournaments with the same names of matches."""
    folder = tmp_path_factory.mktemp("two")
    return a_database(folder / "a"), a_database(folder / "b", seed=9)


def exported(database: Path, folder: Path) -> Path:
    tournament("export", database, "-o", folder)
    return folder / "results.csv"


def test_two_databases_with_the_same_names_give_the_table_of_all_their_matches(two: tuple[Path, Path]) -> None:
    both = json.loads(tournament("rate", *two, "--json").stdout)
    counts = {one["bot"]: one["matches"] for one in both["ratings"]}
    expected: dict[str, int] = {}
    shares: dict[str, float] = {}
    for path in two:
        with open_archive(path) as archive:
            for result in archive.results():
                for seat, bot in enumerate(result.bots):
                    expected[bot] = expected.get(bot, 0) + 1
                    shares[bot] = shares.get(bot, 0.0) + result.points(seat, 1 - seat)
    assert counts == expected
    for one in both["ratings"]:
        assert one["share"] == pytest.approx(shares[one["bot"]] / expected[one["bot"]])


def test_a_database_and_a_file_give_the_same_table_as_two_databases(two: tuple[Path, Path], tmp_path: Path) -> None:
    file = exported(two[1], tmp_path)
    assert fit(results_of_all([two[0], file])) == fit(results_of_all(two))
    files = [exported(two[0], tmp_path / "other"), file]
    assert fit(results_of_all(files)) == fit(results_of_all(two))


def test_one_database_is_rated_as_it_is_shown(two: tuple[Path, Path]) -> None:
    shown = json.loads(tournament("show", two[0], "--json").stdout)["fit"]["ratings"]
    assert json.loads(tournament("rate", two[0], "--json").stdout)["ratings"] == shown


def test_matches_that_are_not_rated_are_left_out_of_databases(two: tuple[Path, Path], tmp_path: Path) -> None:
    copy = Path(shutil.copy(two[0], tmp_path / "copy.db"))
    in_database(copy, "UPDATE matches SET rated = 0 WHERE number < 4")
    assert len(results_of_all([copy])) == len(results_of_all([two[0]])) - 4
    assert len(results_of_all([copy, two[1]])) == len(results_of_all(two)) - 4


def test_a_match_that_is_in_two_files_is_refused(two: tuple[Path, Path], tmp_path: Path) -> None:
    copy = shutil.copy(two[0], tmp_path / "copy.db")
    file = exported(two[0], tmp_path)
    for other in (copy, file):
        said = tournament("rate", two[0], other, code=1).stderr
        assert f"of {other} is match d001-t001-r0 of {two[0]}, by its match_id" in said
        assert "leave out one of the files" in said
    assert "by its match_id" in tournament("rate", two[0], two[1], copy, code=1).stderr


def test_matches_that_may_be_the_same_are_refused(two: tuple[Path, Path], tmp_path: Path) -> None:
    file = exported(two[1], tmp_path)
    with file.open() as text:
        rows = [{name: row[name] for name in ("match", "block", "bot", "place")} for row in csv.DictReader(text)]
    for prefix, code in (("", 1), ("spring-", 0)):
        with (tmp_path / "few.csv").open("w") as text:
            writer = csv.DictWriter(text, rows[0])
            writer.writeheader()
            writer.writerows(row | {"match": prefix + row["match"], "block": prefix + row["block"]} for row in rows)
        done = tournament("rate", two[0], tmp_path / "few.csv", code=code)
        if code:
            assert f"{tmp_path / 'few.csv'} has no match_id for it" in done.stderr
            assert "putting the name of its tournament in front" in done.stderr


def test_tournaments_of_other_rules_are_refused(two: tuple[Path, Path], tmp_path: Path) -> None:
    other = a_database(tmp_path / "other", extra="[options]\nmax_rounds = 9")
    refused = tournament("rate", two[0], other, code=1).stderr
    assert "(options.max_rounds: " in refused
    assert "rate them separately" in refused


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        pytest.param('builtin = "greedy"', 'builtin = "random"', "bot greedy is not the same program", id="program"),
        pytest.param(
            'builtin = "random"', 'builtin = "random"\nversion = "2"', 'different: version "" and "2"', id="version"
        ),
    ],
)
def test_bots_with_one_name_that_are_different_programs_are_refused(
    two: tuple[Path, Path], tmp_path: Path, written: str, instead: str, said: str
) -> None:
    (tmp_path / "other").mkdir()
    other = finished_in(tmp_path / "other", a_plan_text("first random greedy", deals=1).replace(written, instead))
    refused = tournament("rate", two[0], other, code=1).stderr
    assert said in refused
    assert "give the bot another name in one of them" in refused
    files = [exported(path, tmp_path / name) for path, name in ((two[0], "one"), (other, "two"))]
    tournament("rate", *files)

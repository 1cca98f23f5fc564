"""Options that choose matches: every table and rating counts these, and says so; nothing hidden is shown."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.support.databases import in_database
from tests.support.tournaments import a_plan_text
from tests.tournament.commands.test_commands import finished_in, tournament
from tournament.statistics.fit import fit
from tournament.storage.archive import open_archive
from tournament.storage.summary import MatchSummary

DAY = 24 * 3600.0
NOON = datetime.fromisoformat("2026-03-01T12:00").timestamp()
PLAYED = 58

Wanted = Callable[[MatchSummary], bool]


def versioned(version: str, deals: int) -> str:
    text = a_plan_text("greedy random first", deals=deals, duplicate=True, elo_k=30.0)
    return text.replace('builtin = "greedy"', f'builtin = "greedy"\nversion = "{version}"')


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two versions of greedy; a match a day from the first of March on, and a forfeit in every fifth match."""
    folder = tmp_path_factory.mktemp("filtered")
    path = finished_in(folder, versioned("one", 4))
    finished_in(folder, versioned("two", 7))
    in_database(path, f"UPDATE matches SET begun_unix_s = {NOON} + number * {DAY}, ended_unix_s = begun_unix_s + 1")
    for number in range(0, 60, 5):
        last = f"SELECT match FROM matches WHERE number = {number}"
        in_database(path, f"UPDATE seats SET end = 'strikes' WHERE place > 1 AND match = ({last})")
    in_database(path, "UPDATE matches SET forfeited = 1 WHERE match IN (SELECT match FROM seats WHERE end != 'played')")
    return path


def bots_of(match: MatchSummary) -> list[str]:
    return [seat.bot for seat in match.seats]


CASES: list[tuple[list[str], Wanted]] = [
    (["--bots", "random,first"], lambda match: {*bots_of(match)} == {"random", "first"}),
    (["--bots", "random", "--bots", "greedy"], lambda match: "first" not in bots_of(match)),
    (["--bots", "random,greedy#two"], lambda match: {*bots_of(match)} == {"random", "greedy#two"}),
    (["--bot-version", "greedy=two"], lambda match: "greedy" not in bots_of(match)),
    (["--bot-version", "greedy=one"], lambda match: "greedy#two" not in bots_of(match)),
    (["--seat", "random=1"], lambda match: bots_of(match)[1] == "random"),
    (["--seat", "greedy=0"], lambda match: bots_of(match)[0] in ("greedy", "greedy#two")),
    (["--seat", "random=1", "--seat", "first=0"], lambda match: bots_of(match) == ["first", "random"]),
    (["--option", "max_rounds=30"], lambda _match: True),
    (["--option", "max_rounds=29"], lambda _match: False),
    (["--since-date", "2026-03-08"], lambda match: match.number >= 7),
    (["--since-date", "2026-03-08T13:00"], lambda match: match.number >= 8),
    (["--until-date", "2026-03-08"], lambda match: match.number < 8),
    (["--until-date", "2026-03-08T11:00"], lambda match: match.number < 7),
    (["--without-forfeits"], lambda match: not match.forfeited),
    (["--since-date", "2026-03-04", "--without-forfeits", "--bots", "random,first"],
     lambda match: match.number >= 3 and not match.forfeited and {*bots_of(match)} == {"random", "first"}),
]  # fmt: skip
EVERY_CASE = pytest.mark.parametrize(("flags", "wanted"), [pytest.param(*case, id=" ".join(case[0])) for case in CASES])


def chosen_of(path: Path, wanted: Wanted) -> list[MatchSummary]:
    with open_archive(path) as archive:
        return [match for match in archive.matches() if wanted(match)]


def as_json(*words: object) -> Any:
    return json.loads(tournament(*words, "--json").stdout)


@EVERY_CASE
def test_the_standings_are_those_of_the_chosen_matches(played: Path, flags: list[str], wanted: Wanted) -> None:
    chosen = chosen_of(played, wanted)
    shown = as_json("show", played, *flags)
    found = fit([match.result for match in chosen])
    assert [(one["bot"], one["rating"]) for one in shown["fit"]["ratings"]] == [
        (one.bot, one.rating) for one in found.ratings
    ]
    assert shown["matches"] == shown["filtered"]["matches"] == len(chosen)
    assert shown["filtered"]["played"] == len(chosen_of(played, lambda _match: True)) == PLAYED
    counts = {bot["bot"]: bot["matches"] for bot in shown["bots"]}
    assert counts == {bot: sum(bot in bots_of(match) for match in chosen) for bot in counts}
    assert shown["stop"] is None


@EVERY_CASE
def test_rate_counts_the_same_matches(played: Path, flags: list[str], wanted: Wanted) -> None:
    rated = as_json("rate", played, *flags)
    assert rated["ratings"] == as_json("show", played, *flags)["fit"]["ratings"]
    assert rated["filtered"]["matches"] == len(chosen_of(played, wanted))


@pytest.mark.parametrize("flags", [["--bots", "random,first"], ["--seat", "random=1"], ["--without-forfeits"]], ids=str)
def test_a_file_of_results_is_filtered_as_its_database(played: Path, tmp_path: Path, flags: list[str]) -> None:
    tournament("export", played, "-o", tmp_path)
    file = as_json("rate", tmp_path / "results.csv", *flags)
    database = as_json("rate", played, *flags)
    assert (file["ratings"], file["filtered"]) == (database["ratings"], database["filtered"])


def test_an_export_has_the_chosen_matches_alone(played: Path, tmp_path: Path) -> None:
    done = tournament("export", played, "-o", tmp_path, "--seat", "random=1", "--sqlite", tmp_path / "t.sqlite")
    chosen = chosen_of(played, lambda match: bots_of(match)[1] == "random")
    with (tmp_path / "matches.csv").open() as file:
        assert [row["match"] for row in csv.DictReader(file)] == [match.match for match in chosen]
    exported = json.loads((tmp_path / "tournament.json").read_text())
    assert len(exported["matches"]) == len(chosen)
    assert exported["filtered"]["text"] in done.stderr
    assert "random has seat 1" in done.stderr
    said = tournament("query", played, "--seat", "random=1", "SELECT filter, matches FROM tournament", "--csv")
    assert said.stdout.splitlines()[1] == f'"{exported["filtered"]["text"]}",{len(chosen)}'


def test_elo_is_that_of_a_tournament_of_the_chosen_matches(played: Path, tmp_path: Path) -> None:
    """Of the matches before the later version came, it is the beginning of the stored history."""
    tournament("export", played, "-o", tmp_path / "chosen", "--until-date", "2026-03-24")
    rows = json.loads((tmp_path / "chosen" / "tournament.json").read_text())["ratings"]
    with open_archive(played) as archive:
        stored = [row for row in archive.ratings() if row[0] < 24]
    assert [(row["number"], row["bot"], row["rating"], row["change"]) for row in rows] == stored


@pytest.mark.parametrize("command", ["show", "report"])
def test_a_filtered_table_says_so(played: Path, tmp_path: Path, command: str) -> None:
    flags = ["--bots", "random,first", "--since-date", "2026-03-04"]
    said = tournament(
        command, played, *flags, *(["-o", tmp_path, "--no-replays"] if command == "report" else [])
    ).stdout
    text = (tmp_path / "index.html").read_text() if command == "report" else said
    chosen = chosen_of(played, lambda match: match.number >= 3 and {*bots_of(match)} == {"random", "first"})
    assert (
        f"Filtered: this counts {len(chosen)} of {PLAYED} matches, only those in which every seat has one of the bots "
        "random, first, and that began on or after 2026-03-04 00:00."
    ) in text
    assert "of the whole tournament" in text
    assert "Filtered" not in tournament("show", played).stdout


@pytest.mark.parametrize(("flags", "says"), [
    (["--bots", "random,nobody"], "invalid --bots 'nobody': no such bot; use one of first, greedy, greedy#two, random"),
    (["--bots", "random,,first"], "invalid --bots 'random,,first': separate the names"),
    (["--seat", "random"], "invalid --seat 'random': use BOT=SEAT"),
    (["--seat", "random=one"], "invalid --seat 'random=one': use BOT=SEAT, e.g. greedy=0"),
    (["--seat", "random=2"], "invalid --seat random=2: use a seat from 0 to 1"),
    (["--seat", "random=0", "--seat", "random=1"], "--seat random: it cannot be both 0 and 1"),
    (["--option", "rounds=3"], "invalid --option 'rounds': no such option; use one of"),
    (["--bot-version", "greedy=three"], "--bot-version greedy=three: no such version; its versions are 'one', 'two'"),
    (["--since-date", "yesterday"], "invalid --since-date 'yesterday': use a day or a time, e.g. 2026-03-01"),
    (["--until-date", "9999-12-31"], "invalid --until-date '9999-12-31': use a day"),
], ids=str)  # fmt: skip
def test_a_wrong_filter_is_refused(played: Path, tmp_path: Path, flags: list[str], says: str) -> None:
    for words in (["show", played], ["rate", played], ["export", played, "-o", tmp_path]):
        assert says in tournament(*words, *flags, code=1).stderr
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    "flags", [["--since-date", "2026-03-01"], ["--option", "max_rounds=30"], ["--without-forfeits"]]
)
def test_a_file_that_does_not_say_what_is_asked_for_is_refused(tmp_path: Path, flags: list[str]) -> None:
    file = tmp_path / "results.csv"
    file.write_text("match,bot,place\n1,a,1\n1,b,2\n")
    said = tournament("rate", file, *flags, code=1).stderr
    assert str(file) in said
    assert flags[0] in said


def test_an_option_chooses_among_databases(played: Path, tmp_path: Path) -> None:
    short = finished_in(tmp_path, a_plan_text("random first", extra="[options]\nmax_rounds = 3", duplicate=True))
    assert "not played by the same rules" in tournament("rate", played, short, code=1).stderr
    for value, path in (("3", short), ("30", played)):
        both = as_json("rate", played, short, "--option", f"max_rounds={value}", "--bots", "random,first")
        assert both["ratings"] == as_json("rate", path, "--bots", "random,first")["ratings"]


def test_no_filter_shows_what_is_hidden(half_played: Path, tmp_path: Path) -> None:
    """The deal of which a rotation is still to be played stays hidden, even if the filter leaves only that deal."""
    path = Path(shutil.copy(half_played, tmp_path / "t.db"))
    with open_archive(path) as archive:
        hidden = {*archive.fixed()} - {*archive.shown()}
        (last,) = [match for match in archive.matches() if match.match in hidden]
        record = archive.record(last.match)
    in_database(path, f"UPDATE matches SET begun_unix_s = {NOON} - {DAY}")
    in_database(path, f"UPDATE matches SET begun_unix_s = {NOON} WHERE match = '{last.match}'")
    flags = ["--since-date", "2026-03-01", "--bots", ",".join(bots_of(last))]
    tournament("export", path, "-o", tmp_path / "out", "--records", "--sqlite", tmp_path / "out" / "t.sqlite", *flags)
    tournament("report", path, "-o", tmp_path / "out" / "report", *flags)
    exported = json.loads((tmp_path / "out" / "tournament.json").read_text())
    assert [match["match"] for match in exported["matches"]] == [last.match]
    assert exported["matches"][0]["match_id"] is None
    assert exported["secret"] is None
    assert not [*(tmp_path / "out" / "records").iterdir()]
    files = [file for file in (tmp_path / "out").rglob("*") if file.is_file()]
    assert files
    seed = record.header.job().seed
    told = [record.header.match_id.encode(), seed, seed.hex().encode()]
    assert not [file for file in files for secret in told if secret in file.read_bytes()]

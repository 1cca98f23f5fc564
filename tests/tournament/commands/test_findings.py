"""What `show`, `rate` and `report` say beyond ratings: pairs, latent strengths, cycles, and the gain of duplicates."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support.results import results
from tests.support.tournaments import a_plan_text
from tests.tournament.commands.test_commands import finished_in, tournament
from tests.tournament.statistics.test_duplicates import lucky
from tournament.report import findings as module
from tournament.report.findings import FindingsWanted, findings_of, mix_section
from tournament.statistics.crosstable import pairwise
from tournament.statistics.cycles import cycles
from tournament.statistics.davidson import davidson
from tournament.statistics.fit import MOST_IN_PAIRS, fit
from tournament.statistics.results import MatchResult
from tournament.storage.archive import open_archive

CIRCLE = results(*["ab 12", "bc 12", "ca 12"] * 9, *["ab 21", "bc 21", "ca 21"])
LADDER = results(*["ab 12", "bc 12", "ac 12", "ab 12", "bc 12", "ac 12", "ab 21", "bc 21", "ac 21", "ab 11"] * 4)


def written(path: Path, matches: Sequence[MatchResult]) -> Path:
    """A file of results."""
    rows = [
        f"{match.match},{match.block},{bot},{place}"
        for match in matches
        for bot, place in zip(match.bots, match.places, strict=True)
    ]
    path.write_text("\n".join(["match,block,bot,place", *rows]))
    return path


@pytest.fixture(scope="module")
def close(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of bots that all beat each other now and then."""
    return finished_in(tmp_path_factory.mktemp("close"), a_plan_text("one=random two=random three=random", deals=8))


def as_json(*words: object) -> Any:
    return json.loads(tournament(*words, "--json").stdout)


def test_json_has_every_pair_with_its_likelihood_of_superiority(close: Path) -> None:
    shown = as_json("show", close)
    with open_archive(close) as archive:
        played = archive.results()
    sure = {(one["bot"], one["other"]): one["probability"] for one in shown["fit"]["superiority"]}
    expected = pairwise(played)
    found = shown["findings"]["pairs"]
    order = [one["bot"] for one in shown["fit"]["ratings"]]
    assert [(one["bot"], one["other"]) for one in found] == [*permutations(order, 2)]
    for one in found:
        pair = expected[one["bot"], one["other"]]
        assert (one["wins"], one["ties"], one["losses"]) == (pair.wins, pair.ties, pair.losses)
        assert one["share"] == pair.share.value
        assert one["probability"] == sure.get((one["bot"], one["other"]))


def test_the_pairs_of_many_bots_are_left_out() -> None:
    bots = [f"bot{number}" for number in range(MOST_IN_PAIRS + 1)]
    matches = [
        MatchResult(match=f"m{number}", number=number, block=f"m{number}", bots=(bot, bots[number - 1]), places=(1, 1))
        for number, bot in enumerate(bots)
    ]
    for most in (MOST_IN_PAIRS, MOST_IN_PAIRS - 1):
        some = [match for match in matches if {*match.bots} <= {*bots[: most + 1]}]
        assert bool(findings_of(some, fit(some), FindingsWanted(pairs=True)).pairs) == (most < MOST_IN_PAIRS)


def test_the_report_shows_who_is_stronger(tmp_path: Path, close: Path) -> None:
    tournament("report", close, "-o", tmp_path, "--no-replays")
    page = (tmp_path / "index.html").read_text()
    section = page.split("<h2>Who is stronger</h2>")[1].split("</section>")[0]
    shown = [float(text) for text in re.findall(r">([0-9.]+) %</td>", section)]
    with open_archive(close) as archive:
        found = fit(archive.results())
    order = {rating.bot: rating.place for rating in found.ratings}
    expected = sorted(found.superiority, key=lambda pair: (order[pair.bot], order[pair.other]))
    assert shown == [pytest.approx(100 * pair.probability, abs=0.051) for pair in expected]
    assert shown


def test_cycles_are_shown_where_one_number_does_not_do(tmp_path: Path) -> None:
    file = written(tmp_path / "circle.csv", CIRCLE)
    said = tournament("rate", file).stdout
    assert "No single number explains these results." in said
    rows = [line.split() for line in said.split("points against the mix")[1].splitlines()[1:4]]
    assert [(row[0], row[1]) for row in rows] == [("a", "33.3"), ("b", "33.3"), ("c", "33.3")]
    assert all(row[-3:-1] == ["50.0", "%"] for row in rows)
    assert as_json("rate", file)["findings"]["cycles"]["mix"][0]["share"] == pytest.approx(1 / 3)
    assert "<h2>Cycles</h2>" in mix_section(findings_of(CIRCLE, fit(CIRCLE)))


def test_where_one_number_does_they_are_shown_on_request(tmp_path: Path) -> None:
    file = written(tmp_path / "ladder.csv", LADDER)
    assert "the mix" not in tournament("rate", file).stdout
    assert as_json("rate", file)["findings"]["cycles"] is None
    said = tournament("rate", file, "--cycles").stdout
    assert "Against the following mix of bots" in said
    assert "No single number" not in said
    found = cycles(LADDER).mix
    assert as_json("rate", file, "--cycles")["findings"]["cycles"]["mix"][0]["bot"] == found[0].bot == "a"


def test_a_mix_that_cannot_be_computed_is_explained_on_request(tmp_path: Path) -> None:
    file = written(tmp_path / "apart.csv", results("ab 12", "bc 12"))
    assert "The mix of bots that no bot beats cannot be computed: 1 pair of bots never met." in tournament(
        "rate", file, "--cycles"
    ).stdout.replace("\n", " ")


def test_nobody_waits_for_the_cycles_of_many_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_UNASKED", 2)
    assert findings_of(CIRCLE, fit(CIRCLE)).cycles is None
    assert findings_of(CIRCLE, fit(CIRCLE), FindingsWanted(cycles=True)).cycles is not None


def test_latent_strengths_are_a_column_that_says_what_it_is(tmp_path: Path) -> None:
    file = written(tmp_path / "ladder.csv", LADDER)
    assert "Davidson" not in tournament("rate", file).stdout
    said = tournament("rate", file, "--davidson").stdout
    found = davidson(LADDER)
    assert found is not None
    head, *rows = said.splitlines()[:4]
    assert head.endswith("Davidson (latent)")
    for row, one in zip(rows, found.strengths, strict=True):
        assert row.split()[1] == one.bot
        assert row.endswith(f" {one.strength:.0f} ± {one.standard_error:.0f}")
    assert "is not a rating: with many ties, the differences are larger." in said
    assert f"Equal bots would tie {100 * found.ties:.0f} % of their matches." in said
    stored = as_json("rate", file, "--davidson")["findings"]["davidson"]
    assert [one["strength"] for one in stored["strengths"]] == [one.strength for one in found.strengths]
    none = written(tmp_path / "none.csv", results("ab 12", "ab 12"))
    assert "these results allow no finite strengths" in tournament("rate", none, "--davidson").stdout


def test_the_report_has_the_column_too(tmp_path: Path, close: Path) -> None:
    tournament("report", close, "-o", tmp_path, "--no-replays", "--davidson", "--cycles")
    page = (tmp_path / "index.html").read_text()
    assert "<th>Davidson (latent)" in page or "Davidson (latent)</th>" in page
    assert "<h2>Cycles</h2>" in page


def test_the_gain_of_duplicate_deals_is_stated(tmp_path: Path) -> None:
    matches = lucky(0.5, 400, np.random.default_rng(3))
    file = written(tmp_path / "lucky.csv", matches)
    gain = as_json("rate", file)["findings"]["duplicates"]
    said = " ".join(tournament("rate", file).stdout.split())
    assert (
        "Duplicate deals: the same precision without them would need about "
        f"{round(800 * gain['gain'])} matches instead of 800 ({gain['gain']:.1f} times as many, 95 % interval "
        f"{gain['low']:.1f} to {gain['high']:.1f}, from 400 deals)."
    ) in said
    assert gain["gain"] == pytest.approx(2, abs=0.5)
    alone = [MatchResult(match=one.match, number=one.number, block=one.match, bots=one.bots, places=one.places)
             for one in matches]  # fmt: skip
    assert "Duplicate deals" not in tournament("rate", written(tmp_path / "alone.csv", alone)).stdout

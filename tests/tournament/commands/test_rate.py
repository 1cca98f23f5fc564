"""`tournament rate`: from a file of results to a table, JSON or a precise error."""

from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from tests.support.waiting import PATIENCE
from tournament.cli import main
from tournament.errors import UserError
from tournament.storage.results_file import read_results

CIRCLE = "match,bot,place\n1,a,1\n1,b,2\n2,b,1\n2,c,2\n3,c,1\n3,a,2\n"


def rate(path: Path, text: str | bytes, *arguments: str) -> Result:
    file = path / "results.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return CliRunner().invoke(main, ["rate", str(file), *arguments])


def test_matches_that_are_not_rated_are_left_out(tmp_path: Path) -> None:
    rows = ["1,a,1,true", "1,b,2,true", "2,b,1,false", "2,a,2,false", "3,b,1,true", "3,a,2,true"]
    shown = json.loads(rate(tmp_path, "\n".join(["match,bot,place,rated", *rows]), "--json").stdout)
    assert [(one["bot"], one["matches"]) for one in shown["ratings"]] == [("a", 2), ("b", 2)]


def test_the_table_says_what_is_known_and_what_is_not(tmp_path: Path) -> None:
    text = CIRCLE + "4,a,1\n4,d,2\n5,e,1\n5,a,2\n6,x,1\n6,y,1\n"
    done = rate(tmp_path, text)
    assert done.exit_code == 0
    assert (
        done.stdout
        == """\
   bot          rating  error  95 % interval  ranks  over next  matches  won  tied  lost   points
1  e              ~211      -       unbeaten    1-7                   1    1     0     0  100.0 %
2  a                 0    306    -601 to 601    1-7     50.0 %        4    2     0     2   50.0 %
3  b                 0    306    -601 to 601    1-7     50.0 %        2    1     0     1   50.0 %
4  c                 0    306    -601 to 601    1-7                   2    1     0     1   50.0 %
5  x (group 2)       0    174    -340 to 340    1-7     50.0 %        1    0     1     0   50.0 %
6  y (group 2)       0    174    -340 to 340    1-7                   1    0     1     0   50.0 %
7  d             ~-211      -      no points    1-7                   1    0     0     1    0.0 %

ranks: the ranks that are possible for the bot given the results, at 95 %.
over next: the probability that the bot is stronger than the next one.
The ratings have mean 0.
Group 2 (x, y) is rated only among itself, around its own 0: they never met the rated bots, directly or through others.
e has no finite rating: it never lost a point to the rated bots, directly or through others.
d has no finite rating: it never took a point from the rated bots, directly or through others.
More matches between them would help, or a prior (--prior).
~ marks a rating that assumes, in addition to the results, a prior with a standard deviation of 400.
"""
    )


def test_json_has_null_where_there_is_no_rating(tmp_path: Path) -> None:
    answer = json.loads(rate(tmp_path, CIRCLE + "4,a,1\n4,d,2\n", "--json").stdout)
    ratings = {row["bot"]: row for row in answer["ratings"]}
    assert ratings["d"]["rating"] is None
    assert ratings["d"]["standing"] == "below"
    assert ratings["a"]["standard_error"] == pytest.approx(306.4, abs=0.1)
    assert ratings["a"]["low"] == pytest.approx(-600.55, abs=0.01)
    assert sum(row["rating"] for row in answer["ratings"] if row["rating"] is not None) == pytest.approx(0)
    assert "d has no finite rating" in answer["notes"][1]


def test_one_match_without_a_tie_rates_nobody(tmp_path: Path) -> None:
    done = rate(tmp_path, "match,bot,place\n1,a,1\n1,b,2\n1,c,3\n")
    assert done.exit_code == 0
    assert "There is no finite rating" in done.stdout
    assert [line.split()[1:4] for line in done.stdout.splitlines()[1:4]] == [
        ["a", "~212", "-"],
        ["b", "~0", "-"],
        ["c", "~-212", "-"],
    ]


def test_anchors_and_a_prior_are_stated_in_the_table(tmp_path: Path) -> None:
    done = rate(tmp_path, CIRCLE + "4,a,1\n4,d,2\n", "--anchor", "a=1500", "--prior", "200")
    assert "1  a      1500      0          fixed" in done.stdout
    assert "Fixed: a = 1500." in done.stdout
    assert "around the anchors with a standard deviation of 200" in done.stdout


def test_blocks_other_columns_blank_lines_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    text = "\ufeffseat, place ,bot,match,block\n0,1,a,1,x\n1,2,b,1,x\n\n0,1,b,2,x\n1,2,a,2,x\n0,1,a,3,y\n1,1,b,3,y\n"
    answer = json.loads(rate(tmp_path, text, "--json").stdout)
    assert [(row["bot"], row["matches"], row["blocks"]) for row in answer["ratings"]] == [("a", 3, 2), ("b", 3, 2)]


def test_the_order_of_the_rows_changes_nothing(tmp_path: Path) -> None:
    header, *rows = CIRCLE.splitlines()
    done = rate(tmp_path, CIRCLE, "--json")
    assert rate(tmp_path, "\n".join([header, *rows[::-1]]), "--json").stdout == done.stdout


@pytest.mark.parametrize(("text", "says"), [
    pytest.param("", "line 1: column match is missing; required are match, bot, place, found none", id="empty file"),
    pytest.param("match,bot\n", "line 1: column place is missing", id="a column is missing"),
    pytest.param("match,bot,place\n1,a\n", "line 2: 2 fields, but the header has 3", id="a field is missing"),
    pytest.param("match,bot,place\n1,a,1\n1,b,0\n", "line 3, place: invalid value '0': use a whole", id="place 0"),
    pytest.param("match,bot,place\n1,a,1\n1,b,1.5\n", "line 3, place: invalid value '1.5'", id="half a place"),
    pytest.param("match,bot,place\n1,a,first\n", "line 2, place: invalid value 'first'", id="a place in words"),
    pytest.param("match,bot,place\n1,a," + "9" * 5000, "line 2, place: invalid value '999", id="an endless place"),
    pytest.param("match,bot,place\n1,,1\n", "line 2, bot: empty", id="no bot"),
    pytest.param("match,bot,place\n ,a,1\n", "line 2, match: empty", id="no match"),
    pytest.param("match,bot,place\n1,a,1\n1,a,2\n", "line 3, bot: a is already in match 1, in line 2", id="bot twice"),
    pytest.param("match,bot,place\n1,a,1\n", "line 2, match: 1 has one row", id="a match of one"),
    pytest.param("match,bot,place,block\n1,a,1,x\n1,b,2,y\n", "line 3, block: y, but line 2", id="two blocks"),
    pytest.param(
        "match,bot,place,block\n1,a,1,x\n1,b,2,x\n2,a,1,x\n2,c,2,x\n", "match 2: its bots are not", id="bots of a block"
    ),
    pytest.param('match,bot,place\n1,"a,1\n', "line 2: not a valid row of CSV", id="an open quote"),
    pytest.param(b"match,bot,place\n1,\xff,1\n", "cannot be read as UTF-8 text", id="not UTF-8"),
])  # fmt: skip
def test_a_wrong_file_is_refused_with_line_and_field(tmp_path: Path, text: str | bytes, says: str) -> None:
    done = rate(tmp_path, text)
    assert done.exit_code == 1
    assert "results.csv" in done.stderr or "match 2" in done.stderr
    assert says in done.stderr
    assert not done.stdout


def as_tsv(rows: list[dict[str, object]]) -> str:
    return "\r\n".join("\t".join(map(str, line)) for line in [[*rows[0]], *(row.values() for row in rows)])


def as_json_lines(rows: list[dict[str, object]]) -> str:
    return "\n\n".join(map(json.dumps, rows))


@pytest.mark.parametrize("write", [as_tsv, as_json_lines, json.dumps], ids=["TSV", "JSON lines", "JSON"])
def test_the_same_rows_in_another_form_are_the_same_results(
    tmp_path: Path, write: Callable[[list[dict[str, object]]], str]
) -> None:
    rows: list[dict[str, object]] = [
        {"match": match, "bot": f"{bot}, the ü", "place": int(place), "rated": "true"}
        for match, bot, place in (line.split(",") for line in CIRCLE.splitlines()[1:])
    ]
    rows += [{"match": 9, "bot": bot, "place": 1, "rated": "false"} for bot in ("a", "b")]
    as_csv = "\n".join(["match,bot,place"] + [f'{row["match"]},"{row["bot"]}",{row["place"]}' for row in rows[:-2]])
    assert rate(tmp_path, write(rows), "--json").stdout == rate(tmp_path, as_csv, "--json").stdout


def test_values_of_json_are_what_they_are_in_csv(tmp_path: Path) -> None:
    rows = [
        {"match": 1, "bot": "a", "place": 1, "seat": 0, "match_id": None, "rated": True, "more": {"any": []}},
        {"match": 1, "bot": "b", "place": 2, "seat": 1, "match_id": None, "rated": True},
        {"match": 2, "bot": "a", "place": 1, "rated": False},
    ]
    answer = json.loads(rate(tmp_path, json.dumps(rows), "--json").stdout)
    assert {row["bot"]: row["matches"] for row in answer["ratings"]} == {"a": 1, "b": 1}


A_ROW = '{"match": "1", "bot": "a", "place": 1}'


@pytest.mark.parametrize(("text", "says"), [
    pytest.param(f'[{A_ROW}, {{"match": "1", "bot": "b"}}]', "entry 2: field place is missing; req", id="no place"),
    pytest.param(f"[{A_ROW}, 7]", "entry 2: not an object with match, bot and place", id="no object"),
    pytest.param(f"[{A_ROW}, {A_ROW}]", "entry 2, bot: a is already in match 1, in entry 1", id="bot twice"),
    pytest.param(f"[{A_ROW}]", "entry 1, match: 1 has one row", id="a match of one"),
    pytest.param(A_ROW.replace("1}", "true}"), "line 1, place: invalid value 'true': use a whole", id="place is true"),
    pytest.param(A_ROW.replace("1}", "1.0}"), "line 1, place: invalid value '1.0'", id="place is 1.0"),
    pytest.param(A_ROW.replace("1}", "[1]}"), "line 1, place: invalid value [1]: use a string, a number", id="a list"),
    pytest.param(A_ROW.replace('"a"', "null"), "line 1, bot: empty", id="bot is null"),
    pytest.param(A_ROW.replace('"a"', r'"\ud800"'), r"bot: invalid value '\ud800'", id="half a character"),
    pytest.param(f"{A_ROW}\n\n{{", "line 3: not valid JSON: Expecting property name", id="an open line"),
    pytest.param(f"[{A_ROW},\n", "line 2: not valid JSON: Expecting value", id="an open list"),
    pytest.param("[" * 100_000, "cannot be read as JSON: ", id="endlessly deep"),
    pytest.param(A_ROW.replace("1}", "9" * 5000 + "}"), "cannot be read as JSON: ", id="an endless number"),
    pytest.param("match\tbot\tplace\n1\ta\t1\t2\n", "line 2: 4 fields, but the header has 3", id="TSV"),
    pytest.param('match,bot,place\n1,"a\n\nb",1\n1,c,x\n', "line 5, place: invalid", id="a field of three lines"),
    pytest.param("match,bot,place\r1,a,1\r1,b,x\r", "line 3, place: invalid", id="ends of lines as on an old Mac"),
])  # fmt: skip
def test_a_wrong_file_of_any_form_is_refused_with_entry_and_field(tmp_path: Path, text: str, says: str) -> None:
    done = rate(tmp_path, text)
    assert done.exit_code == 1
    assert "results.csv" in done.stderr
    assert says in done.stderr
    assert len(done.stderr) < 400
    assert not done.stdout


@pytest.mark.parametrize(("arguments", "says"), [
    pytest.param(["--anchor", "a"], "invalid --anchor 'a': use NAME=RATING", id="anchor without rating"),
    pytest.param(["--anchor", "zed=1"], "anchor zed: no such bot in the results; they have a, b, c", id="no such bot"),
    pytest.param(["--prior", "-3"], "invalid prior -3: use a standard deviation in Elo", id="negative prior"),
])  # fmt: skip
def test_a_wrong_argument_is_refused(tmp_path: Path, arguments: list[str], says: str) -> None:
    done = rate(tmp_path, CIRCLE, *arguments)
    assert done.exit_code == 1
    assert says in done.stderr


def test_the_installed_command_ends_with_the_right_codes(tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    file.write_text(CIRCLE)
    for name, code in (("results.csv", 0), ("none.csv", 1)):
        command = [str(Path(sys.executable).with_name("tournament")), "rate", str(tmp_path / name)]
        assert subprocess.run(command, capture_output=True, check=False, timeout=PATIENCE).returncode == code


TWO_DATABASES = """match,block,bot,place,seat,match_id
d001-r0,d001,a,1,0,{0}
d001-r0,d001,b,2,1,{0}
d001-r0,d001,c,1,{2},{1}
d001-r0,d001,d,2,{3},{1}
"""


@pytest.mark.parametrize(
    ("values", "what"),
    [
        pytest.param(("x1", "y1", 0, 1), "match_id: y1, but line 2 has x1 for match d001-r0", id="two ids"),
        pytest.param(("", "", 0, 1), "seat: 0, as in line 2 for match d001-r0", id="a seat twice"),
        pytest.param(
            ("x1", "", 2, 3), "match_id: empty, but line 2 has x1 for match d001-r0", id="one id is not told yet"
        ),
    ],
)
def test_results_of_two_databases_that_were_put_together_are_refused(
    tmp_path: Path, values: tuple[object, ...], what: str
) -> None:
    """Matches of the two have the same names, so each pair would count as one match with twice as many seats."""
    done = rate(tmp_path, TWO_DATABASES.format(*values))
    assert done.exit_code == 1
    assert f"results.csv, line 4, {what}; these rows come from two matches, perhaps because the file" in done.stderr
    assert "give each match and each block a unique name" in done.stderr


def test_results_of_two_databases_are_rated_when_their_matches_have_names_of_their_own(tmp_path: Path) -> None:
    rows = TWO_DATABASES.format("x1", "y1", 0, 1).replace("d001-r0,d001,c", "two-d001-r0,two-d001,c")
    done = rate(tmp_path, rows.replace("d001-r0,d001,d", "two-d001-r0,two-d001,d"), "--json")
    assert done.exit_code == 0
    assert {row["bot"]: row["matches"] for row in json.loads(done.stdout)["ratings"]} == dict.fromkeys("abcd", 1)


def test_the_rows_of_a_match_may_be_scattered_over_the_file(tmp_path: Path) -> None:
    """Rows that follow each other are put together at once; the others are looked for again."""
    rows = [f"m{match},m{match // 2},{bot},{place}" for match in range(6) for bot, place in (("a", 1), ("b", 2))]
    rows += ["m6,m3,a,2", "m6,m3,b,1"]
    Random(3).shuffle(rows)
    path = tmp_path / "scattered.csv"
    path.write_text("\n".join(["match,block,bot,place", *rows]))
    order = list(dict.fromkeys(row.partition(",")[0] for row in rows))
    found = read_results(path)
    assert [(one.match, one.number) for one in found] == [(match, number) for number, match in enumerate(order, 1)]
    for one in found:
        a_wins = one.match != "m6"
        assert one.block == f"m{int(one.match[1:]) // 2}"
        assert dict(zip(one.bots, one.places, strict=True)) == {"a": 2 - a_wins, "b": 1 + a_wins}
    path.write_text("\n".join(["match,block,bot,place", *rows, "m0,m0,a,1"]))
    with pytest.raises(UserError, match=r"line 16, bot: a is already in match m0, in line \d+"):
        read_results(path)


def test_a_large_file_takes_a_few_hundred_bytes_for_each_match(tmp_path: Path) -> None:
    """So a million matches take less than 400 MB, which `make bench` measures (part `size`)."""
    path, matches = tmp_path / "large.csv", 3_000
    with path.open("w") as file:
        file.write("match,block,bot,place\n")
        file.writelines(f"d{m:06}-r0,d{m:06},b{bot},{bot}\n" for m in range(matches) for bot in (1, 2))
    tracemalloc.start()
    try:
        assert len(read_results(path)) == matches
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most / matches < 500

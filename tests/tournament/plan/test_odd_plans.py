"""Odd plans: `check` and `run` refuse each with file, line of the very key, value, and what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournament.commands.test_commands import tournament
from tests.tournament.plan.test_plan import FULL
from tournament.errors import UserError
from tournament.plan.reading import parse_plan, read_plan

RATING = "is out of range: use a rating from -100000 to 100000"
GAUNTLET = FULL.replace('"round-robin"', '"gauntlet"\nchallengers = ["mine"]')
DIGITS = "9" * 5000

ODD = [
    pytest.param("plan = 1\n", "", 1, "the key plan is missing: write plan = 1", id="no version"),
    pytest.param("plan = 1", "plan = 2", 1, "plan: format version 2 is newer than this program", id="newer"),
    pytest.param("plan = 1", "plan = 0", 1, "plan: there is no format version 0; write plan = 1", id="older"),
    pytest.param("plan = 1", "plan = true", 1, "plan: true is not a whole number; write plan = 1", id="no number"),
    # what is replaced in FULL, by what, the line, and the error
    pytest.param('game = "keepers"', 'game = "chess"', 4, "tournament.game: unknown game 'chess'", id="game"),
    pytest.param("seats = 2\n", "", 2, "tournament: the key seats is missing; it must be a whole", id="no seats"),
    pytest.param("seats = 2", "seats = 5", 5, "tournament.seats: 5 is out of range: use 2 to 4", id="seats"),
    pytest.param("seats = 2", "seats = -1", 5, "tournament.seats: -1 is out of range: use 2 to 4", id="seats below 0"),
    pytest.param("seats = 2", 'seats = "2"', 5, 'tournament.seats: "2" is not a whole number', id="seats as text"),
    pytest.param("seats = 2", "seats = 2.0", 5, "tournament.seats: 2.0 is not a whole number", id="seats as float"),
    pytest.param("seats = 2", "seats = true", 5, "tournament.seats: true is not a whole number", id="seats as flag"),
    pytest.param("seats = 2", "seats = [2]", 5, "tournament.seats: [2] is not a whole number", id="seats as list"),
    pytest.param("deals = 30", "deals = 0", 9, "format.deals: 0 is out of range: use 1 to 1000000", id="deals"),
    pytest.param("deals = 30", "deals = 1e3", 9, "format.deals: 1000.0 is not a whole number", id="deals 1e3"),
    pytest.param("deals = 30", "deals = 1000000", 9, "format.deals: 6000000 matches are too many", id="too many"),
    pytest.param("deals = 30", f"deals = {DIGITS}", 9, "not valid TOML: a number of 4300", id="5000 digits"),
    pytest.param("deals = 30", "deal = 30", 9, "format.deal: there is no such key; did you mean deals?", id="key"),
    pytest.param(
        "deals = 30",
        "x9 = 30",
        9,
        "no such key; allowed are kind, tables, deals, duplicate, challengers",
        id="strange key",
    ),
    pytest.param("deals = 30", "tables = 0", 9, "format.tables: 0 is out of range: use 1 to 1000000", id="tables"),
    pytest.param("round-robin", "relay", 8, '"relay" is not one of "round-robin", "gauntlet"', id="format"),
    pytest.param('"round-robin"', "1", 8, '1 is not one of "round-robin", "gauntlet"', id="format as number"),
    pytest.param('"round-robin"', '"gauntlet"', 8, "a gauntlet needs challengers = [", id="gauntlet"),
    pytest.param('duplicate = "auto"', 'duplicate = "yes"', 10, '"yes" is not true or false or "auto"', id="duplicate"),
    pytest.param("seed = 42", "seed = 1e400", 6, "tournament.seed: inf is not a whole number", id="infinite seed"),
    pytest.param("seed = 42", f"seed = {2**63}", 6, f"{2**63} is out of range: use -{2**63} to", id="wide seed"),
    pytest.param("seed = 42", 'seed = "x"', 6, 'tournament.seed: "x" is not a whole number', id="seed"),
    pytest.param('concurrency = "auto"', "concurrency = 0", 12, '0: use "auto" or 1 to 10000', id="concurrency"),
    pytest.param(
        'concurrency = "auto"', 'concurrency = "many"', 12, 'is not a whole number or "auto"', id="many at once"
    ),
    pytest.param("workers = 1", "workers = 65", 13, "run.workers: 65 is out of range: use 1 to 64", id="workers"),
    pytest.param("workers = 1", "workers = 2", 13, "far dials in and can reach only one worker", id="workers, dial in"),
    pytest.param("workers = 1", "in_process = true", 13, "only built-in bots can play in the runner", id="in process"),
    pytest.param("workers = 1", 'sandbox = "on"', 13, 'one of "auto", "require", "off"', id="sandbox"),
    pytest.param("workers = 1", 'processes = "new"', 13, '"new" is not one of "kept", "fresh"', id="processes"),
    pytest.param(
        "workers = 1", 'on_failing_bot = "x"', 13, '"x" is not one of "report", "continue", "stop"', id="failing bot"
    ),
    pytest.param("workers = 1", "max_forfeits = 20", 13, "run.max_forfeits: 20.0 is out of range: use 0", id="share"),
    pytest.param("workers = 1", "max_forfeits = nan", 13, "run.max_forfeits: nan is out of range", id="share nan"),
    pytest.param("elo_k = 20", "elo_k = 0", 15, "rating.elo_k: 0.0 is out of range: use a number above 0", id="k"),
    pytest.param("elo_k = 20", "elo_k = nan", 15, "rating.elo_k: nan is out of range", id="k nan"),
    pytest.param("elo_k = 20", "elo_k = inf", 15, "rating.elo_k: inf is out of range", id="k inf"),
    pytest.param("elo_k = 20", "elo_k = 1e300", 15, "rating.elo_k: 1e+300 is out of range", id="k 1e300"),
    pytest.param("elo_k = 20", "elo_start = nan", 15, f"rating.elo_start: nan {RATING}", id="start nan"),
    pytest.param("elo_k = 20", "elo_start = -inf", 15, f"rating.elo_start: -inf {RATING}", id="start inf"),
    pytest.param("elo_k = 20", "elo_start = 1e300", 15, f"rating.elo_start: 1e+300 {RATING}", id="start 1e300"),
    pytest.param('name = "spring"', 'name = ""', 3, 'tournament.name: invalid name "": use 1 to 64 of', id="no name"),
    pytest.param('name = "spring"', 'name = "a/b"', 3, 'tournament.name: invalid name "a/b"', id="name"),
    pytest.param('name = "spring"', 'name = "\\u001b[2J"', 3, 'name: invalid name "\\u001b[2J"', id="escape"),
    pytest.param('name = "spring"', f'name = "{"x" * 999}"', 3, "(1001 characters): use 1 to 64", id="long name"),
    pytest.param("[time]", "[tiem]", 17, "tiem: there is no such key; did you mean time?", id="part"),
    pytest.param('startup = "10s"', 'startup = "0s"', 18, '"0s" is out of range: use 1ms to 168h', id="startup"),
    pytest.param('decision = "1s"', 'decision = "0s"', 19, 'time.decision: "0s" is out of range', id="decision 0"),
    pytest.param('decision = "1s"', 'decision = "1"', 19, "time.decision: invalid duration '1'", id="no unit"),
    pytest.param('decision = "1s"', 'decision = "-1s"', 19, "time.decision: invalid duration '-1s'", id="below 0"),
    pytest.param('decision = "1s"', "decision = 1", 19, "decision: 1 is not a string in quotes", id="span as number"),
    pytest.param('decision = "1s"', f'decision = "{DIGITS}s"', 19, "the longest is 277777h", id="span of 5000 digits"),
    pytest.param('bank = "30s"', 'bank = "200h"', 20, 'time.bank: "200h" is out of range: use 0ms to 168h', id="bank"),
    pytest.param('increment = "0s"', 'increment = "999h"', 21, 'increment: "999h" is out of range', id="increment"),
    pytest.param('increment = "0s"', 'margin = "8d"', 21, "time.margin: invalid duration '8d'", id="margin"),
    pytest.param(
        "max_strikes = 3", "max_strikes = 0", 22, "max_strikes: 0 is out of range: use 1 to 1000", id="strikes"
    ),
    pytest.param("max_strikes = 3", "max_strikes = 1001", 22, "max_strikes: 1001 is out of range", id="many strikes"),
    pytest.param("max_strikes = 3", "max_strike = 3", 22, "did you mean max_strikes?", id="key of time"),
    pytest.param("max_rounds = 30", "max_rounds = 0", 24, "options.max_rounds: option max_rounds = '0'", id="option"),
    pytest.param("max_rounds = 30", "rounds = 30", 24, "options.rounds: unknown option 'rounds'; the", id="no option"),
    pytest.param("max_rounds = 30", "max_rounds = 1.5", 24, "1.5 is not a whole number, a string in", id="option 1.5"),
    pytest.param("max_rounds = 30", "max_rounds = 1979-05-27", 24, "1979-05-27 is not a whole number", id="a date"),
    pytest.param("max_rounds = 30", "first_seat = 3", 24, "the seats are 0 to 1", id="option against seats"),
    pytest.param(
        'builtin = "random"', 'builtin = "genius"', 27, 'not one of "first", "random", "greedy"', id="builtin"
    ),
    pytest.param('builtin = "random"', 'builtin = "human"', 27, "for a person write dial_in = true", id="human"),
    pytest.param('builtin = "random"', "builtin = true", 27, "builtin: true is not a string", id="builtin as flag"),
    pytest.param('builtin = "random"', "", 25, "bots[0]: a bot must have exactly one of", id="no kind"),
    pytest.param('builtin = "random"', 'builtin = "first"\ndial_in = true', 25, "must have exactly", id="two kinds"),
    pytest.param('builtin = "random"', 'bultin = "random"', 27, "did you mean builtin?", id="key of a bot"),
    pytest.param('name = "mine"', 'name = "a"', 29, 'bots[1].name: "a" is used twice', id="twice"),
    pytest.param('name = "mine"', 'name = "m/n"', 29, 'bots[1].name: invalid name "m/n"', id="bot's name"),
    pytest.param('name = "mine"\n', "", 28, "bots[1]: the key name is missing; it must be", id="no name of a bot"),
    pytest.param('["python", "bots/mine.py"]', "[]", 30, "[] names no program: begin with the", id="no command"),
    pytest.param('["python", "bots/mine.py"]', '[""]', 30, '[""] names no program: begin', id="empty command"),
    pytest.param('["python", "bots/mine.py"]', '[" ", "x"]', 30, "names no program", id="blank command"),
    pytest.param('["python", "bots/mine.py"]', '["a\\u0000b"]', 30, "the character NUL", id="NUL in the program"),
    pytest.param('["python", "bots/mine.py"]', '["a", "\\u0000"]', 30, "the character NUL", id="NUL in a word"),
    pytest.param('["python", "bots/mine.py"]', '"python x"', 30, '"python x" is not a list of strings', id="one text"),
    pytest.param('["python", "bots/mine.py"]', '["python", 1]', 30, "is not a list of strings", id="number in command"),
    pytest.param('{ DEPTH = "3" }', '{ "A=B" = "3" }', 31, 'env: invalid variable name "A=B"', id="= in a variable"),
    pytest.param(
        '{ DEPTH = "3" }', '{ "" = "3" }', 31, 'env: invalid variable name "": it', id="variable without name"
    ),
    pytest.param('{ DEPTH = "3" }', '{ "A\\u0000" = "3" }', 31, "invalid variable name", id="NUL in a variable"),
    pytest.param('{ DEPTH = "3" }', '{ A = "\\u0000" }', 31, "value of A contains the character NUL", id="NUL value"),
    pytest.param(
        '{ DEPTH = "3" }', '{ REFEREE_TOKEN = "x" }', 31, "the referee itself sets REFEREE", id="our variable"
    ),
    pytest.param('{ DEPTH = "3" }', "{ DEPTH = 3 }", 31, "is not a table of strings, for example", id="number in env"),
    pytest.param("mine = 1500", "mine = nan", 16, f"rating.anchors.mine: nan {RATING}", id="anchor nan"),
    pytest.param("mine = 1500", "mine = inf", 16, f"rating.anchors.mine: inf {RATING}", id="anchor inf"),
    pytest.param("mine = 1500", "mine = 1e300", 16, f"rating.anchors.mine: 1e+300 {RATING}", id="anchor 1e300"),
    pytest.param("mine = 1500", 'mine = "1500"', 16, "is not a table of numbers, for example", id="anchor as text"),
    pytest.param("mine = 1500", "nobody = 1", 16, '"nobody" is not a bot of this plan; its bots are a', id="no bot"),
    pytest.param("deals = 30", 'challengers = ["far"]', 9, "only a gauntlet has challengers", id="challenger"),
    pytest.param("deals = 30", 'challengers = ["x"]', 9, '"x" is not a bot of this plan', id="strange challenger"),
    pytest.param("seed = 42", 'cards = "none.toml"', 6, "none.toml: no such file", id="no cards"),
    pytest.param("dial_in = true", "dial_in = 1", 34, "bots[2].dial_in: 1 is not true or false", id="dial in as 1"),
    pytest.param("dial_in = true", 'dial_in = true\nenv = { A = "1" }', 35, "is not started here", id="env of far"),
    pytest.param("mine = 1500", "mine = 1500, far = 10500", 16, "10500 is 9000 above the anchor of mine", id="apart"),
    pytest.param("elo_k = 20", "elo_start = 100000", 15, "100000 is 98500 above the anchor of mine", id="start above"),
    pytest.param("elo_k = 20", "elo_start = -2501", 15, "-2501 is 4001 below the anchor of mine", id="start below"),
    pytest.param("mine = 1500", "mine = 6000", 14, "1500 is 4500 below the anchor of mine; they may", id="usual start"),
    pytest.param("[options]", "[options", 23, "not valid TOML: ", id="TOML"),
    pytest.param("[options]", "[time]", 23, "not valid TOML: ", id="a part twice"),
    pytest.param("[options]", "[options]\nx = {", 24, "not valid TOML: ", id="cut short"),
    pytest.param("plan = 1", "\ufeffplan = 1", 1, "begins with a byte order mark", id="byte order mark"),
]


def refused(tmp_path: Path, text: str, line: int, message: str) -> None:
    """Both commands refuse the plan, with file and line, and create no database."""
    plan, database = tmp_path / "plan.toml", tmp_path / "t.db"
    plan.write_text(text, encoding="utf-8")
    for words in (("check", plan), ("run", plan, "--db", database)):
        said = tournament(*words, code=1).stderr
        named = [one for one in said.removeprefix("Error: ").splitlines() if message in one]
        assert named, said
        assert named[0].startswith(f"{plan}, line {line}: "), said
    assert not database.exists()


@pytest.mark.parametrize(("old", "new", "line", "message"), ODD)
def test_an_odd_plan_is_refused(tmp_path: Path, old: str, new: str, line: int, message: str) -> None:
    assert FULL.count(old) >= 1
    refused(tmp_path, FULL.replace(old, new, 1), line, message)


BOTS = '[[bots]]\nname = "a"\nbuiltin = "first"\n[[bots]]\nname = "b"\nbuiltin = "first"\n'
SETTINGS = 'plan = 1\n[tournament]\ngame = "keepers"\nseats = 2\n'


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        pytest.param("", 1, "the key tournament is missing", id="an empty file"),
        pytest.param(
            "plan = 1\ntournament = 3\nbots = []", 2, "3 is not a section of a plan; write [tournament]", id="no part"
        ),
        pytest.param(SETTINGS, 1, "the key bots is missing", id="no bots"),
        pytest.param(f"bots = []\n{SETTINGS}", 1, "0 bots cannot fill a table of 2 seats", id="an empty list of bots"),
        pytest.param(f'{SETTINGS}[bots]\nname = "a"', 5, "write [[bots]] before each entry", id="bots as one part"),
        pytest.param(f'bots = ["a", "b"]\n{SETTINGS}', 1, "write [[bots]]", id="bots as texts"),
        pytest.param(f"{SETTINGS}options = 3", 5, "there is no such key", id="options in the wrong part"),
        pytest.param(
            f"options = 3\n{SETTINGS}", 1, "3 is not a section of a plan; write [options]", id="options as number"
        ),
        pytest.param("x = " + "[" * 10_000, None, "nested too deeply", id="deep"),
        pytest.param(
            GAUNTLET.replace("seats = 2", "seats = 4"),
            8,
            "a gauntlet table has a challenger and 3 other bots, but the plan has 2",
            id="a small field",
        ),
        pytest.param(
            'plan = 1\ntournament.game = "keepers"\nformat.deals = 0\ntournament.seats = 2\nbots = []',
            3,
            "deals: 0",
            id="dots",
        ),
        pytest.param(
            'plan = 1\ntournament = { game = "keepers", seats = 9 }\nbots = []', 2, "9 is out of range", id="inline"
        ),
        pytest.param(
            f"{SETTINGS}name = '''\nseed = 0\n'''\nseed = 0.5\n{BOTS}", 8, "tournament.seed: 0.5", id="key in a text"
        ),
    ],
)
def test_other_odd_plans_are_refused(tmp_path: Path, text: str, line: int | None, message: str) -> None:
    if line is None:
        with pytest.raises(UserError, match=message):
            parse_plan(text)
    else:
        refused(tmp_path, text, line, message)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(SETTINGS.encode("utf-16"), r"line 1: the file is not UTF-8; save it as UTF-8", id="UTF-16"),
        pytest.param(SETTINGS.encode() + b"# \xff", r"line 5: the file is not UTF-8", id="Latin-1"),
    ],
)
def test_a_file_that_is_no_utf_8_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "plan.toml").write_bytes(data)
    with pytest.raises(UserError, match=message):
        read_plan(tmp_path / "plan.toml")


def test_all_mistakes_are_named_at_once() -> None:
    text = FULL.replace("deals = 30", "deals = 0").replace("mine = 1500", "mine = nan")
    with pytest.raises(UserError) as error:
        parse_plan(text)
    assert [line.split(":")[0] for line in str(error.value).splitlines()] == ["plan, line 9", "plan, line 16"]
    with pytest.raises(UserError, match=r"(?s)plan, line 1.*\n\.\.\. and 10 more"):
        parse_plan("plan = 1\n" + "".join(f"x{number} = 1\n" for number in range(18)))


OLD_SHAPE = """\
[tournament]
game = "keepers"
seats = 2
format = "gauntlet"
deals = 3
workers = 2
elo_k = 10
[[bots]]
name = "a"
builtin = "first"
challenger = true
anchor = 1500
"""


def test_a_plan_of_an_older_shape_is_told_the_new_place_of_each_key() -> None:
    with pytest.raises(UserError) as error:
        parse_plan(OLD_SHAPE)
    said = [line.partition(". Allowed")[0] for line in str(error.value).splitlines()]
    assert said[0].startswith("plan, line 1: the key plan is missing: write plan = 1")
    assert [line.replace(": there is no such key here; ", " > ").removeprefix("plan, ") for line in said[1:]] == [
        'line 4: tournament.format > set the kind of a tournament in [format]: kind = "round-robin"',
        "line 5: tournament.deals > it belongs in [format]",
        "line 6: tournament.workers > it belongs in [run]",
        "line 7: tournament.elo_k > it belongs in [rating]",
        'line 11: bots[0].challenger > name the challengers of a gauntlet in [format]: challengers = ["new"]',
        "line 12: bots[0].anchor > fix ratings in [rating]: anchors = { random = 1500 }",
    ]


def test_of_a_newer_plan_nothing_else_is_said() -> None:
    with pytest.raises(UserError) as error:
        parse_plan("plan = 2\nwhatever = 3\n")
    assert str(error.value).count("\n") == 0


def test_there_are_many() -> None:
    assert len(ODD) >= 85

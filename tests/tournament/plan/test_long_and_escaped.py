"""Plans with very long numbers, keys and values, and escaped keys: errors are short and name the right line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournament.plan.test_odd_plans import refused
from tests.tournament.plan.test_plan import FULL
from tournament.errors import UserError
from tournament.plan.lines import line_of
from tournament.plan.reading import parse_plan, read_plan

LONG = "x" * 100_000
HEX = "0x" + "f" * 5000
NINES = "9" * 4200


def complaint(text: str) -> str:
    with pytest.raises(UserError) as error:
        parse_plan(text)
    return str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        pytest.param("deals = 30", f"deals = {NINES}", 9, "format.deals: the number has about 42", id="digits"),
        pytest.param("deals = 30", f"deals = {HEX}", 9, "format.deals: the number has about 6021 digits", id="hex"),
        pytest.param("elo_k = 20", f"elo_k = {HEX}", 15, "elo_k: the number has about 6021", id="hex for a float"),
        pytest.param("max_rounds = 30", f"max_rounds = {HEX}", 24, "max_rounds: the number has about", id="hex option"),
        pytest.param('["python", "bots/mine.py"]', f"[{HEX}]", 30, "bots[1].command[0]: the", id="hex in a list"),
        pytest.param("deals = 30", f"{LONG} = 30", 9, "(100007 characters) ...x", id="key"),
        pytest.param("[time]", f"[{LONG}]", 17, "there is no such key; allowed are plan, tournament, ", id="part"),
        pytest.param("max_rounds = 30", f"{LONG} = 30", 24, "the options are first_seat, max_rounds", id="option"),
        pytest.param("max_rounds = 30", f'max_rounds = "{LONG}"', 24, "is not allowed: 1 to 200", id="option's value"),
        pytest.param('game = "keepers"', f'game = "{LONG}"', 4, "; the games are ", id="game"),
        pytest.param('bank = "30s"', f'bank = "{LONG}"', 20, "use a number with ms", id="span"),
        pytest.param('{ DEPTH = "3" }', f'{{ {LONG} = "\\u0000" }}', 31, "contains the character NUL", id="variable"),
    ],
)
def test_what_is_endless_is_told_shortly(tmp_path: Path, old: str, new: str, line: int, message: str) -> None:
    text = FULL.replace(old, new, 1)
    refused(tmp_path, text, line, message)
    assert all(len(one) < 1000 for one in complaint(text).splitlines())


@pytest.mark.parametrize(
    ("key", "field"),
    [
        pytest.param('"a.b"', 'tournament."a.b"', id="dot"),
        pytest.param('"a]b[1]"', 'tournament."a]b[1]"', id="brackets"),
        pytest.param('""', 'tournament.""', id="empty"),
        pytest.param('"x\\ty"', 'tournament."x\\ty"', id="tab"),
        pytest.param('"\\n"', 'tournament."\\n"', id="line feed"),
        pytest.param('"\\""', 'tournament."\\""', id="quote"),
        pytest.param("'\\'", 'tournament."\\\\"', id="backslash"),
        pytest.param('"s\\u0065at"', "tournament.seat", id="escaped letter"),
        pytest.param('"größe"', 'tournament."größe"', id="letters of others"),
    ],
)
def test_a_key_that_is_escaped_is_named_with_its_line(key: str, field: str) -> None:
    assert complaint(FULL.replace("seed = 42", f"{key} = 42")).startswith(
        f"plan, line 6: {field}: there is no such key"
    )
    assert line_of(FULL.replace("max_rounds = 30", f"{key} = 42"), field.replace("tournament", "options")) == 24


def test_after_a_guess_a_sentence_begins_and_after_a_semicolon_it_goes_on() -> None:
    assert "no such key; did you mean deals? Allowed are kind," in complaint(FULL.replace("deals =", "deal ="))
    assert "no such key; allowed are kind," in complaint(FULL.replace("deals =", "x9 ="))


@pytest.mark.parametrize(
    "text",
    [f"{'a.' * 5000}a = 1\n{FULL}", FULL.replace("deals = 30", f"deals.{'a.' * 5000}a = 1"), "x = " + "[" * 10_000],
)
def test_what_is_nested_too_deeply_is_refused(text: str) -> None:
    assert complaint(text) == "plan: lists or tables are nested too deeply"


def test_a_text_without_end_is_in_the_last_line() -> None:
    assert complaint('[tournament]\nname = """x\n\ny').startswith("plan, line 4: not valid TOML: Unterminated string")


def test_a_file_that_can_not_be_read_like_others_is_no_fault_of_the_disk_alone() -> None:
    with pytest.raises(UserError, match=r"^/proc/self/mem: this is not a regular file, or the disk is failing"):
        read_plan(Path("/proc/self/mem"))

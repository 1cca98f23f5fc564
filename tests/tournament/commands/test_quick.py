"""`tournament quick`: bots are compared without a plan, and nothing is left unless someone asks for it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.tournaments import a_plan
from tests.tournament.commands.test_commands import tournament
from tests.tournament.commands.test_display import BEGAN, played
from tournament.commands import rating_lines
from tournament.errors import UserError
from tournament.plan.format_section import Format
from tournament.plan.plan import Entrant, Run
from tournament.plan.quick import quick_plan

BOT = "from referee_client.bots.__main__ import main; main(['{}'])"
SAMPLES = ("quick", "keepers", "greedy", "random", "--in-process")


def names_of(*texts: str) -> list[str]:
    plan = quick_plan(
        "keepers",
        texts,
        seats=None,
        format_=Format(),
        run=Run(),
        decision="1s",
        options={},
        like=Entrant(name=""),
        environment={},
    )
    return [bot.name for bot in plan.bots]


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with two bots whose files have the same name, and a folder for temporary files."""
    for folder, kind in (("old", "first"), ("new", "greedy")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bot.py").write_text(BOT.format(kind))
    (tmp_path / "temporary").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    return tmp_path


def test_two_programs_are_compared_and_nothing_is_left(bots: Path) -> None:
    words = ("python old/bot.py", "python new/bot.py", "--deals", 8, "--sandbox", "off")
    done = tournament("quick", "keepers", *words)
    assert "8 of 8 matches" in done.stdout
    assert "new-bot" in done.stdout
    assert "old-bot" in done.stdout
    assert [*(bots / "temporary").glob("referee-quick-*")] == []
    assert {path.name for path in bots.iterdir()} == {"old", "new", "temporary"}


def test_two_bots_are_compared_in_a_sentence() -> None:
    done = tournament(*SAMPLES, "--deals", 150)  # so many that random wins some
    (line,) = [line for line in done.stdout.splitlines() if " is rated " in line]
    assert line.startswith("greedy is rated ")
    assert line.endswith(" above random (95 % interval " + line.partition("(95 % interval ")[2])
    assert "It is stronger with a probability of 100.0 %. This is a clear difference." in line


def test_with_a_database_the_same_command_goes_on_and_others_read_it(bots: Path) -> None:
    words = (*SAMPLES, "--deals", 2, "--db", bots / "kept.db")
    tournament(*words)
    again = tournament(*words)
    assert "quick: 4 of 4 matches already played, 0 to play" in again.stderr
    assert "4 of 4 matches" in tournament("show", bots / "kept.db").stdout
    tournament("verify", bots / "kept.db")
    refused = tournament(*SAMPLES, "--deals", 2, "--option", "max_rounds=9", "--db", bots / "kept.db", code=1)
    assert "options.max_rounds" in refused.stderr


def test_ratings_appear_while_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating_lines, "SECONDS_TO_FIRST_TABLE", 0.0)
    said = tournament(*SAMPLES, "--deals", 3).stderr
    assert "after 1 of 6 matches:\n" in said
    assert "95 % interval" in said


def test_matches_of_earlier_runs_count_in_the_ratings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rating_lines, "SECONDS_TO_FIRST_TABLE", 0.0)
    before = [played(number).match.result for number in range(10, 15)]
    with rating_lines.rating_lines(before) as tell:
        tell(BEGAN)
        tell(played(3))
    (row,) = [line.split() for line in capsys.readouterr().err.splitlines() if " a " in line]
    assert "6" in row


def test_what_goes_wrong_with_the_ratings_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating_lines, "SECONDS_TO_FIRST_TABLE", 0.0)
    twice = [played(3).match.result]
    with ThreadPoolExecutor(max_workers=1) as thread:
        lines = rating_lines.RatingLines(twice, thread)
        lines.tell(BEGAN)
        lines.tell(played(3))
        with pytest.raises(UserError, match="occurs twice"):
            lines.check()


def test_programs_read_events() -> None:
    lines = tournament(*SAMPLES, "--deals", 1, "--json").stdout.splitlines()
    assert [json.loads(line)["event"] for line in lines] == ["began", "played", "played", "ended", "standings"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(("nim", "greedy", "random"), "unknown game 'nim'", id="game"),
        pytest.param(("keepers", "greedy"), "BOT: 1 bot cannot fill a table of 2 seats", id="one bot"),
        pytest.param(("inns", "greedy", "random"), "BOT: 2 bots cannot fill a table of 3 seats", id="few bots"),
        pytest.param(("keepers", "greedy", "randm"), "bot 'randm': there is no sample bot or program", id="bot"),
        pytest.param(("keepers", "greedy", "'"), "No closing quotation", id="quotes"),
        pytest.param(
            ("keepers", "greedy", ""), "bot '': use first, random, greedy, ismcts, llm, or a command", id="empty"
        ),
        pytest.param(("keepers", "a", "b", "--seats", 9), "bot 'a': there is no sample bot", id="bots come first"),
        pytest.param(("keepers", "greedy", "random", "--seats", 9), "--seats: 9 is out of range", id="seats"),
        pytest.param(("keepers", "greedy", "random", "--deals", 0), "--deals: 0 is out of range", id="deals"),
        pytest.param(("keepers", "greedy", "random", "--option", "x=1"), "--option: unknown option 'x'", id="option"),
        pytest.param(("keepers", "greedy", "random", "--option", "x"), "--option 'x': expected NAME=", id="no pair"),
        pytest.param(("keepers", "greedy", "random", "--env", "NO_SUCH"), '--env: the variable "NO_SUCH"', id="env"),
        pytest.param(("keepers", "greedy", "random", "--env", "=1"), "--env '=1': expected NAME=VALUE", id="no name"),
        pytest.param(("keepers", "greedy", "random", "--decision", "1x"), "--decision: invalid duration", id="time"),
    ],
)
def test_a_mistake_names_the_argument(words: tuple[object, ...], said: str) -> None:
    assert said in tournament("quick", *words, code=1).stderr


def test_every_bot_gets_a_name_of_its_own(bots: Path) -> None:
    (bots / "old" / "bot-2.py").touch()
    old, new = "python old/bot.py", "python new/bot.py"
    assert names_of("greedy", old) == ["greedy", "bot"]
    assert names_of(old, new) == ["old-bot", "new-bot"]
    assert names_of(old, old, "greedy", "greedy") == ["old-bot", "old-bot-2", "greedy", "greedy-2"]
    assert names_of("greedy-2 x", "greedy", "greedy") == ["greedy-2", "greedy", "greedy-3"]


def test_a_model_gets_the_network_and_other_bots_do_not() -> None:
    plan = quick_plan(
        "keepers",
        ["llm", "greedy"],
        seats=2,
        format_=Format(),
        run=Run(),
        decision="1s",
        options={},
        like=Entrant(name=""),
        environment={},
    )
    assert [(bot.name, bot.network) for bot in plan.bots] == [("llm", True), ("greedy", False)]


def test_it_plays_the_plan_that_a_file_would_have() -> None:
    plan = quick_plan(
        "keepers",
        ["first", "random"],
        seats=2,
        format_=Format(deals=2),
        run=Run(in_process=True),
        decision="1s",
        options={},
        like=Entrant(name=""),
        environment={},
    )
    written = a_plan("first random", extra='[time]\nstartup = "30s"')
    assert (plan.format, plan.run, plan.time, plan.bots) == (written.format, written.run, written.time, written.bots)


def test_ctrl_c_prints_the_ratings_so_far() -> None:
    words = [sys.executable, "-m", "tournament", *SAMPLES, "--deals", "20000"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert any(" per second" in line for line in process.stderr)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 3
    assert "quick (keepers): " in said
    assert "  greedy  " in said


def test_a_sequential_test_ends_as_soon_as_it_is_decided() -> None:
    done = tournament(*SAMPLES, "--sprt", 0, 100)
    assert "H1 is accepted: greedy is stronger than random by 100 rather than 0 normalized Elo" in done.stdout
    assert "quick (keepers): 40 of 40 matches" in done.stdout
    assert "the tournament is over after 40 matches (LLR " in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param(("first", "--sprt", 0, 5), "--sprt: 3 bots, but it compares the first bot with", id="3"),
        pytest.param(("--sprt", 5, 5), "--sprt: 5.0 is not above elo0, which is 5.0", id="no difference"),
    ],
)
def test_what_a_sequential_test_needs(words: tuple[object, ...], message: str) -> None:
    assert message in tournament(*SAMPLES, *words, code=1).stderr

"""A person plays at a terminal: `referee play --bot human`, with real bots in their own processes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.kernel.game import find_game, game_ids
from referee.kernel.record import Cause, Record, SeatEnd, read_record
from tests.support.shell import quoted, referee
from tests.support.terminal import PROMPT, Terminal, terminal

SHORT = ["--option", "max_rounds=1"]


def the_record(folder: Path) -> Record:
    (path,) = folder.glob("*.jsonl")
    assert "fine" in referee("verify", path).stdout
    return read_record(path.read_bytes())


def chosen_by(record: Record, seat: int) -> list[int]:
    return [answer.option for step in record.steps for answer in step.answers if answer.seat == seat]


def play_on(person: Terminal, line: str = "0") -> tuple[int, str]:
    """Answers everything the same until the program ends."""
    while not re.search(r"The end: ", person.screen):
        person.expect(rf"{PROMPT}|The end: ")
        if "The end: " not in person.screen:
            person.type(f"{line}\n")
    return person.end()


def test_a_person_plays_a_match_and_is_told_everything(tmp_path: Path) -> None:
    words = ["--bot", "human", "--bot", "greedy", "--seed", 3, *SHORT, "--record", tmp_path]
    with terminal("play", "keepers", *words, columns=80) as person:
        began = person.answer("?")
        assert "Seat 0: human (you)" in began
        assert "Seat 1: greedy" in began
        assert "* seat 1 draws a card" in began, "what others draw is hidden, as for a bot"
        assert "* seat 0 draws a ranger" in began
        assert re.search(r"Your hand: .*\n+ 0 pass\s+1 lay a warrior", began)
        assert max(map(len, began.splitlines())) <= 80
        assert "q, or Ctrl-D: resign" in person.answer("? ranger")
        assert "Ranger: 12 quest cards and 5 adventurers." in person.answer("")
        assert "Your hand: 2 warrior, 2 wizard, 1 ranger" in person.answer("lay"), "Enter shows the table again"
        assert "matches the options 1, 2, 3" in person.answer("7")
        assert "There is no option 7; the options are 0 to 3" in person.answer("wiz")
        told = person.answer("? events")
        assert "\n 2 lay a wizard\nNo option begins with 'wiz'; type the number of an option that contains it." in told
        assert "* seat 1 draws a card\n" in person.answer("? options")
        assert "\n 0 pass\n 1 lay a warrior\n" in person.answer("? cards")
        assert "The texts for the visible cards are not included." in person.answer("? auction")
        assert "Auction: seat 1 starts; quest 1" in person.answer("lay a wiz")
        person.expect("You: lay a wizard")
        code, told = play_on(person)
    assert code == 0
    assert re.search(r"seat  player  place  score\n +0  human +\d +-?\d+", told)
    record = the_record(tmp_path)
    assert f"To replay it: referee show {tmp_path}/keepers-3-d001-r0.jsonl" in told.replace("\n", " ")
    assert chosen_by(record, 0)[0] == 2
    assert record.header.untimed == [0]
    assert {answer.cause for step in record.steps for answer in step.answers} == {Cause.CHOSEN}
    assert "seat 0: human, without a clock" in referee("show", tmp_path / f"{record.header.name}.jsonl").stdout


@pytest.mark.parametrize("game", game_ids())
def test_every_game_can_be_begun_and_given_up(game: str, tmp_path: Path) -> None:
    more = ["--bot", "random"] * (find_game(game).seats[0] - 2)
    with terminal("play", game, "--bot", "human", "--bot", "first", *more, "--record", tmp_path) as person:
        person.answer("0")
        person.answer("q")
        person.expect(r"Resign this match\? \[y/N\]")
        person.type("n\n")
        person.answer("q")
        person.expect(r"Resign this match\? \[y/N\]")
        person.type("y\n")
        person.expect("You have resigned")
        code, told = person.end()
    assert code == 0
    assert re.search(
        r"The end: [A-Z][A-Za-z ]+ ─*\nseat +player +place +score\n +0 +human +\d +-?\d+ +resigned\n", told
    )
    record = the_record(tmp_path)
    assert record.end is not None
    assert record.end.ends[0] is SeatEnd.RESIGNED
    assert record.end.places[0] == len(record.end.places)


def test_ctrl_d_asks_and_a_second_one_resigns() -> None:
    with terminal("play", "keepers", "--bot", "human", "--bot", "first", *SHORT) as person:
        person.expect(PROMPT)
        person.type("\x04")
        person.expect(r"Resign this match\? \[y/N\]")
        person.type("\x04")
        person.expect("You have resigned")
        code, told = person.end()
    assert code == 0
    assert "No record was kept" in told


def test_ctrl_c_ends_the_program_and_its_bots_at_once() -> None:
    with terminal("play", "keepers", "--bot", "human", "--bot", "first") as person:
        person.expect(PROMPT)
        person.interrupt()
        code, told = person.end()
    assert (code, told.replace("^C", "").strip()) == (3, "interrupted")


def test_what_is_typed_before_the_question_is_no_answer(tmp_path: Path) -> None:
    words = ["--bot", "human", "--bot", "first", *SHORT, "--record", tmp_path]
    with terminal("play", "keepers", *words) as person:
        person.type("2\n1\n1\n")
        person.answer("0")
        play_on(person)
    assert set(chosen_by(the_record(tmp_path), 0)) == {0}


def test_a_person_with_a_limit_sees_the_clock_and_is_too_late(tmp_path: Path) -> None:
    words = ["--bot", "human", "--bot", "first", *SHORT, "--record", tmp_path, "--decision", "1s", "--bank", "0s"]
    with terminal("play", "keepers", *words) as person:
        person.expect(r"Your choice \[0-\d\], [01]s left:")
        person.expect(r"no answer to turn 1 in time; the default was played\.\s+Strikes left: 2\.")
        person.expect("Strikes left: 0")
        code, _ = person.end()
    assert code == 0
    record = the_record(tmp_path)
    assert record.end is not None
    assert record.end.ends[0] is SeatEnd.STRIKES
    assert record.header.untimed == []


def test_what_bots_print_and_how_they_are_called_does_nothing_to_the_screen(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    bot = tmp_path / "bot" / "loud.py"
    bot.write_text(
        "import sys\nfrom referee_client import run\n"
        "print('LOUD', flush=True); print('LOUD', file=sys.stderr, flush=True)\n"
        "class Loud:\n    def choose(self, turn):\n        print('LOUD', flush=True); return 0\nrun(Loud)\n"
    )
    with terminal("play", "keepers", "--bot", quoted("python", bot), "--bot", "human", *SHORT) as person:
        code, _ = play_on(person)
    assert code == 0
    assert "Seat 0: loud" in person.screen
    assert "LOUD" not in person.screen


def test_a_bot_that_crashes_ends_the_match_with_a_message(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    bot = tmp_path / "bot" / "crashes.py"
    bot.write_text("from referee_client import run\nclass C:\n    def choose(self, turn):\n        1 / 0\nrun(C)\n")
    with terminal("play", "keepers", "--bot", "human", "--bot", quoted("python", bot)) as person:
        code, told = play_on_until_it_ends(person)
    assert code == 1
    assert "Error: bot 'crashes': ended with exit code 1" in told


def play_on_until_it_ends(person: Terminal) -> tuple[int, str]:
    while True:
        person.expect(rf"{PROMPT}|Error: ")
        if "Error: " in person.screen:
            code, _ = person.end()
            return code, person.screen
        person.type("0\n")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        pytest.param([], "--bot human needs a terminal", id="no terminal"),
        pytest.param(["--json"], "cannot be combined with --json", id="JSON"),
        pytest.param(["--in-process"], "--in-process plays only sample bots", id="in this process"),
        pytest.param(["--bot", "human"], "2 seats for people, but only one terminal", id="two people"),
        pytest.param(["--seats", "4"], "2 seats for people, but only one terminal", id="a person twice"),
    ],
)
def test_where_nobody_can_play_it_is_said_before_anything_is_begun(words: list[str], why: str) -> None:
    others = [] if "human" in words else ["--bot", "first"]
    assert why in referee("play", "keepers", "--bot", "human", *others, *words, code=1).stderr

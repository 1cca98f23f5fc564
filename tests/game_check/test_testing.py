"""The tests of a package are run with pytest and grouped: the battery, options, fairness, and the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.errors import UsageError
from referee.game_check.finding import Finding, Findings, Judgement
from referee.game_check.testing import check_tests

BATTERY = """
import pytest


class TestBattery:
    def test_options_are_unique_few_and_have_texts(self):
        print("a figure")

    def test_any_two_options_and_other_cards_are_played(self):
        assert {option}, "with --option penalty=0"

    @pytest.mark.long
    def test_no_seat_can_tell_many_worlds_apart(self):
        print("20000 positions")
"""
OTHERS = """
import pytest

print("nobody hears this")


def test_of_my_own():
    assert True


def test_that_is_skipped():
    pytest.skip("not here")
"""
INI = "[pytest]\nmarkers = long: takes long\naddopts = -m 'not long'\n"


def found(folder: Path, *, long: bool = False, **files: str) -> dict[str, Finding]:
    (folder / "pytest.ini").write_text(INI)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    findings, heard = Findings(), list[str]()
    check_tests(findings, folder, heard.append, long=long)
    assert " passed" in "".join(heard) or " failed" in "".join(heard) or "error" in "".join(heard)
    return {finding.check: finding for finding in findings.made}


def test_each_part_is_told_by_itself(tmp_path: Path) -> None:
    told = found(tmp_path, test_battery=BATTERY.format(option=True), test_others=OTHERS)
    assert [finding.verdict for finding in told.values()] == ["fine", "left_out", "fine", "fine"]
    assert told["options"].found.startswith("1 test, ")
    assert told["fairness"].found == "the battery has no such test"
    assert told["battery"].details == ("a figure",)
    assert told["other tests"].found == "2 tests, 0 s, 1 skipped"


def test_what_takes_long_is_run_alone_when_it_is_wanted(tmp_path: Path) -> None:
    told = found(tmp_path, long=True, test_battery=BATTERY.format(option=False), test_others=OTHERS)
    assert told["battery, long"].details == ("20000 positions",)
    assert told["other tests, long"].verdict is Judgement.LEFT_OUT


def test_a_failure_is_named_with_its_words(tmp_path: Path) -> None:
    told = found(tmp_path, test_battery=BATTERY.format(option=False))
    assert told["options"].verdict is Judgement.WRONG
    assert told["options"].found == "1 of 1 test failed"
    (detail,) = told["options"].details
    assert detail.startswith("test_battery.py::TestBattery::test_any_two_options_and_other_cards_are_played: ")
    assert "with --option penalty=0" in detail
    assert told["battery"].verdict is Judgement.FINE


@pytest.mark.parametrize("text", ["import nothing_of_that_name", "def test_("], ids=["import", "syntax"])
def test_a_file_that_cannot_be_read_is_wrong_and_so_is_a_missing_battery(text: str, tmp_path: Path) -> None:
    told = found(tmp_path, test_broken=text)
    assert told["other tests"].verdict is Judgement.WRONG
    assert "test_broken.py" in told["other tests"].details[0]
    assert told["battery"].verdict is Judgement.WRONG
    assert "a test class must derive from Battery" in told["battery"].found


def test_tests_that_cannot_be_run_are_refused(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    heard = list[str]()
    with pytest.raises(UsageError, match="pytest exited with code 4; see its output above"):
        check_tests(Findings(), tmp_path, heard.append, long=False)
    assert "--no-such-option" in "".join(heard)

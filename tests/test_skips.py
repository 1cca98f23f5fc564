"""A run fails if more tests are skipped than tests/skips.toml allows, for any reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.skips import counted, grown, written_down


@pytest.mark.parametrize(
    ("found", "lines"),
    [
        pytest.param({"no sandbox": 2}, [], id="as written down"),
        pytest.param({"no sandbox": 1}, [], id="fewer"),
        pytest.param({"no sandbox": 3}, ["3 tests were skipped, 2 are written down: no sandbox"], id="more"),
        pytest.param({"too lazy": 1}, ["1 tests were skipped, 0 are written down: too lazy"], id="a new reason"),
    ],
)
def test_what_grows_is_named(found: dict[str, int], lines: list[str]) -> None:
    assert grown(found, {"no sandbox": 2}) == lines


def test_reasons_are_counted_without_the_word_that_pytest_adds() -> None:
    assert counted(["Skipped: no sandbox", "no sandbox"]) == {"no sandbox": 2}


def test_a_kind_of_machine_that_is_not_there_is_named(tmp_path: Path) -> None:
    file = tmp_path / "skips.toml"
    file.write_text("[bare]\n")
    with pytest.raises(KeyError, match=r"skips.toml has no table \[bear\], only bare"):
        written_down("bear", file)

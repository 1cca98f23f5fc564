"""Singular and plural agree with their numbers."""

from __future__ import annotations

import pytest

from referee.counts import counted


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 matches"), (1, "1 match"), (2, "2 matches"), (1.0, "1 match"), (0.5, "0.5 matches")]
)
def test_the_word_agrees_with_the_number(count: float, said: str) -> None:
    assert counted(count, "match", "matches") == said


def test_several_have_an_s_if_nothing_else_is_said() -> None:
    assert (counted(1, "bot"), counted(3, "bot")) == ("1 bot", "3 bots")

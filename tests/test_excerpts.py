"""The beginning and the end of a long text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.excerpts import ends_of, ends_of_lines


@pytest.mark.parametrize(
    ("text", "most", "shown"),
    [
        pytest.param("", 4, [], id="nothing"),
        pytest.param("\n\n", 4, [], id="blank"),
        pytest.param("a\nb\n", 4, ["a", "b"], id="short"),
        pytest.param("a\nb\nc\nd", 4, ["a", "b", "c", "d"], id="just short enough"),
        pytest.param("a\nb\nc\nd\ne\n", 4, ["a", "b", "... 1 line left out ...", "d", "e"], id="too many lines"),
        pytest.param("a\nb\nc\nd\ne\n", 3, ["a", "... 2 lines left out ...", "d", "e"], id="an odd number of lines"),
    ],
)
def test_lines(text: str, most: int, shown: list[str]) -> None:
    assert ends_of_lines(text, most) == shown


@given(st.text(max_size=300), st.integers(60, 200))
def test_characters(text: str, most: int) -> None:
    shown = ends_of(text, most)
    assert len(shown) <= most
    if len(text) <= most:
        assert shown == text
    else:
        (note,) = re.findall(r"\n\.\.\. (\d+) characters left out \.\.\.\n", shown)
        head, tail = shown.split(f"\n... {note} characters left out ...\n")
        assert text.startswith(head)
        assert text.endswith(tail)
        assert len(head) + int(note) + len(tail) == len(text)
        assert abs(len(head) - len(tail)) <= 1

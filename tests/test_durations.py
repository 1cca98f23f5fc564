"""Durations as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.durations import as_text, milliseconds
from referee.errors import UsageError


@pytest.mark.parametrize(
    ("text", "span"),
    [("500ms", 500), ("10s", 10_000), ("1.5m", 90_000), ("2h", 7_200_000), (" 0s ", 0), ("20 ms", 20)],
)
def test_reading(text: str, span: int) -> None:
    assert milliseconds(text) == span


@pytest.mark.parametrize("text", ["", "10", "s", "-1s", "1 day", "1,5s", "٣s", "1e3s"])
def test_what_is_no_span_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="invalid duration"):
        milliseconds(text)


@given(st.integers(0, 10**9))
def test_text_and_back(span: int) -> None:
    assert milliseconds(as_text(span)) == span

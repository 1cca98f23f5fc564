"""Whole numbers as people write them."""

from __future__ import annotations

import pytest

from referee.digits import whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        pytest.param("0", 0, id="0"),
        pytest.param("8750", 8750, id="a port"),
        pytest.param("00080", 80, id="zeros before it"),
        pytest.param("65535", 65535, id="the most"),
        pytest.param("65536", None, id="too many"),
        pytest.param("100000", None, id="a digit too many"),
        pytest.param("9" * 5000, None, id="thousands of digits"),
        pytest.param("", None, id="nothing"),
        pytest.param("-1", None, id="below 0"),
        pytest.param("+1", None, id="a sign"),
        pytest.param(" 1", None, id="a space"),
        pytest.param("1_0", None, id="a line below"),
        pytest.param("1.0", None, id="a fraction"),
        pytest.param("٨٠", None, id="digits of another script"),
        pytest.param("²", None, id="a digit above the line"),
    ],
)
def test_whole_numbers(text: str, number: int | None) -> None:
    assert whole_number(text, 65535) == number

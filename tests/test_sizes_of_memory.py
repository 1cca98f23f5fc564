"""Amounts of memory, as people write them in plans."""

from __future__ import annotations

import pytest

from referee.errors import UsageError
from referee.sizes import bytes_of


@pytest.mark.parametrize(("text", "amount"), [("512M", 512 << 20), ("2G", 2 << 30), (" 64 K ", 64 << 10)])
def test_an_amount_in_bytes(text: str, amount: int) -> None:
    assert bytes_of(text) == amount


NO_AMOUNTS = ["", "512", "M", "0M", "-1M", "1.5G", "1T", "512MB", "1 m", "9" * 5000 + "M", "\u0661M"]


@pytest.mark.parametrize("text", NO_AMOUNTS)
def test_anything_else_is_refused_with_what_is_right(text: str) -> None:
    with pytest.raises(UsageError, match="invalid amount of memory"):
        bytes_of(text)

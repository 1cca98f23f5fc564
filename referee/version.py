"""The version of this software, as records and bots are told it."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version


@cache
def referee_version() -> str:
    """The version that is installed."""
    return version("referee")

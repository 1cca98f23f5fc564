"""The version of this software, as records and bots see it."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version


@cache
def referee_version() -> str:
    """The installed version."""
    return version("referee")

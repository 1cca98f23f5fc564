"""What a seat can choose from."""

from __future__ import annotations

from typing import Annotated

from referee.kernel.asking import Option


class Wait(Option, frozen=True):
    """Load nothing."""


class Load(Option, frozen=True):
    """Load a bale of the hand."""

    weight: Annotated[int, "What it weighs."]

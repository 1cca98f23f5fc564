"""What a seat can choose from. Docstrings and annotations become comments of the `.proto`."""

from __future__ import annotations

from typing import Annotated

from referee.kernel.asking import Option


class Look(Option, frozen=True):
    """Look at the top card of the deck."""


class Rest(Option, frozen=True):
    """Do not look."""


class Play(Option, frozen=True):
    """Play a card of the hand face down."""

    card: Annotated[int, "The card."]

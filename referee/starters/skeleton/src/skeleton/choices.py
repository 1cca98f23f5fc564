"""The options of a seat. Docstrings and annotations become comments in the `.proto`; people read `text`."""

from __future__ import annotations

from typing import Annotated

from referee.kernel.asking import Option


class Look(Option, frozen=True):
    """Look at the top card of the deck."""

    text = "look at the top card of the deck"


class Rest(Option, frozen=True):
    """Do not look."""

    text = "do not look"


class Play(Option, frozen=True):
    """Play a card from the hand face down."""

    text = "play {card}"
    card: Annotated[int, "The card."]

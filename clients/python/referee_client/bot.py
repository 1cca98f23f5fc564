"""What the author of a bot writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from referee_client.turn import MatchEnd, MatchInfo, Turn


class Chooser(Protocol):
    """The one method that a bot must have. One instance plays one match: what it stores on `self` belongs to it."""

    def choose(self, turn: Turn, /) -> int | Message:
        """Return one of `turn.options`, or its index."""
        ...


class Bot:
    """A base class for bots that also want to know how a match begins and ends. Deriving from it is optional."""

    def start(self, match: MatchInfo) -> None:
        """Called once, before the first turn."""

    def choose(self, turn: Turn) -> int | Message:
        """Return one of `turn.options`, or its index."""
        raise NotImplementedError(f"{type(self).__name__} needs a method choose(self, turn)")

    def end(self, result: MatchEnd) -> None:
        """Called once, after the last turn."""


BotFactory = Callable[[], Chooser]
"""A bot class, or anything else that makes a bot for one match when it is called."""


def index_of(chosen: int | Message, turn: Turn) -> int:
    """Convert a bot's choice into an index.

    Raises:
        ValueError: the choice is not one of the options of this turn.
    """
    if isinstance(chosen, int):
        if not 0 <= chosen < turn.option_count:
            raise ValueError(f"chose option {chosen}, but there are {turn.option_count}, numbered from 0")
        return chosen
    for index, option in enumerate(turn.options):
        if option == chosen:
            return index
    raise ValueError(f"chose something that is not among the {turn.option_count} options:\n{chosen!r}")

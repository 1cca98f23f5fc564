"""What the battery must be told about each game; `tests/games/<id>/facts.py` tells it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from importlib import import_module

from referee.kernel.asking import Option
from referee.kernel.seats import Seat
from referee.kernel.table import Event


@dataclass(frozen=True)
class Facts:
    """One game.

    `most_decisions` bounds random play, by seats. `public_form` is what others see of a choice when it is made.
    `reveals` says whether an event rightly lays something hidden open to a seat: after it two worlds may differ.
    `tables_differ` and `lists_differ` are the least shares of twins that must differ from the original, in the table
    and in what another seat is asked: where most is public they are small.
    """

    most_decisions: dict[int, int]
    public_form: Callable[[Option], Hashable]
    reveals: Callable[[Event, Seat | None], bool]
    tables_differ: float = 0.8
    lists_differ: float = 0.2


def facts_of(game_id: str) -> Facts:
    """The facts of a game; a game without them fails here."""
    facts: Facts = import_module(f"tests.games.{game_id}.facts").FACTS
    return facts

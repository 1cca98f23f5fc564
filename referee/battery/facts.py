"""What the battery must be told about a game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

from referee.kernel.asking import Option
from referee.kernel.seats import Seat
from referee.kernel.table import Event


@dataclass(frozen=True)
class Facts:
    """One game.

    The battery goes on for some steps in two worlds that a seat can not tell apart, with the same choices as far as
    others see them. What the seat is told must be the same in both, until something hidden is rightly laid open: a card
    is turned up, a die is thrown, the seat draws. `reveals` says which events do that, for which seat; whatever it
    names too much is not looked at, so let it name as little as possible.

    Attributes:
        most_decisions: The bound of random play, by seats.
        public_form: What others see of a choice when it is made: the option itself, or less.
        reveals: Whether an event rightly lays something hidden open to a seat (None: the spectator).
        tables_differ: The least share of twins that must differ from the original in the table.
        lists_differ: The least share of them in which another seat must be asked something else.
    """

    most_decisions: Mapping[int, int]
    public_form: Callable[[Option], Hashable]
    reveals: Callable[[Event, Seat | None], bool]
    tables_differ: float = 0.8
    lists_differ: float = 0.2

"""The values that a field can have with the cards of a match, used to number actions and to make arrays of numbers.

CardId = Annotated[str, Among(lambda cards, seats: cards.by_id)]
bid: Annotated[int, "The bid.", Among(lambda cards, seats: range(cards.highest_bid + 1))]
row: Annotated[tuple[CardId, ...], "The row, the newest card first.", InOrder(4)]

Booleans, seats and words need no declaration. Only `referee.learning` reads these declarations. An option with other
numbers that are not declared gets its action from its place in the list of options.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

__all__ = ["Among", "InOrder"]


class Among:
    """Everything that a field can hold in a match, in a fixed order, without duplicates.

    Attributes:
        values: A function of the typed card set and the number of seats. It returns all values that any match with
            these cards can have, whatever its options are. None and an empty text need not be among them. For a tuple,
            these are either whole tuples or the values of its entries.
    """

    def __init__(self, values: Callable[[Any, int], Iterable[Hashable]]) -> None:
        self.values = values


class InOrder:
    """A list in a view in which the place of an entry matters.

    Attributes:
        first: The number of entries that an array shows one by one, or a function of the typed card set that returns
            it. An array shows the number of all entries, too.
    """

    def __init__(self, first: int | Callable[[Any], int]) -> None:
        self.first = first

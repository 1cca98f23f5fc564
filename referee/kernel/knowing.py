"""Who may know the value of a view's field, and what the value must agree with. The battery checks both in play.

deck: Annotated[int, "The number of cards in the deck.", CountOf("deck")]
round: Annotated[int, "The round, from 1.", SameAs("round")]
hand: Annotated[tuple[Card, ...], "Your hand.", Private()]

A view is the same for every seat and the spectator, except for its private fields and the field with the viewer's own
seat number, which needs no declaration.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from referee.kernel.seats import Seat

__all__ = ["CountOf", "Private", "SameAs"]


class Private(Struct, frozen=True):
    """A field that may differ between viewers, with all of its parts.

    The spectator sees it empty (None, 0, false, or a tuple of those), unless everyone sees the same.
    """


class CountOf:
    """A field that shows the number of cards in a zone, or in several zones together.

    In a part that each seat has (an entry of a tuple with one entry per seat), the zones of that seat are counted;
    anywhere else, those of all seats together. A number counts as that number, a tuple as the number of its non-empty
    entries, `Places` and mappings as the sum of their numbers, and anything else as 1 if it is present and 0 if not. If
    fields of the same class count the same zones, their sum is compared.

    Attributes:
        zones: The names of the zones.
        at: If this field holds parts, the field of each part that holds the number: `count` for stacks of equal cards.
    """

    def __init__(self, *zones: str, at: str = "") -> None:
        self.zones = zones
        self.at = at


class SameAs(Struct, frozen=True):
    """A field whose value equals that of a field in the table.

    Attributes:
        of: The name of the table's field; dots name a field inside it (`market.rebate`). A list or dictionary on the
            path is indexed by the seat of the part that contains the field, or else by the viewer's seat. Instead of a
            name, `of` can also be a function of the table and that seat.
    """

    of: str | Callable[[Any, Seat | None], Any]

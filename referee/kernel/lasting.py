"""For which period a field of a view is valid: "this month", "in its last turn".

The battery checks this while it plays.

sold: Annotated[tuple[Item, ...], "The types sold this month.", Period("month", part=("sale", "utilities"))]
"""

from __future__ import annotations

from msgspec import Struct

__all__ = ["Period"]


class Period(Struct, frozen=True):
    """A field with a period is false, 0 or empty outside the period and whenever a new one begins.

    Attributes:
        of: The field of the view that changes when a new period begins, for example `month`; dots name a field of a
            part of the view (`town.order`). If this is empty, there is one period for the whole match.
        part: The values of the view's field `part` during which the period lasts; empty: all of them.
    """

    of: str = ""
    part: tuple[str, ...] = ()

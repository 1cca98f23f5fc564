"""How long a field of a view says what it says: "this month", "in its last turn". The battery checks it in play.

sold: Annotated[tuple[Item, ...], "The types sold this month.", Period("month", part=("sale", "utilities"))]
"""

from __future__ import annotations

from msgspec import Struct

__all__ = ["Period"]


class Period(Struct, frozen=True):
    """A field with a period is false, 0 or empty outside it, and when it begins anew.

    Attributes:
        of: The field of the view that changes when the period begins anew, for example `month`; with dots, a field of
            a part of the view (`town.order`). Empty: it never begins anew.
        part: The words of the view's field `part` during which the period lasts; empty: all.
    """

    of: str = ""
    part: tuple[str, ...] = ()

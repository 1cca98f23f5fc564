"""The times in a record, and the seats that lost time to others.

No digest covers them, so their types limit them to values that every program can show or send.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

UnixSeconds = Annotated[float, Meta(ge=0, lt=253_402_300_800)]
"""A moment in time, up to the end of the year 9999."""

Milliseconds = Annotated[float, Meta(ge=-1e12, le=1e12)]
"""A duration of up to about 30 years."""


class Starved(Struct, frozen=True, omit_defaults=True):
    """A seat whose bot waited for a core, `waited_ms` in total, while others used more than their fair share.

    `takers` names those others, from any match. `late_turns` are the turns for which the seat got a strike for this
    reason.
    """

    seat: int
    waited_ms: Milliseconds
    takers: list[str]
    late_turns: list[int] = field(default_factory=list)

"""Times as a record tells them, and who lost time to others.

No digest covers them, so each is one that whoever shows or sends it can express.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

UnixSeconds = Annotated[float, Meta(ge=0, lt=253_402_300_800)]
"""A moment, up to the end of the year 9999."""

Milliseconds = Annotated[float, Meta(ge=-1e12, le=1e12)]
"""A span of some thirty years at most."""


class Starved(Struct, frozen=True, omit_defaults=True):
    """A seat whose bot waited for a core of the host, `waited_ms` in all, while others used more than their fair share.

    Those are named in `takers`, whatever match they played. `late_turns` are the turns for which the seat got a strike
    because of it.
    """

    seat: int
    waited_ms: Milliseconds
    takers: list[str]
    late_turns: list[int] = field(default_factory=list)

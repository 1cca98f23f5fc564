"""Times as a record tells them. No digest covers them, so each is one that whoever shows or sends it can express."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

UnixSeconds = Annotated[float, Meta(ge=0, lt=253_402_300_800)]
"""A moment, up to the end of the year 9999."""

Milliseconds = Annotated[float, Meta(ge=-1e12, le=1e12)]
"""A span of some thirty years at most."""

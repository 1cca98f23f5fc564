"""Times of the day, as people write them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from tournament.errors import UserError

_TIME = re.compile(r"(\d{1,2}):(\d{2})")


def next_time(text: str, now: datetime) -> datetime:
    """Return the next moment after `now` with this time of the day. Raises `UserError` if the text is not a time."""
    found = _TIME.fullmatch(text.strip())
    if found is None or int(found[1]) > 23 or int(found[2]) > 59:
        raise UserError(f"invalid time {text!r}: use hours and minutes, e.g. 18:00")
    # Counted in local time, so that the hour is right even if the clocks change in between.
    at = now.replace(tzinfo=None, hour=int(found[1]), minute=int(found[2]), second=0, microsecond=0)
    return (at if at > now.replace(tzinfo=None) else at + timedelta(days=1)).astimezone()

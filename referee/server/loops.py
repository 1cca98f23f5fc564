"""The asyncio loop that all processes of Referee use."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

try:
    import uvloop

    new_event_loop: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
except ImportError:  # no wheel for this platform
    new_event_loop = asyncio.new_event_loop

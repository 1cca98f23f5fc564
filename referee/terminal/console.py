"""The terminal for what has colours or is drawn anew. What bots wrote is harmless when it comes out here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from referee.neutral import neutral


class NeutralConsole(Console):
    """Text comes out as it is, without what could rewrite the screen, and is never markup."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, **settings)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """What all that is printed goes through, cell by cell; the console's own controls are no text."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(neutral(segment.text), segment.style)

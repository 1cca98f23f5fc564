"""The terminal for output that has colours or is redrawn. It makes text from bots harmless."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from referee.neutral import neutral


class NeutralConsole(Console):
    """A console that prints text literally: no markup, and no characters that could rewrite the screen."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, **settings)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Make all printed text harmless; the console's own control codes are kept."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(neutral(segment.text), segment.style)

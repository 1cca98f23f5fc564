"""Names that you can give on the command line instead of a bot's command."""

from __future__ import annotations

from referee_client.bots import BOTS, SEARCH_BOTS, TEXT_BOTS

HUMAN = "human"
SAMPLES = (*BOTS, *SEARCH_BOTS, *TEXT_BOTS)
NAMES = (*SAMPLES, HUMAN)

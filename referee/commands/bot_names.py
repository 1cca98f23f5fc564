"""Names that can be given in place of a bot's command."""

from __future__ import annotations

from referee_client.bots import BOTS, TEXT_BOTS

HUMAN = "human"
SAMPLES = (*BOTS, *TEXT_BOTS)
NAMES = (*SAMPLES, HUMAN)

"""A game that is written for a face which no referee has yet: to load it fails."""

from __future__ import annotations

from dataclasses import replace

from tests.support.sealed_game import SEALED

GAME = replace(SEALED, id="future", api=99)

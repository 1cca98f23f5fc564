"""A game that declares a part which this referee does not know yet: to load it fails."""

from __future__ import annotations

from dataclasses import replace

from tests.support.sealed_game import SEALED

GAME = replace(SEALED, id="newer", audience="all")  # type: ignore[call-arg]

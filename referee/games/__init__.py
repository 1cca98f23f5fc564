"""The games: one package each, found by its name.

Importing this package puts the module in the place of the function `referee.games`; so the module can be called too.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from referee.kernel.game import Game, all_games


class CallableModule(ModuleType):
    """This module, with the behaviour of `referee.games()`."""

    def __call__(self) -> dict[str, Game[Any]]:
        """All games by id."""
        return all_games()


sys.modules[__name__].__class__ = CallableModule

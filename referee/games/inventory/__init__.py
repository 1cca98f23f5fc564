"""Adventures in Inventory Management."""

from referee.games.inventory.game import GAME

__all__ = ["GAME"]

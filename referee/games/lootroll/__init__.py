"""Loot Roll: a party explores three dungeons, fights monsters together and rolls dice for the loot."""

from referee.games.lootroll.game import GAME

__all__ = ["GAME"]

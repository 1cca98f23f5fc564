"""Brick & Mortar."""

from referee.games.brick.game import GAME

__all__ = ["GAME"]

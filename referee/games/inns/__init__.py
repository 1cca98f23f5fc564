"""Inns & Outcasts: guests place cards face down and gather Loot as the initiatives are called."""

from referee.games.inns.game import GAME

__all__ = ["GAME"]

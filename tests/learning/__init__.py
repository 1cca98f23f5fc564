"""Matches as numbers."""

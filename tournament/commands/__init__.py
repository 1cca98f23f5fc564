"""What each command of `tournament` does; `tournament.cli` puts them together."""

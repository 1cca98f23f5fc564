"""What each command of `referee` does; `referee.cli` puts them together."""

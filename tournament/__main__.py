"""`python -m tournament` is the command `tournament`."""

from tournament.cli import main

main(prog_name="tournament")

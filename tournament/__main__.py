"""Run the command `tournament` by `python -m tournament`."""

from tournament.cli import main

main(prog_name="tournament")

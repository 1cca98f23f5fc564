"""`python -m referee` is the command `referee`."""

from referee.cli import main

main(prog_name="referee")

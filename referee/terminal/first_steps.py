"""What a program prints when it is called without a command: the commands that most people need first."""

from __future__ import annotations

from collections.abc import Mapping


def first_steps(program: str, steps: Mapping[str, str]) -> str:
    """The steps with their commands, and where to find the rest."""
    lines = [line for what, command in steps.items() for line in (f"{what}:", f"  {command}", "")]
    rest = (
        f"`{program} --help` lists all commands, `{program} COMMAND --help` explains one. `referee manual`: the manual."
    )
    return "\n".join([*lines, rest])

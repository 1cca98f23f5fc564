"""Runs a sample bot: `python -m referee_client.bots NAME`."""

from __future__ import annotations

import sys

from referee_client.bots import BOTS, TEXT_BOTS
from referee_client.running import run


def main(arguments: list[str]) -> None:
    """Runs the bot that the only argument names."""
    if len(arguments) != 1 or arguments[0] not in {*BOTS, *TEXT_BOTS}:
        sys.exit(f"usage: python -m referee_client.bots {{{','.join((*BOTS, *TEXT_BOTS))}}}")
    name = arguments[0]
    if name in BOTS:
        run(BOTS[name], name=name, wants_events=False)
    else:
        run(TEXT_BOTS[name], name=name, wants_text=True)


if __name__ == "__main__":
    main(sys.argv[1:])

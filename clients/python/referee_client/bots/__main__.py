"""Runs a sample bot: `python -m referee_client.bots NAME`."""

from __future__ import annotations

import sys

from referee_client.bots import BOTS
from referee_client.running import run


def main(arguments: list[str]) -> None:
    """Runs the bot that the only argument names."""
    if len(arguments) != 1 or arguments[0] not in BOTS:
        sys.exit(f"usage: python -m referee_client.bots {{{','.join(BOTS)}}}")
    run(BOTS[arguments[0]], name=arguments[0], wants_events=False)


if __name__ == "__main__":
    main(sys.argv[1:])

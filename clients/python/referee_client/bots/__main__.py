"""Runs a sample bot: `python -m referee_client.bots NAME`."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from referee_client.bots import BOTS, TEXT_BOTS
from referee_client.errors import SettingsError
from referee_client.running import run

if TYPE_CHECKING:
    from referee_client.bot import BotFactory


def main(arguments: list[str]) -> None:
    """Run the bot named by the only argument."""
    if len(arguments) != 1 or arguments[0] not in {*BOTS, *TEXT_BOTS}:
        sys.exit(f"usage: python -m referee_client.bots {{{','.join((*BOTS, *TEXT_BOTS))}}}")
    name = arguments[0]
    if name in BOTS:
        run(BOTS[name], name=name, wants_events=False, wants_cards=True)
    else:
        bot: BotFactory = getattr(import_module(f"referee_client.bots.{name}"), TEXT_BOTS[name])
        _check(bot)
        run(bot, name=name, wants_text=True)


def _check(bot: BotFactory) -> None:
    """Make a bot before there is a match, so that missing settings are reported at once."""
    try:
        bot()
    except SettingsError as error:
        sys.exit(f"referee_client: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])

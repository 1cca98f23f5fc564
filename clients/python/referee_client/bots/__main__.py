"""Runs a sample bot: `python -m referee_client.bots NAME`."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from referee_client.bots import BOTS, SEARCH_BOTS, TEXT_BOTS
from referee_client.errors import SettingsError
from referee_client.running import run

if TYPE_CHECKING:
    from referee_client.bot import BotFactory


def main(arguments: list[str]) -> None:
    """Run the bot named by the only argument."""
    names = (*BOTS, *SEARCH_BOTS, *TEXT_BOTS)
    if len(arguments) != 1 or arguments[0] not in names:
        sys.exit(f"usage: python -m referee_client.bots {{{','.join(names)}}}")
    name = arguments[0]
    if name in BOTS:
        run(BOTS[name], name=name, wants_events=False, wants_cards=True)
    elif name in SEARCH_BOTS:
        run(_searching(name), name=name, wants_cards=True, max_matches=1)
    else:
        bot: BotFactory = getattr(import_module(f"referee_client.bots.{name}"), TEXT_BOTS[name])
        _check(bot)
        run(bot, name=name, wants_text=True)


def _searching(name: str) -> BotFactory:
    """The class of a bot that searches with the rules."""
    module, _, bot = SEARCH_BOTS[name].partition(":")
    try:
        found: BotFactory = getattr(import_module(module), bot)
    except ImportError as error:
        sys.exit(f"referee_client: the bot {name} searches with the rules of the games: install referee ({error})")
    return found


def _check(bot: BotFactory) -> None:
    """Make a bot before there is a match, so that missing settings are reported at once."""
    try:
        bot()
    except SettingsError as error:
        sys.exit(f"referee_client: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])

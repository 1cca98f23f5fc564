"""Shell completion."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from referee.commands.bot_names import NAMES
from referee.kernel.game import game_ids
from referee.manual.contents import pages
from referee.starters.languages import languages


def complete_games(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the ids of games."""
    return [CompletionItem(game) for game in game_ids() if game.startswith(begun)]


def complete_languages(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the languages of `referee bot new`."""
    return [CompletionItem(language) for language in languages() if language.startswith(begun)]


def complete_bots(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the names that can replace a bot's command; any other word completes as a file name."""
    names = [CompletionItem(name) for name in NAMES if name.startswith(begun)]
    return names or [CompletionItem(begun, type="file")]


def complete_topics(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The topics of the manual."""
    return [CompletionItem(page.name) for page in pages() if page.name.startswith(begun)]

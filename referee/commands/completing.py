"""What a shell offers when a word is not finished yet."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from referee.commands.bot_names import NAMES
from referee.commands.starters import languages
from referee.kernel.game import game_ids


def complete_games(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The ids of the games."""
    return [CompletionItem(game) for game in game_ids() if game.startswith(begun)]


def complete_languages(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The languages in which a first bot can be written."""
    return [CompletionItem(language) for language in languages() if language.startswith(begun)]


def complete_bots(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The names of the sample bots, and whoever else can be named instead of a command; and files, for a bot's."""
    names = [CompletionItem(name) for name in NAMES if name.startswith(begun)]
    return names or [CompletionItem(begun, type="file")]

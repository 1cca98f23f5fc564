"""Sentences and words for people about the standings and about single bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from referee.counts import counted

if TYPE_CHECKING:
    from tournament.report.standings import Standings
    from tournament.report.totals import BotFacts


def absent_text(bot: str) -> str:
    """Return the sentence for people about a bot that never connected."""
    return f"{bot} did not appear in any of its matches: points won against it say nothing about the other bots."


def failing_texts(standings: Standings, most: float) -> list[str]:
    """Return a sentence for each bot that connected, but forfeited more than this share of its matches."""
    return [
        f"bot {bot.bot} forfeited {sum(bot.forfeits.values())} of its {counted(bot.matches, 'match', 'matches')} "
        f"({forfeits_text(bot.forfeits)}), which is more than the {100 * most:g} % that max_forfeits allows"
        for bot in standings.bots
        if bot.bot not in standings.absent and sum(bot.forfeits.values()) > most * bot.matches
    ]


def undecided_text(bot: BotFacts) -> str:
    """Return the sentence for people about a bot that never chose an option itself."""
    decisions = counted(bot.decisions, "decision")
    return f"{bot.bot} made none of its {decisions}: its results are those of the default options."


def defaults_text(bot: BotFacts) -> str:
    """Return how often the default was played for a bot, for people."""
    return "-" if bot.defaults is None else str(bot.defaults)


def begun_again_text(begun_again: Mapping[str, int]) -> str:
    """Return how many matches were started again, and how often, for people."""
    times = sum(begun_again.values())
    return f"{len(begun_again)}, {'once' if times == 1 else f'{times} times'} in total"


def rating_text(rating: float | None) -> str:
    """Return a rating for people."""
    return "-" if rating is None else f"{rating:.0f}"


def secret_text(commitment: str, secret: str | None) -> str:
    """Return the text for people about the secret."""
    if secret is None:
        return f"Hash of the secret from which the deals are derived: {commitment}"
    return f"Secret from which the deals are derived: {secret}\nIts hash: {commitment}"


def forfeits_text(forfeits: dict[str, int]) -> str:
    """Return forfeits by cause, for people."""
    return ", ".join(f"{number} {cause}" for cause, number in sorted(forfeits.items()))

"""The versions of the bots: each is rated separately, and people see them together, with digests of their code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from referee.counts import counted
from referee.pages.markup import Markup, table, tag
from tournament.plan.versions import name_in_plan
from tournament.statistics.fit import BotRating
from tournament.storage.rows import BotRow

NOT_YET = "-"


class BotVersion(Struct, frozen=True, kw_only=True):
    """One version of a bot. `name` is its name in the standings, and `bot` the one in the plan.

    `code` is the digest of its folder when it last played; empty if unknown. `follows` is the previous version.
    """

    bot: str
    name: str
    version: str
    code: str
    follows: str
    rating: float | None
    standard_error: float | None
    matches: int


def bot_versions(bots: Sequence[BotRow], ratings: Sequence[BotRating], played: Mapping[str, int]) -> list[BotVersion]:
    """Return the versions of all bots, those of a bot together, oldest first."""
    rated = {rating.bot: rating for rating in ratings}
    order = {name: number for number, name in enumerate(dict.fromkeys(name_in_plan(bot.name) for bot in bots))}
    found = []
    for bot in sorted(bots, key=lambda bot: order[name_in_plan(bot.name)]):
        rating = rated.get(bot.name)
        found.append(
            BotVersion(
                bot=name_in_plan(bot.name),
                name=bot.name,
                version=bot.version,
                code=bot.code,
                follows=bot.follows,
                rating=None if rating is None else rating.rating,
                standard_error=None if rating is None else rating.error,
                matches=played.get(bot.name, 0),
            )
        )
    return found


def version_lines(versions: Sequence[BotVersion]) -> list[str]:
    """Return a line for each bot with several versions, oldest first; no lines if every bot has one."""
    lines = []
    for bot in dict.fromkeys(version.bot for version in versions if version.follows):
        history = [_text(version) for version in versions if version.bot == bot]
        lines.append(f"  {bot}: {', then '.join(history)}")
    return ["Versions:", *lines] if lines else []


def versions_section(versions: Sequence[BotVersion]) -> Markup:
    """Return the section of the report; empty if there are no versions and no code is known."""
    if not any(version.code or version.follows for version in versions):
        return Markup("")
    rows = [
        (version.bot, version.name, version.version or NOT_YET, _rating(version), version.matches,
         version.code or NOT_YET)
        for version in versions
    ]  # fmt: skip
    text = "Each version of a bot has its own rating. The code is a digest of the bot's folder."
    heads = ("bot", "in the standings", "version", "rating", "matches", "code")
    return tag("section", tag("h2", "Versions"), tag("p", text), table(heads, rows, (3, 4)))


def _text(version: BotVersion) -> str:
    facts = [f"rating {_rating(version)}", counted(version.matches, "match", "matches")]
    facts += [f"code {version.code}"] if version.code else []
    named = f"{version.name}, version {version.version}" if version.version else version.name
    return f"{named} ({', '.join(facts)})"


def _rating(version: BotVersion) -> str:
    if version.rating is None:
        return NOT_YET
    error = "" if not version.standard_error else f" ± {version.standard_error:.0f}"
    return f"{version.rating:.0f}{error}"

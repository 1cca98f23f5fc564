"""Texts about which matches of a tournament count in a table."""

from __future__ import annotations

from time import localtime, strftime

from msgspec import Struct

from referee.counts import counted
from tournament.storage.filtering import MatchFilter

WHOLE = "Processes, void matches and decisions are those of the whole tournament."


class FilterFacts(Struct, frozen=True, kw_only=True):
    """Which matches count: what was asked for, how many they are of how many played, and all this as text."""

    chosen: MatchFilter
    matches: int
    played: int
    text: str


def filter_facts(chosen: MatchFilter, matches: int, played: int) -> FilterFacts:
    """Return what readers of a filtered table have to know."""
    text = (
        f"Filtered: this counts {matches} of {counted(played, 'match', 'matches')}, only those {wishes_text(chosen)}."
    )
    return FilterFacts(chosen=chosen, matches=matches, played=played, text=text)


def wishes_text(chosen: MatchFilter) -> str:
    """Return which matches count, as the end of a sentence that begins with "only those"."""
    wishes = [f"in which every seat has one of the bots {', '.join(chosen.bots)}"] if chosen.bots else []
    wishes += [f"in which {bot} plays in no version but {_quoted(version)}" for bot, version in chosen.versions.items()]
    wishes += [f"in which {bot} has seat {seat}" for bot, seat in chosen.seats.items()]
    wishes += [f"with the option {name} = {value}" for name, value in chosen.options.items()]
    wishes += [] if chosen.since_unix_s is None else [f"that began on or after {_time(chosen.since_unix_s)}"]
    wishes += [] if chosen.until_unix_s is None else [f"that began before {_time(chosen.until_unix_s)}"]
    wishes += ["that no bot forfeited"] if chosen.without_forfeits else []
    return ", and ".join(wishes)


def _time(unix_s: float) -> str:
    return strftime("%Y-%m-%d %H:%M", localtime(unix_s))


def _quoted(version: str) -> str:
    return version or "'' (none stated)"

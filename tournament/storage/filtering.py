"""Choose the matches that count for a table or a rating: `MatchFilter` says which, and `chooser` applies it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import Struct, field

from referee.kernel.times import UnixSeconds
from tournament.errors import UserError
from tournament.plan.versions import name_in_plan
from tournament.statistics.results import MatchResult

MatchChoice = Callable[[MatchResult, float], bool]
"""Whether a match counts; the number is when it began, in seconds since 1970."""


class MatchFilter(Struct, frozen=True, kw_only=True):
    """Which matches count; without a wish, all do. A bot's name without a version stands for all of its versions.

    Attributes:
        bots: Only matches in which every seat has one of these bots.
        seats: Only matches in which each of these bots has this seat, from 0.
        options: Only tournaments that were played with these options of the game, as text.
        since_unix_s: Only matches that began at this time or later.
        until_unix_s: Only matches that began before this time.
        without_forfeits: Only matches that no seat forfeited.
        versions: Of each of these bots, only this version, as its plan states it.
    """

    bots: tuple[str, ...] = ()
    seats: dict[str, int] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    since_unix_s: UnixSeconds | None = None
    until_unix_s: UnixSeconds | None = None
    without_forfeits: bool = False
    versions: dict[str, str] = field(default_factory=dict)

    @property
    def dated(self) -> bool:
        """Whether the filter depends on when matches began."""
        return self.since_unix_s is not None or self.until_unix_s is not None


EVERY_MATCH = MatchFilter()


class FilterSource(Struct, frozen=True, kw_only=True):
    """What a filter must know about a tournament or a file of results.

    `versions` has the version of each bot, by name. `options` are those of the game, as text; None if the source does
    not say them, and then it says neither versions nor times. It may not say the `forfeits` either.
    """

    name: str
    seats: int
    versions: Mapping[str, str]
    options: Mapping[str, str] | None
    forfeits: bool = True


def check_filter(chosen: MatchFilter, sources: Sequence[FilterSource]) -> None:
    """Raise `UserError` if the filter asks for something that no source has, or for something that one does not say."""
    for source in sources:
        _refuse_unsaid(chosen, source)
    bots = {name: version for source in sources for name, version in source.versions.items()}
    known = sorted({*bots, *map(name_in_plan, bots)})
    for flag, names in (("--bots", chosen.bots), ("--seat", chosen.seats), ("--bot-version", chosen.versions)):
        _refuse_unknown(flag, names, known, "bot")
    seats = max(source.seats for source in sources)
    for bot, seat in chosen.seats.items():
        if not 0 <= seat < seats:
            raise UserError(f"invalid --seat {bot}={seat}: use a seat from 0 to {seats - 1}")
    for bot, version in chosen.versions.items():
        there = {said for name, said in bots.items() if name_in_plan(name) == bot}
        if version not in there:
            listed = ", ".join(repr(one) for one in sorted(there)) or "none, because it already names one version"
            raise UserError(f"--bot-version {bot}={version}: no such version; its versions are {listed}")
    options = sorted({option for source in sources for option in source.options or ()})
    _refuse_unknown("--option", chosen.options, options, "option")


def chooser(chosen: MatchFilter, source: FilterSource) -> MatchChoice:
    """Return the function that decides whether a match of the source counts."""
    options = source.options or {}
    if any(options.get(name) != value for name, value in chosen.options.items()):
        return lambda _result, _begun: False
    every = source.versions
    allowed = _named(chosen.bots, every) if chosen.bots else frozenset(every)
    for bot, version in chosen.versions.items():
        allowed -= {name for name in _named([bot], every) if every[name] != version}
    seats = [(_named([bot], every), seat) for bot, seat in chosen.seats.items()]
    since, until = chosen.since_unix_s, chosen.until_unix_s

    def counts(result: MatchResult, begun: float) -> bool:
        return (
            allowed.issuperset(result.bots)
            and all(seat < len(result.bots) and result.bots[seat] in names for names, seat in seats)
            and not (chosen.without_forfeits and result.forfeits)
            and (since is None or begun >= since)
            and (until is None or begun < until)
        )

    return counts


def _named(names: Collection[str], every: Collection[str]) -> frozenset[str]:
    """Return the bots with these names; a name without a version stands for all versions."""
    return frozenset(bot for bot in every if bot in names or name_in_plan(bot) in names)


def _refuse_unsaid(chosen: MatchFilter, source: FilterSource) -> None:
    asked = {"--option": chosen.options, "--bot-version": chosen.versions, "--since-date or --until-date": chosen.dated}
    unsaid = [flag for flag, wish in asked.items() if wish and source.options is None]
    if unsaid:
        raise UserError(f"{source.name}: a file of results does not contain what {unsaid[0]} needs; use the database")
    if chosen.without_forfeits and not source.forfeits:
        raise UserError(f"{source.name}: --without-forfeits needs a column end, as in the files that `export` writes")


def _refuse_unknown(flag: str, names: Collection[str], known: Sequence[str], what: str) -> None:
    for name in names:
        if name not in known:
            raise UserError(f"invalid {flag} '{name}': no such {what}; use one of {', '.join(known) or 'none'}")

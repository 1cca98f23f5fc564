"""Results from several databases and files of results, put together: each match counts once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

import msgspec
from msgspec import Struct

from referee.files import refuse_irregular
from tournament.errors import UserError
from tournament.plan.identity import identity_of
from tournament.statistics.results import MatchResult
from tournament.storage.archive import open_archive
from tournament.storage.filtered_archive import filter_source
from tournament.storage.filtering import EVERY_MATCH, FilterSource, MatchChoice, MatchFilter, check_filter, chooser
from tournament.storage.results_file import read_results_with_ids

_MAGIC = b"SQLite format 3\0"
_RULES = ("rules.", "options.")
"""The parts of a tournament's identity that have to be equal for ratings to mean the same."""


class ResultSource(Struct, frozen=True, kw_only=True):
    """What one database or file contributes.

    Attributes:
        name: The path, for messages.
        results: The matches that count.
        played: How many matches would count without a filter.
        ids: The match id that the bots received, by match; matches without one are left out.
        game: The game; empty if a file does not say it.
        rules: What is played in addition to the game, by field.
        programs: What is known about the program of each bot: its version and digest.
    """

    name: str
    results: list[MatchResult]
    played: int
    ids: Mapping[str, str]
    game: str = ""
    rules: Mapping[str, object] = msgspec.field(default_factory=dict)
    programs: Mapping[str, tuple[str, str]] = msgspec.field(default_factory=dict)


def results_of_all(paths: Sequence[Path]) -> list[MatchResult]:
    """Read databases and files of results, and put their matches together: see `merged`.

    Raises:
        UserError: a file cannot be read, a match is in two files or may be, or two files do not belong together.
    """
    return merged(sources_of(paths))


def sources_of(paths: Sequence[Path], chosen: MatchFilter = EVERY_MATCH) -> list[ResultSource]:
    """Read databases and files of results; only the chosen matches count.

    Raises:
        UserError: a file cannot be read, or the filter asks for something that is not there.
    """
    read = [_of_database(path) if is_database(path) else _of_file(path) for path in paths]
    check_filter(chosen, [source for _, source, _ in read])
    return [_filtered(found, begun, chooser(chosen, source)) for found, source, begun in read]


def merged(sources: Sequence[ResultSource]) -> list[MatchResult]:
    """Put the matches together. With several sources, matches and blocks get the number of their source in front.

    Raises:
        UserError: a match is in two sources or may be, or two sources do not belong together.
    """
    for one, other in combinations(sources, 2):
        _refuse_other_game(one, other)
        _refuse_other_programs(one, other)
        _refuse_same_match(one, other)
    return [*sources[0].results] if len(sources) == 1 else [*_numbered(sources)]


def merged_by_game(sources: Sequence[ResultSource]) -> dict[str, list[MatchResult]]:
    """Put the matches of each game together; with a single game, or if no source says its game, that is one list.

    Raises:
        UserError: as `merged`, or there are several games and a source does not say which one it is about.
    """
    games = sorted({source.game for source in sources if source.game})
    if len(games) < 2:
        return {games[0] if games else "": merged(sources)}
    for source in sources:
        if not source.game:
            raise UserError(
                f"{source.name}: a file of results does not say its game, and the others are of {' and '.join(games)}: "
                "use its database"
            )
    for one, other in combinations(sources, 2):
        _refuse_other_programs(one, other)
    return {game: merged([source for source in sources if source.game == game]) for game in games}


def is_database(path: Path) -> bool:
    """Return whether a file is a database, and not a file of results."""
    refuse_irregular(path, path.stat())  # before it is opened, because opening a pipe waits for its writer
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


_Read = tuple[ResultSource, FilterSource, Mapping[str, float]]
"""A source with all its matches, what a filter has to know about it, and when each match began, by match."""


def _filtered(found: ResultSource, begun: Mapping[str, float], counts: MatchChoice) -> ResultSource:
    results = [result for result in found.results if counts(result, begun.get(result.match, 0.0))]
    return msgspec.structs.replace(found, results=results)


def _of_file(path: Path) -> _Read:
    results, ids, has_ends = read_results_with_ids(path)
    bots = sorted({bot for result in results for bot in result.bots})
    found = ResultSource(name=str(path), results=results, played=len(results), ids=ids)
    source = FilterSource(
        name=str(path),
        seats=max((len(result.bots) for result in results), default=2),
        versions=dict.fromkeys(bots, ""),
        options=None,
        forfeits=has_ends,
    )
    return found, source, {}


def _of_database(path: Path) -> _Read:
    with open_archive(path) as archive:
        tournament = archive.tournament
        identity = identity_of(tournament.plan, kept=True) | tournament.identity  # an older one may lack new options
        counting = [match for match in archive.matches() if match.rated]
        found = ResultSource(
            name=str(path),
            results=[match.result for match in counting],
            played=len(counting),
            ids=archive.ids(),
            game=tournament.game_id,
            rules={field: value for field, value in identity.items() if field.startswith(_RULES)},
            programs={bot.name: (bot.version, bot.digest) for bot in archive.bots()},
        )
        return found, filter_source(str(path), archive), {match.match: match.begun_unix_s for match in counting}


def _refuse_other_game(one: ResultSource, other: ResultSource) -> None:
    if not one.game or not other.game:
        return
    if one.game != other.game:
        what = f"{one.name} is a tournament of {one.game}, {other.name} one of {other.game}"
        raise UserError(f"{what}: a rating is about one game, so rate them separately")
    different = [
        f"{field}: {_text(one.rules.get(field))} and {_text(other.rules.get(field))}"
        for field in sorted({*one.rules, *other.rules})
        if one.rules.get(field) != other.rules.get(field)
    ]
    if different:
        what = f"{one.name} and {other.name} were not played by the same rules ({'; '.join(different)})"
        raise UserError(f"{what}: rate them separately")


def _refuse_other_programs(one: ResultSource, other: ResultSource) -> None:
    for bot in sorted({*one.programs} & {*other.programs}):
        (version, digest), (version_there, digest_there) = one.programs[bot], other.programs[bot]
        changed = digest != digest_there and digest and digest_there
        if version != version_there or changed:
            how = f"version {_text(version)} and {_text(version_there)}" if version != version_there else "its digest"
            raise UserError(
                f"bot {bot} is not the same program in {one.name} and {other.name} (different: {how}): export both "
                "tournaments and rate the files results.csv; give the bot another name in one of them, unless you "
                "consider it the same bot"
            )


def _refuse_same_match(one: ResultSource, other: ResultSource) -> None:
    by_id = {match_id: match for match, match_id in one.ids.items()}
    names = {result.match for result in one.results}
    for result in other.results:
        match_id = other.ids.get(result.match)
        if match_id in by_id:
            raise UserError(
                f"match {result.match} of {other.name} is match {by_id[match_id]} of {one.name}, by its match_id: a "
                "match counts once, so leave out one of the files"
            )
        if result.match in names and (match_id is None or result.match not in one.ids):
            without = other.name if match_id is None else one.name
            raise UserError(
                f"{one.name} and {other.name} both have a match {result.match}, and {without} has no match_id for it, "
                "so they may be the same match: leave out one of the files, or rename the matches and blocks of one, "
                "for example by putting the name of its tournament in front"
            )


def _numbered(sources: Sequence[ResultSource]) -> Iterator[MatchResult]:
    """Yield all results with names that are unique among the sources."""
    begins = 0
    for number, source in enumerate(sources, start=1):
        for result in source.results:
            yield msgspec.structs.replace(
                result,
                match=f"{number}/{result.match}",
                block=f"{number}/{result.block}",
                number=begins + result.number,
            )
        begins += max((result.number for result in source.results), default=0) + 1


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()

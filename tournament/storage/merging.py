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
from tournament.storage.archive import Archive, open_archive
from tournament.storage.results_file import read_results, read_results_with_ids

_MAGIC = b"SQLite format 3\0"
_RULES = ("rules.", "options.")
"""The parts of a tournament's identity that have to be equal, so that ratings mean the same."""


class ResultSource(Struct, frozen=True, kw_only=True):
    """What one database or file contributes.

    Attributes:
        name: The path, for messages.
        results: The matches that count.
        ids: The match id that the bots received, by match; matches without one are left out.
        game: The game; empty if a file does not say it.
        rules: What is played besides the game, by field.
        programs: What is known about the program of each bot: its version and digest.
    """

    name: str
    results: list[MatchResult]
    ids: Mapping[str, str]
    game: str = ""
    rules: Mapping[str, object] = msgspec.field(default_factory=dict)
    programs: Mapping[str, tuple[str, str]] = msgspec.field(default_factory=dict)


def results_of_all(paths: Sequence[Path]) -> list[MatchResult]:
    """Read databases and files of results. With several, matches and blocks get the number of their file in front.

    Raises:
        UserError: a file cannot be read, a match is in two files or may be, or two files do not belong together.
    """
    if len(paths) == 1:
        (path,) = paths
        return _results_of(path) if is_database(path) else read_results(path)
    sources = [_source(path) for path in paths]
    for one, other in combinations(sources, 2):
        _refuse_other_game(one, other)
        _refuse_other_programs(one, other)
        _refuse_same_match(one, other)
    return [*_numbered(sources)]


def is_database(path: Path) -> bool:
    """Whether a file is a database, and not a file of results."""
    refuse_irregular(path, path.stat())  # before it is opened, because opening a pipe waits for its writer
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def _results_of(path: Path) -> list[MatchResult]:
    with open_archive(path) as archive:
        return [match.result for match in archive.matches() if match.rated]


def _source(path: Path) -> ResultSource:
    if is_database(path):
        with open_archive(path) as archive:
            return _of_archive(path, archive)
    results, ids = read_results_with_ids(path)
    return ResultSource(name=str(path), results=results, ids=ids)


def _of_archive(path: Path, archive: Archive) -> ResultSource:
    tournament = archive.tournament
    identity = identity_of(tournament.plan, kept=True) | tournament.identity  # an older one may lack new options
    return ResultSource(
        name=str(path),
        results=[match.result for match in archive.matches() if match.rated],
        ids=archive.ids(),
        game=tournament.game_id,
        rules={field: value for field, value in identity.items() if field.startswith(_RULES)},
        programs={bot.name: (bot.version, bot.digest) for bot in archive.bots()},
    )


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

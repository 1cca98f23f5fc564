"""Read those matches of a tournament that a filter chooses, as if no others had been played: `open_filtered`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from referee.kernel.options import option_text
from tournament.plan.identity import identity_of
from tournament.statistics.elo import elo_step
from tournament.statistics.results import blocks_of
from tournament.storage.archive import Archive, open_archive
from tournament.storage.elo_rows import rating_rows
from tournament.storage.faults import whole
from tournament.storage.filtering import EVERY_MATCH, FilterSource, MatchFilter, check_filter, chooser
from tournament.storage.rows import TournamentRow
from tournament.storage.summary import MatchSummary

_OPTION = "options."


class FilteredArchive(Archive):
    """Reads the chosen matches. Plan, secret, processes, void matches and decisions are those of the whole tournament.

    What may be shown depends on the whole tournament, too; no filter shows more than would be shown without it.

    Attributes:
        chosen: What counts.
    """

    def __init__(self, archive: Archive, chosen: MatchFilter) -> None:
        """Raises `UserError` if the filter names something that the tournament does not have."""
        super().__init__(archive.db)
        self.chosen = chosen
        source = filter_source(self.tournament.name, archive)
        check_filter(chosen, [source])
        self._counts = chooser(chosen, source)

    @cached_property
    def _chosen(self) -> dict[str, MatchSummary]:
        return {match.match: match for match in super().matches() if self._counts(match.result, match.begun_unix_s)}

    @property
    def played(self) -> int:
        """How many matches of the tournament are stored, chosen or not."""
        return len(self.fixed())

    def matches(self) -> Iterator[MatchSummary]:
        """Yield the chosen matches in schedule order."""
        return iter(self._chosen.values())

    def shown(self) -> list[str]:
        """List those of the chosen matches whose cards may be shown."""
        return [match for match in super().shown() if match in self._chosen]

    def begun_again(self) -> dict[str, int]:
        """Return how often each chosen match was started again."""
        return {match: times for match, times in super().begun_again().items() if match in self._chosen}

    def times(self) -> list[tuple[float, float]]:
        """Return when each chosen match began and ended, in the order of storing."""
        with whole("the order of the matches"):
            stored = [str(match) for (match,) in self.db.execute("SELECT match FROM matches ORDER BY rowid")]
        chosen = [self._chosen[match] for match in stored if match in self._chosen]
        return [(match.begun_unix_s, match.ended_unix_s) for match in chosen]

    def ratings(self) -> list[tuple[int, str, float, float]]:
        """Return the history of Elo as it would be if only the chosen matches had been played."""
        rating = self.tournament.plan.rating
        now: dict[str, float] = {}
        rows: list[tuple[int, str, float, float]] = []
        for block in blocks_of(match.result for match in self.matches() if match.rated):
            step = elo_step(block, now, start=rating.elo_start, k=rating.elo_k, anchors=rating.anchors)
            now |= step.ratings
            rows += rating_rows([step])
        return rows

    def last_ratings(self) -> dict[str, float]:
        """Return the last one of these ratings of each bot that has one."""
        return {bot: rating for _, bot, rating, _ in self.ratings()}


def filter_source(name: str, archive: Archive) -> FilterSource:
    """Return what a filter has to know about a tournament."""
    tournament = archive.tournament
    return FilterSource(
        name=name,
        seats=tournament.plan.tournament.seats,
        versions={bot.name: bot.version for bot in archive.bots()},
        options=options_of(tournament),
    )


def options_of(tournament: TournamentRow) -> dict[str, str]:
    """Return the options of the game by which a tournament is played, as text."""
    identity = identity_of(tournament.plan, kept=True) | tournament.identity  # an older one may lack new options
    options = {name.removeprefix(_OPTION): value for name, value in identity.items() if name.startswith(_OPTION)}
    return {name: option_text(value) for name, value in options.items()}


@contextmanager
def open_filtered(path: Path, chosen: MatchFilter) -> Iterator[Archive]:
    """Open a tournament's database as `open_archive` does, for reading the chosen matches.

    Raises:
        UserError: as `open_archive`, or the filter names something that the tournament does not have.
    """
    with open_archive(path) as archive:
        yield archive if chosen == EVERY_MATCH else FilteredArchive(archive, chosen)

"""Which of the stored matches count for the ratings, in addition to what their records say.

An annulled match does not count, nor does one of a bot that the plan leaves out. The matches of a deal count together:
if a withdrawal or the end of the contest prevents one rotation from being played, the others would favour a seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

import msgspec

from tournament.storage.rows import TournamentRow
from tournament.storage.summary import MatchSummary


def counted(
    matches: Sequence[MatchSummary], tournament: TournamentRow, annulled: Collection[str]
) -> Iterator[MatchSummary]:
    """Yield all matches; those that do not count are not rated."""
    cut = _cut_deals(matches, tournament)
    left_out = frozenset(tournament.plan.rating.leave_out)
    for match in matches:
        counts = match.match not in annulled and match.block not in cut
        yield unless_left_out(match, left_out) if counts else not_rated(match)


def unless_annulled(matches: Iterable[MatchSummary], annulled: Collection[str]) -> Iterator[MatchSummary]:
    """Yield all matches; annulled ones are not rated."""
    for match in matches:
        yield not_rated(match) if match.match in annulled else match


def unless_left_out(match: MatchSummary, left_out: frozenset[str]) -> MatchSummary:
    """Return the match; it is not rated if one of these bots played in it."""
    return not_rated(match) if left_out and any(seat.bot in left_out for seat in match.seats) else match


def not_rated(match: MatchSummary) -> MatchSummary:
    """Return the match as one that counts for no rating."""
    return msgspec.structs.replace(match, rated=False) if match.rated else match


def _cut_deals(matches: Iterable[MatchSummary], tournament: TournamentRow) -> set[str]:
    """Return the blocks of which some rotations were played and the others, as it is now, never will be."""
    playing = frozenset() if tournament.closed else frozenset(bot.name for bot in tournament.plan.playing)
    if not tournament.duplicate or len(playing) == len(tournament.plan.bots):
        return set()
    seats = tournament.plan.tournament.seats
    there: Counter[str] = Counter()
    over = set()
    for match in matches:
        there[match.block] += 1
        if not playing.issuperset(seat.bot for seat in match.seats):
            over.add(match.block)
    return {block for block in over if there[block] < seats}

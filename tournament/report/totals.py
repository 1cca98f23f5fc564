"""The totals of each bot over its matches: results, times, failures and resources."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from msgspec import Struct

from referee.columns import columns
from referee.kernel.record import SeatEnd
from tournament.report.remarks import defaults_text, forfeits_text
from tournament.statistics.fit import BotRating, Fit
from tournament.storage.archive import Archive
from tournament.storage.rows import UsedRow
from tournament.storage.summary import MatchSummary, SeatSummary


class BotFacts(Struct, frozen=True, kw_only=True):
    """The totals of one bot. Times are of the answers that the bot itself gave, in milliseconds.

    `forfeits` are counted by cause. `failed_processes`, `cpu_s` and `memory_bytes` (the maximum of one process) cover
    the processes that ended while a runner could observe them. `without_forfeits` is its rating without the matches in
    which a seat forfeited, and `unforfeited` is the number of the remaining matches. `defaults` counts the decisions
    that the bot did not make; None if some of its matches were stored by an older version, which did not count them.
    """

    bot: str
    elo: float | None
    matches: int
    mean_score: float
    forfeits: dict[str, int]
    strikes: int
    decisions: int
    timeouts: int
    mean_ms: float
    max_ms: float
    failed_processes: int
    cpu_s: float
    memory_bytes: int
    unforfeited: int
    without_forfeits: float | None
    defaults: int | None = None

    @property
    def decided_nothing(self) -> bool:
        """Whether the default was played for every one of its decisions, although the bot was connected."""
        return 0 < self.decisions == self.defaults and self.forfeits.get(SeatEnd.NO_SHOW) != self.matches


def bot_facts(archive: Archive, matches: Sequence[MatchSummary], order: Sequence[str], apart: Fit) -> list[BotFacts]:
    """Return the totals of the bots in this order; `apart` are the ratings without forfeited matches."""
    elo, used, seats = archive.last_ratings(), archive.used(), _seats_by_bot(matches)
    apart_of = {rating.bot: rating for rating in apart.ratings}
    return [_facts(bot, elo.get(bot), seats[bot], used.get(bot, UsedRow(bot=bot)), apart_of.get(bot)) for bot in order]


def _seats_by_bot(matches: Sequence[MatchSummary]) -> defaultdict[str, list[SeatSummary]]:
    seats: defaultdict[str, list[SeatSummary]] = defaultdict(list)
    for match in matches:
        for seat in match.seats:
            seats[seat.bot].append(seat)
    return seats


def _facts(
    bot: str, elo: float | None, seats: Sequence[SeatSummary], used: UsedRow, apart: BotRating | None
) -> BotFacts:
    answered = sum(seat.decisions - seat.timeouts for seat in seats)
    return BotFacts(
        bot=bot,
        elo=elo,
        matches=len(seats),
        mean_score=sum(seat.score for seat in seats) / max(len(seats), 1),
        forfeits=dict(Counter(str(seat.end) for seat in seats if seat.end is not SeatEnd.PLAYED)),
        strikes=sum(seat.strikes for seat in seats),
        decisions=sum(seat.decisions for seat in seats),
        timeouts=sum(seat.timeouts for seat in seats),
        mean_ms=sum(seat.total_ms for seat in seats) / max(answered, 1),
        max_ms=max((seat.max_ms for seat in seats), default=0.0),
        failed_processes=used.failed,
        cpu_s=used.cpu_s,
        memory_bytes=used.memory_bytes,
        unforfeited=0 if apart is None else apart.matches,
        without_forfeits=None if apart is None else apart.rating,
        defaults=_sum_of_known([seat.defaults for seat in seats]),
    )


def _sum_of_known(counts: Sequence[int | None]) -> int | None:
    """Return the sum; None if one of the counts is unknown."""
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def facts_table(bots: Sequence[BotFacts]) -> str:
    """Return the totals for the terminal."""
    heads = ("bot", "mean score", "decisions", "mean ms", "longest ms", "late", "CPU s", "MiB", "forfeits",
             "defaults")  # fmt: skip
    rows = [
        (
            bot.bot,
            f"{bot.mean_score:.1f}",
            bot.decisions,
            f"{bot.mean_ms:.1f}",
            f"{bot.max_ms:.0f}",
            bot.timeouts,
            f"{bot.cpu_s:.1f}",
            f"{bot.memory_bytes / (1 << 20):.0f}",
            forfeits_text(bot.forfeits) or "none",
            defaults_text(bot),
        )
        for bot in bots
    ]
    return columns([heads, *rows], right=(*range(1, 8), 9))

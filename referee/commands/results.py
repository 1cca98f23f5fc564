"""The results of a series of matches, bot by bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from referee.columns import columns
from referee.kernel.defaulting import is_default, reasons, reasons_text
from referee.kernel.record import End, Record, SeatEnd
from referee.kernel.starving import is_rated, starved_texts
from referee.neutral import one_line

MOST_NAMED = 10
"""The maximum number of matches without a result that are named one by one."""


class SeriesTally(Struct, kw_only=True):
    """The results of one bot.

    `shared` counts shared first places, `defaults` the decisions that the bot did not make.
    """

    bot: str
    matches: int = 0
    wins: int = 0
    shared: int = 0
    score: int = 0
    strikes: int = 0
    forfeits: int = 0
    defaults: int = 0

    @property
    def mean_score(self) -> float:
        """The mean score per match."""
        return self.score / self.matches if self.matches else 0.0


class PlayedMatch(Struct, frozen=True, kw_only=True):
    """The result of one match, for programs."""

    name: str
    match_id: str
    seats: list[str]
    places: list[int]
    scores: list[int]
    strikes: list[int]
    reason: str
    void_reason: str
    record: str | None
    rated: bool
    starved: list[str]


def tallies(bots: Sequence[str], records: Sequence[Record]) -> list[SeriesTally]:
    """The results of every bot, most wins first. Void and unrated matches do not count."""
    by_name = {bot: SeriesTally(bot=bot) for bot in bots}
    for record in records:
        if is_played(record) and is_rated(record):
            _count(by_name, record)
    return sorted(by_name.values(), key=lambda tally: (-tally.wins, -tally.shared, -tally.mean_score))


def _count(by_name: dict[str, SeriesTally], record: Record) -> None:
    end = record.end
    assert end is not None
    alone = end.places.count(1) == 1
    for seat, bot in enumerate(record.header.bots):
        tally = by_name[bot]
        tally.matches += 1
        tally.wins += alone and end.places[seat] == 1
        tally.shared += not alone and end.places[seat] == 1
        tally.score += end.scores[seat]
        tally.strikes += end.strikes[seat]
        tally.forfeits += end.ends[seat] is not SeatEnd.PLAYED
    for answer in (answer for step in record.steps for answer in step.answers):
        by_name[record.header.bots[answer.seat]].defaults += is_default(answer)


def table(found: Sequence[SeriesTally]) -> str:
    """The results as a table for people."""
    rows: list[tuple[object, ...]] = [
        ("bot", "matches", "wins", "shared", "mean score", "strikes", "forfeits", "defaults")
    ]
    rows += [
        (one.bot, one.matches, one.wins, one.shared, f"{one.mean_score:.2f}", one.strikes, one.forfeits, one.defaults)
        for one in found
    ]
    return columns(rows, right=range(1, 8))


def is_played(record: Record) -> bool:
    """Whether the match has a result."""
    return record.end is not None and not record.end.void


def why_none(record: Record) -> str:
    """Why a match has no result."""
    return "it was lost; the log says why" if record.end is None else record.end.void_reason


def remarks(bots: Sequence[str], records: Sequence[Record]) -> list[str]:
    """Lines that name the matches without a result, the bots that forfeited, and why defaults were played."""
    without = [record for record in records if not is_played(record)]
    lines = [f"no result: {one_line(f'{one.header.name}: {why_none(one)}')}" for one in without[:MOST_NAMED]]
    lines += [f"no result: {len(without) - MOST_NAMED} more matches"] if len(without) > MOST_NAMED else []
    for bot in bots:
        ends = Counter(str(end) for record in records for end in _forfeits(record, bot))
        lines += [f"forfeited: {one_line(bot)}, matches: {count} ({how})" for how, count in ends.items()]
        if why := _defaults(records, bot):
            lines.append(f"defaults: {one_line(f'{bot}, {reasons_text(why)}')}")
    return lines


def _defaults(records: Sequence[Record], bot: str) -> Counter[str]:
    """Why a bot did not decide, in matches that count."""
    counted = [record for record in records if is_played(record) and is_rated(record)]
    seated = [(record, seat) for record in counted for seat, name in enumerate(record.header.bots) if name == bot]
    return sum((reasons(record, seat) for record, seat in seated), Counter())


def _forfeits(record: Record, bot: str) -> list[SeatEnd]:
    """How a bot forfeited a match; empty if it did not, or if the match does not count."""
    if record.end is None or record.end.void:
        return []
    seated = zip(record.header.bots, record.end.ends, strict=True)
    return [end for name, end in seated if name == bot and end is not SeatEnd.PLAYED]


def starved_lines(records: Sequence[Record]) -> list[str]:
    """A line for each bot that did not get enough processor time, for people."""
    return [
        f"match {record.header.name}: {text}" + ("" if is_rated(record) else "; it does not count")
        for record in records
        for text in starved_texts(record)
    ]


def summary(record: Record, path: Path | None) -> PlayedMatch:
    """The result of a match for programs; for a match without a result, only the reason."""
    end = record.end or End(ends=[], strikes=[], void_reason=why_none(record))
    return PlayedMatch(
        name=record.header.name,
        match_id=record.header.match_id,
        seats=record.header.bots,
        places=end.places,
        scores=end.scores,
        strikes=end.strikes,
        reason=end.reason,
        void_reason=end.void_reason,
        record=None if path is None else str(path),
        rated=is_rated(record),
        starved=starved_texts(record),
    )

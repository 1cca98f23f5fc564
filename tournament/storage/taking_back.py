"""Discard the result of a match, so that it is played again; the log of decisions keeps its record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tournament.errors import UserError
from tournament.formats.course import format_of
from tournament.storage.accepting import decided, note, renewal_text, renewed, row_of_tournament
from tournament.storage.archive import NO_RECORD, Archive
from tournament.storage.rows import Edition, TournamentRow
from tournament.storage.summary import MatchSummary, pack

if TYPE_CHECKING:
    import sqlite_utils

SAME_CARDS = (
    "it is played with the same cards, because the other rotations of its deal count; "
    "the secret from which they are derived is published"
)


def take_back(db: sqlite_utils.Database, archive: Archive, stored: MatchSummary, why: str) -> list[str]:
    """Remove the result of a match, within a transaction; ratings are not changed.

    Return the consequences, line by line.

    Raises `UserError` if the match cannot be played again.
    """
    match = stored.match
    check_playable(archive.tournament, stored)
    try:
        record = archive.record(match)
    except NO_RECORD as error:
        raise UserError(f"match {match}: {error}; `tournament repair` lets it be played again") from None
    lines = [f"until now: {result_text(stored)}", *_deal_again(db, archive)]
    missing = record.header.attempt + 1 - archive.begun().get(match, 0)
    db.table("begun").insert_all([{"match": match}] * max(missing, 0))
    note(db, decided("replay", match=match, why=why, what="\n".join(lines)), pack(record))
    for table in ("seats", "records", "matches"):
        db.table(table).delete_where("match = ?", [match])
    _draw_again(db, archive)
    return lines


def check_playable(tournament: TournamentRow, stored: MatchSummary) -> None:
    """Raise `UserError` if the match could not be played again."""
    if tournament.closed:
        raise UserError(f"match {stored.match}: the tournament is closed; `tournament annul` still works")
    playing = {bot.name for bot in tournament.plan.playing}
    if gone := [seat.bot for seat in stored.seats if seat.bot not in playing]:
        who = f"{', '.join(gone)} {'is' if len(gone) == 1 else 'are'} withdrawn"
        raise UserError(f"match {stored.match} cannot be played again, because {who}; `tournament annul` still works")


def _deal_again(db: sqlite_utils.Database, archive: Archive) -> list[str]:
    """If all cards so far are known, derive further ones from a new secret; return which cards the match gets."""
    tournament = archive.tournament
    if archive.published is None or tournament.plan.tournament.deals_from_seed:
        return []
    if tournament.duplicate:
        return [SAME_CARDS]
    former = Edition(plan=tournament.plan, secret=tournament.secret)
    secret = renewed(tournament.plan)
    new = msgspec.structs.replace(tournament, history=[*tournament.history, former], secret=secret)
    db.table("tournament").update(1, row_of_tournament(new))
    return [renewal_text(tournament.secret, secret)]


def _draw_again(db: sqlite_utils.Database, archive: Archive) -> None:
    """Let the format draw again once the match has been played, because its new result may require more tables."""
    tournament = archive.tournament
    if format_of(tournament.plan).needs_results:
        again = msgspec.structs.replace(tournament, drawing=True)
        db.table("tournament").update(1, row_of_tournament(again))


def result_text(match: MatchSummary) -> str:
    """Return a result for people, in one line."""
    seats = sorted(match.seats, key=lambda seat: seat.place)
    forfeits = [f"{seat.bot}: {seat.end}" for seat in seats if seat.end != "played"]
    result = ", ".join(f"{seat.place}. {seat.bot} ({seat.score})" for seat in seats)
    return f"{result}; forfeits: {', '.join(forfeits)}" if forfeits else result

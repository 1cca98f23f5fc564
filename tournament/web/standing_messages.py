"""Turns a snapshot of a tournament into the messages of StandingsService. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from google.protobuf.timestamp_pb2 import Timestamp
from referee_client.v1 import standings_service_pb2 as wire
from referee_client.v1.match_pb2 import Seat, SeatResult

from tournament.report.totals import BotFacts
from tournament.statistics.crosstable import PairRecord
from tournament.storage.summary import MatchSummary
from tournament.web.snapshot import Snapshot


def tournament_message(now: Snapshot) -> wire.Tournament:
    """Return the tournament."""
    standings = now.standings
    return wire.Tournament(
        name=standings.name,
        game_id=standings.game_id,
        bots=len(now.bots),
        matches=standings.matches,
        matches_total=standings.total,
        over=now.is_over,
        commitment=standings.commitment,
        secret=standings.secret or "",
    )


def standing_messages(now: Snapshot, bots: Iterable[BotFacts]) -> Iterator[wire.Standing]:
    """Yield bots of the standings."""
    ratings = {rating.bot: rating for rating in now.standings.fit.ratings}
    for facts in bots:
        standing = wire.Standing(
            bot=facts.bot,
            title=now.standings.titles.get(facts.bot, ""),
            elo=facts.elo,
            matches=facts.matches,
            mean_score=facts.mean_score,
            forfeits=sum(facts.forfeits.values()),
            strikes=facts.strikes,
        )
        if (rating := ratings.get(facts.bot)) is not None:
            fitted = wire.Standing(
                place=rating.place,
                rating=rating.rating,
                standard_error=rating.error,
                low=rating.low,
                high=rating.high,
                rank_best=rating.rank_best,
                rank_worst=rating.rank_worst,
                won=rating.won,
                tied=rating.tied,
                lost=rating.lost,
            )
            standing.MergeFrom(fitted)
        yield standing


def rating_messages(ratings: Iterable[tuple[int, str, float, float]]) -> Iterator[wire.Rating]:
    """Yield running ratings."""
    for number, bot, rating, change in ratings:
        yield wire.Rating(number=number, bot=bot, rating=rating, change=change)


def pairing_messages(pairs: Iterable[PairRecord]) -> Iterator[wire.Pairing]:
    """Yield the results of bots against each other."""
    for pair in pairs:
        yield wire.Pairing(
            bot=pair.bot,
            other=pair.other,
            wins=pair.wins,
            ties=pair.ties,
            losses=pair.losses,
            share=pair.share.value,
            share_error=pair.share.error,
        )


def result_messages(matches: Sequence[MatchSummary]) -> Iterator[wire.MatchResult]:
    """Yield the results of matches."""
    for match in matches:
        yield wire.MatchResult(
            match=match.match,
            number=match.number,
            seats=[Seat(bot=seat.bot) for seat in match.seats],
            results=[
                SeatResult(
                    place=seat.place,
                    score=seat.score,
                    end=f"SEAT_END_{seat.end.upper()}",
                    strikes=seat.strikes,
                )
                for seat in match.seats
            ],
            reason=match.reason,
            steps=match.steps,
            end_time=Timestamp(seconds=int(match.ended_unix_s), nanos=round(match.ended_unix_s % 1 * 1e9) % 10**9),
            rated=match.rated,
        )

"""Matches at a running referee, as text for people and as data for programs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from referee_client.v1.match_pb2 import SEAT_END_PLAYED, Match, SeatEnd, SeatResult

from referee.columns import columns
from referee.counts import counted
from referee.neutral import one_line


def match_data(match: Match) -> dict[str, Any]:
    """A match as data, with the words that records use."""
    control = match.time_control
    return {
        "match_id": match.match_id,
        "game_id": match.game_id,
        "bots": [seat.bot for seat in match.seats],
        "options": dict(match.options),
        "state": _state(match),
        "decisions": match.decisions,
        "results": [
            {"place": one.place, "score": one.score, "end": _end(one), "strikes": one.strikes} for one in match.results
        ],
        "reason": match.reason,
        "void_reason": match.void_reason,
        "created_unix_s": match.create_time.ToNanoseconds() / 1e9,
        "decision_ms": control.decision.ToMilliseconds(),
        "bank_ms": control.bank.ToMilliseconds(),
        "seed_commitment": match.seed_commitment.hex(),
    }


def table_of_matches(matches: Sequence[Match]) -> str:
    """A table of matches, one line for each."""
    rows: list[tuple[object, ...]] = [("match", "game", "state", "decisions", "players (place)", "created")]
    rows += [
        (match.match_id, match.game_id, _state(match), match.decisions, _players(match), _created(match))
        for match in matches
    ]
    return columns(rows, right=(3,))


def match_text(match: Match) -> str:
    """Everything about one match."""
    lines = [f"Match {one_line(match.match_id)}: {one_line(match.game_id)}, {_state(match)}, created {_created(match)}"]
    options = ", ".join(f"{name} = {value}" for name, value in sorted(match.options.items()))
    lines += [f"  options: {one_line(options)}"] if options else []
    lines += [f"  decisions: {match.decisions}", f"  commitment to the seed: {match.seed_commitment.hex()}"]
    lines += [f"  seat {seat}: {one_line(player.bot)}{_result(match, seat)}" for seat, player in enumerate(match.seats)]
    lines += [f"  result: {one_line(match.reason)}"] if match.reason else []
    lines += [f"  void: {one_line(match.void_reason)}"] if match.void_reason else []
    return "\n".join(lines)


def _result(match: Match, seat: int) -> str:
    if seat >= len(match.results):
        return ""
    of = match.results[seat]
    forfeit = "" if of.end == SEAT_END_PLAYED else f", forfeited: {_end(of)}"
    strikes = f", {counted(of.strikes, 'strike')}" if of.strikes else ""
    return f", place {of.place}, score {of.score}{strikes}{forfeit}"


def _players(match: Match) -> str:
    places = [f" ({of.place})" for of in match.results] or [""] * len(match.seats)
    return ", ".join(f"{seat.bot}{place}" for seat, place in zip(match.seats, places, strict=False))


def _created(match: Match) -> str:
    return datetime.fromtimestamp(match.create_time.seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def _state(match: Match) -> str:
    return _word(Match.State.DESCRIPTOR.values_by_number, match.state, "STATE_")


def _end(of: SeatResult) -> str:
    return _word(SeatEnd.DESCRIPTOR.values_by_number, of.end, "SEAT_END_")


def _word(values: Any, number: int, prefix: str) -> str:
    """The word for an enum value, or its number if a later version added the value."""
    return values[number].name.removeprefix(prefix).lower() if number in values else str(number)

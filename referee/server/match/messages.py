"""Kernel values as messages of `referee.v1`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from google.protobuf.any_pb2 import Any as Packed
from google.protobuf.duration_pb2 import Duration
from referee_client.v1 import match_pb2
from referee_client.v1 import play_service_pb2 as wire

from referee.errors import MatchFailed
from referee.kernel.failing import is_cause_of_a_game
from referee.kernel.game import Game
from referee.kernel.job import TimeControl
from referee.kernel.match import Match
from referee.kernel.options import OptionValue, option_text
from referee.kernel.record import End, Header, SeatEnd, StrikeCause
from referee.kernel.seats import Seat
from referee.version import referee_version

FEATURES = ("card_set", "updates")
"""Additions to protocol 1 since its first version, a word for each; bots check for those that they need."""
KEPT_DURATIONS = 4096
FAILED = "the referee failed"
"""The beginning of the reason of a void match in its record if the referee raised; the exception follows.

If the code of a game raised, the reason is the message of its `MatchFailed`. Bots receive only this text in both cases.
"""

_CAUSES = {
    StrikeCause.TIMEOUT: wire.Strike.CAUSE_TIMEOUT,
    StrikeCause.DISCONNECTED: wire.Strike.CAUSE_DISCONNECTED,
    StrikeCause.ILLEGAL_OPTION: wire.Strike.CAUSE_ILLEGAL_OPTION,
    StrikeCause.STALE: wire.Strike.CAUSE_STALE,
    StrikeCause.MALFORMED: wire.Strike.CAUSE_MALFORMED,
    StrikeCause.UNKNOWN_MATCH: wire.Strike.CAUSE_UNKNOWN_MATCH,
    StrikeCause.FLOOD: wire.Strike.CAUSE_FLOOD,
}
_ENDS = {
    SeatEnd.PLAYED: match_pb2.SEAT_END_PLAYED,
    SeatEnd.STRIKES: match_pb2.SEAT_END_STRIKES,
    SeatEnd.RESIGNED: match_pb2.SEAT_END_RESIGNED,
    SeatEnd.NO_SHOW: match_pb2.SEAT_END_NO_SHOW,
}


@lru_cache(maxsize=KEPT_DURATIONS)
def duration(milliseconds: int) -> Duration:
    """A Duration. Do not change the returned message: it is shared, because many Turns have the same times."""
    return Duration(seconds=milliseconds // 1000, nanos=milliseconds % 1000 * 1_000_000)


def packed(game: Game[Any], position: bytes) -> Packed:
    """The serialised Position of a game in an Any."""
    return Packed(type_url=type_url(game.position_name), value=position)


def type_url(name: str) -> str:
    """The type URL in an Any of the message with this name."""
    return f"type.googleapis.com/{name}"


def time_control(control: TimeControl) -> match_pb2.TimeControl:
    """A time control."""
    return match_pb2.TimeControl(
        decision=duration(control.decision_ms),
        bank=duration(control.bank_ms),
        increment=duration(control.increment_ms),
        margin=duration(control.margin_ms),
        startup=duration(control.startup_ms),
        max_strikes=control.max_strikes,
        cover_forfeits=control.cover_forfeits,
    )


def texts(options: Mapping[str, OptionValue]) -> dict[str, str]:
    """Options of a game as text."""
    return {name: option_text(value) for name, value in options.items()}


def match_started(header: Header, seat: int, cards: bytes, *, resumed: bool) -> wire.PlayResponse:
    """Notify a bot that a match begins; `cards` is the text of its card set. The seed itself is not sent."""
    return wire.PlayResponse(
        match_started=wire.MatchStarted(
            match_id=header.match_id,
            game_id=header.game_id,
            rules_version=header.rules_version,
            card_set_digest=header.card_set_digest,
            options=texts(header.options),
            seat=seat,
            seats=[match_pb2.Seat(bot=bot) for bot in header.bots],
            time_control=time_control(header.time_control),
            seed_commitment=bytes.fromhex(header.commitment),
            resumed=resumed,
            card_set=cards.decode(),
        )
    )


def strike(
    match_id: str, number: int, cause: StrikeCause, why: str, *, strikes_left: int | None, counted: bool
) -> wire.PlayResponse:
    """Notify a bot of what it did wrong; `strikes_left` is None if no running match is concerned."""
    return wire.PlayResponse(
        strike=wire.Strike(
            match_id=match_id,
            turn=number,
            cause=_CAUSES[cause],
            why=why,
            strikes_left=strikes_left,
            counted=counted,
        )
    )


def unsupported() -> wire.PlayResponse:
    """Notify a bot that its request contains no kind of message that this referee knows."""
    why = (
        f"a request of a kind that referee {referee_version()} does not know, or an empty one; "
        "it knows Choice, Resign and Leave; the strike does not count"
    )
    return wire.PlayResponse(strike=wire.Strike(cause=wire.Strike.CAUSE_UNSUPPORTED, why=why))


def match_ended(match_id: str, end: End) -> wire.PlayResponse:
    """Notify a bot that a match is over."""
    return wire.PlayResponse(
        match_ended=wire.MatchEnded(
            match_id=match_id, results=seat_results(end), reason=end.reason, void_reason=told_void_reason(end)
        )
    )


def void_reason(error: Exception) -> str:
    """Why a match is void after an exception. The beginning says whether Referee's code or the game's raised it."""
    return str(error) if isinstance(error, MatchFailed) else f"{FAILED}: {type(error).__name__}: {error}"


def told_void_reason(end: End) -> str:
    """Why a match is void, for bots and spectators: without the exception, which may name hidden cards of a deal."""
    failed = end.void_reason.startswith(FAILED) or is_cause_of_a_game(end.void_reason)
    return FAILED if failed else end.void_reason


def seat_results(end: End) -> list[match_pb2.SeatResult]:
    """The result of each seat; none for a void match."""
    if end.void:
        return []
    return [
        match_pb2.SeatResult(place=place, score=score, end=_ENDS[how], strikes=strikes)
        for place, score, how, strikes in zip(end.places, end.scores, end.ends, end.strikes, strict=True)
    ]


def position_text(match: Match, seat: Seat | None, since: int | None) -> str:
    """A position as text: the events since `since` (None: no events), and the present view."""
    events = [] if since is None else match.events(seat, since)
    return "\n".join([*map(match.event_text, events), match.view_text(match.view(seat))])

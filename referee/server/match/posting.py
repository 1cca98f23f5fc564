"""What is sent to a seat during a match: the start, its Turns, what it sees between them, and the end.

A seat whose bot wants updates gets one after each step that brings it no Turn. A spectator gets the step at the same
moment: when the last answer of the step has arrived. No answer is shown earlier, because other answers of the same step
may still be secret. An Update contains the seat's own view and events, as its next Turn would.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from google.protobuf.any_pb2 import Any as Packed
from msgspec import Struct
from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.match import Match
from referee.kernel.record import End, Header
from referee.kernel.seats import Seat
from referee.server.match import messages, turns
from referee.server.match.judge import SeatJudge


class Sight(Struct, frozen=True):
    """What a seat sees, for its bot."""

    position: Packed
    text: str


def post_start(match: Match, header: Header, judge: SeatJudge, *, resumed: bool) -> None:
    """Notify a seat that the match begins or continues."""
    cards = match.card_set.text if judge.link.wants_cards else b""
    judge.link.post(messages.match_started(header, judge.seat, cards, resumed=resumed))


def post_turn(match: Match, header: Header, judge: SeatJudge, left: tuple[float, float]) -> None:
    """Send a seat its open Turn; `left` is the decision's own time and the bank."""
    link, turn, since = judge.link, judge.mailbox.turn, _since(judge)
    link.ask(
        turn,
        turns.turn(match, header.match_id, judge.seat, number=turn, left=left, since=since, text=link.wants_text),
    )


def updated(judges: Sequence[SeatJudge]) -> list[SeatJudge]:
    """The seats whose bots want updates.

    Usually there are none, so this is checked when a bot connects and not at every step.
    """
    return [judge for judge in judges if judge.link.wants_updates]


def post_updates(match: Match, header: Header, judges: Sequence[SeatJudge], without: Collection[Seat] = ()) -> None:
    """Send seats what they see now, except those that were just asked."""
    for judge in judges:
        if judge.seat not in without:
            seen = _sight(match, judge)
            update = wire.Update(match_id=header.match_id, position=seen.position, text=seen.text, seat=judge.seat)
            judge.link.post(wire.PlayResponse(update=update))


def last_sights(match: Match, judges: Sequence[SeatJudge]) -> dict[Seat, Sight]:
    """What seats see at the end."""
    return {judge.seat: _sight(match, judge) for judge in judges}


def post_end(header: Header, judge: SeatJudge, end: End, seen: Sight | None) -> None:
    """Notify a seat that the match is over; if it is void, the seat does not see its last position."""
    response = messages.match_ended(header.match_id, end)
    if seen is not None and not end.void:
        response.match_ended.position.CopyFrom(seen.position)
        response.match_ended.text = seen.text
    judge.link.post(response)


def _sight(match: Match, judge: SeatJudge) -> Sight:
    since = _since(judge)
    return Sight(
        messages.packed(match.game, match.position_bytes(judge.seat, since)),
        messages.position_text(match, judge.seat, since) if judge.link.wants_text else "",
    )


def _since(judge: SeatJudge) -> int | None:
    """The first event that a seat has not received with a Turn; None if its bot wants no events."""
    return judge.events_told if judge.link.wants_events else None

"""A Turn that is built from bytes parses as the same message."""

from __future__ import annotations

from random import Random

import pytest
from google.protobuf.any_pb2 import Any as Packed
from google.protobuf.duration_pb2 import Duration
from referee_client.v1 import play_service_pb2 as wire

import referee
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.server.match import messages
from referee.server.match.turns import turn


@pytest.mark.parametrize("game_id", sorted(referee.all_games()))
@pytest.mark.parametrize("text", [False, True])
def test_the_bytes_are_those_of_the_message(game_id: str, text: bool) -> None:
    randomly = Random(game_id)
    match = referee.start(game_id, seats=referee.all_games()[game_id].seats[0], seed=7)
    number = 0
    while match.asked and number < 400:
        number += 1
        for seat in match.asked:
            left = (randomly.choice([0.0, 0.0004, 1.0, 299.9996]), randomly.choice([0.0, 60.0, 1e6 + 0.001]))
            since = randomly.choice([None, 0, max(0, match.event_count - 2)])
            data = turn(match, f"m-{number}", seat, number=number, left=left, since=since, text=text)
            assert data == _message(match, number, seat, left, since, text).SerializeToString(deterministic=True)
        match.answer({seat: randomly.randrange(len(options)) for seat, options in match.asked.items()})


def _message(
    match: Match, number: int, seat: Seat, left: tuple[float, float], since: int | None, text: bool
) -> wire.PlayResponse:
    own, bank = (round(1000 * seconds) for seconds in left)
    return wire.PlayResponse(
        turn=wire.Turn(
            match_id=f"m-{number}",
            turn=number,
            option_count=len(match.asked[seat]),
            decision_left=Duration(seconds=own // 1000, nanos=own % 1000 * 1_000_000),
            bank_left=Duration(seconds=bank // 1000, nanos=bank % 1000 * 1_000_000),
            position=Packed(
                type_url=f"type.googleapis.com/{match.game.position_name}", value=match.position_bytes(seat, since)
            ),
            text=messages.position_text(match, seat, since) if text else "",
            option_texts=map(match.option_text, match.asked[seat]) if text else [],
            default_option=match.default(seat),
            seat=seat,
        )
    )

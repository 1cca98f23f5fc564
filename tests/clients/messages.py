"""Builds the messages of a referee."""

from __future__ import annotations

from google.protobuf.duration_pb2 import Duration
from referee_client.games.keepers.v1 import keepers_pb2 as keepers
from referee_client.v1 import match_pb2
from referee_client.v1 import play_service_pb2 as wire


def welcome(resume_token: str = "resume me") -> wire.PlayResponse:
    return wire.PlayResponse(welcome=wire.Welcome(resume_token=resume_token, bot="bot"))


def match_started(
    match_id: str = "m1", *, game: str = "keepers", seat: int = 1, resumed: bool = False, cards: str = ""
) -> wire.PlayResponse:
    return wire.PlayResponse(
        match_started=wire.MatchStarted(
            match_id=match_id,
            game_id=game,
            seat=seat,
            seats=[match_pb2.Seat(bot=bot) for bot in "ab"],
            options={"max_rounds": "30"},
            resumed=resumed,
            card_set=cards,
        )
    )


def turn(match_id: str = "m1", number: int = 1, *, seat: int = 1, spaces: int = 3) -> wire.PlayResponse:
    position = keepers.Position(options=[keepers.Option(quest=keepers.Quest(space=n + 1)) for n in range(spaces)])
    message = wire.Turn(
        match_id=match_id,
        turn=number,
        seat=seat,
        option_count=spaces,
        decision_left=Duration(seconds=2, nanos=500_000_000),
        bank_left=Duration(seconds=60),
    )
    message.position.Pack(position)
    return wire.PlayResponse(turn=message)


def match_ended(match_id: str = "m1", *, voided: bool = False) -> wire.PlayResponse:
    results = [] if voided else [match_pb2.SeatResult(place=place) for place in (2, 1)]
    return wire.PlayResponse(
        match_ended=wire.MatchEnded(
            match_id=match_id,
            results=results,
            reason="" if voided else "emptied",
            void_reason="the power failed" if voided else "",
        )
    )


def strike(why: str) -> wire.PlayResponse:
    cause = wire.Strike.Cause.CAUSE_TIMEOUT
    return wire.PlayResponse(
        strike=wire.Strike(match_id="m1", turn=3, cause=cause, why=why, strikes_left=2, counted=True)
    )


def goodbye(why: str = "no more matches", *, may_reconnect: bool = False) -> wire.PlayResponse:
    return wire.PlayResponse(goodbye=wire.Goodbye(why=why, may_reconnect=may_reconnect))

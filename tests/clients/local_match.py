"""Plays a match between Python bots by feeding their sessions from the kernel: no server, no network, no clock."""

from __future__ import annotations

from collections.abc import Sequence

from referee_client import BotFactory, Session
from referee_client.v1 import play_service_pb2 as wire

import referee
from referee.server.match.messages import packed


def play(game: str, bots: Sequence[BotFactory], *, seed: int, match_id: str) -> referee.Result:
    """Plays one match with a bot on each seat, seat 0 first."""
    match = referee.start(game, seats=len(bots), seed=seed)
    sessions = [Session(bot) for bot in bots]
    for seat, session in enumerate(sessions):
        session.receive(wire.PlayResponse(match_started=wire.MatchStarted(match_id=match_id, game_id=game, seat=seat)))
    turns, told = [0] * len(bots), [0] * len(bots)
    while match.asked:
        for seat, options in list(match.asked.items()):
            turns[seat] += 1
            turn = wire.Turn(match_id=match_id, turn=turns[seat], seat=seat, option_count=len(options))
            turn.position.CopyFrom(packed(match.game, match.position_bytes(seat, told[seat])))
            told[seat] = match.event_count
            (answer,) = sessions[seat].receive(wire.PlayResponse(turn=turn))
            match.answer({seat: answer.choice.option})
    result = match.result
    assert result is not None
    return result


def share_of_wins(game: str, bot: BotFactory, opponent: BotFactory, *, deals: int, seats: int = 2) -> float:
    """Play deals, each with the bot on every seat in turn; return its share of wins, with shared wins in part."""
    wins = 0.0
    for deal in range(deals):
        for seat in range(seats):
            bots = [opponent] * seats
            bots[seat] = bot
            places = play(game, bots, seed=deal, match_id=f"deal {deal}, seat {seat}").places
            wins += (places[seat] == 1) / places.count(1)
    return wins / (seats * deals)

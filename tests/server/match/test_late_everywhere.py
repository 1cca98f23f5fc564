"""Time-outs at every kind of decision of every game: the default is played, and the record is what the rules give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
import trio
from referee_client.position import unpack
from referee_client.v1 import play_service_pb2 as wire
from trio.testing import MockClock

import referee
from referee.kernel.cards import CardData, parse
from referee.kernel.game import Game
from referee.kernel.job import TimeControl
from referee.kernel.record import Cause, Record, SeatEnd, read_record
from referee.kernel.replay import Replay, verify
from referee.kernel.seats import Seat
from referee.server.match.task import MatchTask
from tests.support.matches import job
from tests.support.seats import Act, MemorySeat

# No seat is struck out, however often it is late.
TIMES = TimeControl(decision_ms=1_000, bank_ms=0, increment_ms=0, margin_ms=20, startup_ms=5_000, max_strikes=1_000)
SHARE_OF_LATE = 0.3

FEWEST_MATCHES = 6
MOST_MATCHES = 200  # until every kind of option was offered to a late bot


class OftenLate(Mapping[int, Act]):
    """A plan: silence when a kind of option comes for the first time, and now and then; else any option."""

    def __init__(self, met: set[str], randomly: Random) -> None:
        self.met = met
        self.randomly = randomly

    def __getitem__(self, number: int) -> Act:
        return self.act

    def __iter__(self) -> Iterator[int]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def act(self, seat: MemorySeat, turn: wire.Turn) -> None:
        kinds = {option.WhichOneof("option") for option in unpack(turn.position).options}
        if kinds <= self.met and self.randomly.random() > SHARE_OF_LATE:
            seat.choose(turn, option=self.randomly.randrange(turn.option_count))
        self.met |= kinds


@cache
def cards_for(game: str) -> CardData | None:
    """Cards that often lead to decisions which are rare with the game's own cards."""
    if game != "brick":
        return None
    market = parse(referee.all_games()[game].cards_toml)
    for store in market["starting_store"]:
        store["shelves"]["art"] = {"capacity": 4, "shelves": 2}
        store["effects"] = [
            {"kind": "sell_into", "phase": "sale", "type": "art", "boxes": "jewelry"},
            {"kind": "buy_surplus", "phase": "after_sale_type", "prices": {"art": 1}},
        ]
        store["boxes"] = [{"types": ["art"], "count": 2}]
    return market


def play(game: str, seats: int, seed: int, met: set[str]) -> Record:
    """A match in virtual time between bots that are often late."""

    async def match() -> Record:
        async with trio.open_nursery() as nursery:
            bots = [MemorySeat(nursery, plan=OftenLate(met, Random(100 * seed + seat))) for seat in range(seats)]
            played = job(seats, game=game, seed=seed, time_control=TIMES)
            played = msgspec.structs.replace(played, cards=cards_for(game))
            record = await MatchTask.begin(played, bots, lambda line: None).play()
            nursery.cancel_scope.cancel()
        return record

    return trio.run(match, clock=MockClock(autojump_threshold=0))


def late_choices(record: Record) -> set[str]:
    """The kinds of options that were offered to a late bot."""
    replay, late = Replay(record), set()
    for step in record.steps:
        for answer in step.answers:
            if answer.cause is Cause.TIMEOUT:
                late |= {type(option).__name__ for option in replay.match.asked[Seat(answer.seat)]}
        replay.take(step)
    return late


@pytest.mark.parametrize("game", referee.all_games().values(), ids=lambda game: game.id)
def test_a_late_seat_gets_the_default_whatever_is_decided(game: Game[Any]) -> None:
    low, _ = game.seats
    kinds = {choice.__name__ for choice in game.choices}
    met: set[str] = set()
    late: set[str] = set()
    for seed in range(MOST_MATCHES):
        record = play(game.id, low + seed % 2, seed, met)
        verify(read_record(record.to_bytes()))
        assert record.end is not None
        assert set(record.end.ends) == {SeatEnd.PLAYED}
        late |= late_choices(record)
        if seed >= FEWEST_MATCHES and late == kinds:
            break
    assert late == kinds

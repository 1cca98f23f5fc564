"""Matches and records for tests."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

import msgspec
import trio
from trio.testing import MockClock

from referee.kernel.chain import Chain
from referee.kernel.chance import SALT_BYTES, seed_from
from referee.kernel.game import find_game
from referee.kernel.job import MatchJob, TimeControl
from referee.kernel.record import Record
from referee.server.match.task import play_match
from tests.support.seats import MemorySeat


def job(
    seats: int = 2,
    seed: int = 7,
    match_id: str = "m-1",
    time_control: TimeControl | None = None,
    game: str = "keepers",
) -> MatchJob:
    """A match, of Keepers if nothing else is said, between bots with the names of letters."""
    return MatchJob(
        match_id=match_id,
        game_id=game,
        bots=tuple("abcdefgh"[:seats]),
        seed=seed_from(seed),
        salt=bytes(SALT_BYTES),
        time_control=time_control or TimeControl(),
    )


def played(match: MatchJob, answers: Sequence[int] = (1, 2, 1, 0), late: Collection[int] = ()) -> Record:
    """The record of a match in which each seat always chooses the same index, where it can; some are always late."""

    async def play() -> Record:
        async with trio.open_nursery() as nursery:
            seats = [
                MemorySeat(nursery, answer=answer, thinks=1e6 if seat in late else 0.0)
                for seat, answer in enumerate(answers[: len(match.bots)])
            ]
            return await play_match(match, seats, lambda _: None)

    return trio.run(play, clock=MockClock(autojump_threshold=0))


@cache
def whole_match(game_id: str, late: tuple[int, ...] = ()) -> Record:
    """The record of a match of the fewest seats, played once for all tests that only look at it."""
    return played(job(find_game(game_id).seats[0], game=game_id), late=late)


def beginning(game_id: str, steps: int, late: tuple[int, ...] = ()) -> Record:
    """The first steps of that match, or all of them: to look at hundreds takes long, and shows the same again."""
    whole = whole_match(game_id, late)
    return whole if steps >= len(whole.steps) else Record(whole.header, whole.steps[:steps], None)


def sealed(record: Record) -> Record:
    """The record with the digests that its lines must have: as a skilled forger would write them."""
    chain = Chain()
    end = record.end
    return Record(
        header=chain.sealed(record.header),
        steps=[chain.sealed(step) for step in record.steps],
        end=None if end is None else chain.sealed(end),
    )


def without_times(record: Record) -> Record:
    """The record without what depends on the clock: the same for two runs with the same seed and choices."""
    return Record(
        header=msgspec.structs.replace(record.header, time=None),
        steps=[msgspec.structs.replace(step, time=None) for step in record.steps],
        end=None if record.end is None else msgspec.structs.replace(record.end, time=None),
    )

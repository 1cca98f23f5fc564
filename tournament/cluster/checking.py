"""Check what a worker reports about a match, by its job, the digests of the record and a replay.

A worker that changes a record cannot know which of its records are replayed. Digests and replay cannot show whether the
bots really made these choices; so if a worker is found to have changed one match, all of its matches are played again.
"""

from __future__ import annotations

import random
from typing import Literal

import msgspec

from referee.errors import MatchFailed, RecordError
from referee.kernel.chance import commitment
from referee.kernel.job import MatchJob
from referee.kernel.record import Header, header_of
from referee.kernel.replay import verify
from referee.match_times import times_of
from tournament.storage.summary import Finished, finished, unpack

SAMPLE = 0.05
"""The share of matches that are replayed with `trust = "sample"`."""

Trust = Literal["verify-all", "sample", "none"]


class LieError(Exception):
    """What a worker reported about a match is not what was played. The message says how it differs."""


class Checks:
    """Checks the matches of one run, which all have the same game, options and card set.

    With `with_times`, it adds the times of each match.
    """

    def __init__(self, trust: Trust, *, with_times: bool = False) -> None:
        self._trust = trust
        self._with_times = with_times
        self._chance = random.SystemRandom()
        self._header: Header | None = None

    def check(self, job: MatchJob, match: Finished) -> Finished:
        """Return the match, to which the worker may have added its own times.

        Raises `LieError` if the match is not a result of this job. This takes long, so call it in a thread.
        """
        if match.match_id != job.match_id:
            raise LieError(f"it sent match {match.match_id}, and not {job.match_id}")
        match = msgspec.structs.replace(match, times=None)
        if match.ending is None or (self._trust == "none" and not self._with_times):
            return match
        try:
            record = unpack(match.packed)
            if self._with_times:
                match = msgspec.structs.replace(match, times=times_of(record))
            if self._trust == "none":
                return match
            if (difference := self._difference(record.header, job)) is not None:
                raise LieError(f"its record is of another match: {difference}")
            if finished(record).ending != match.ending:
                raise LieError("its result is not the result of its record")
            if self._trust == "verify-all" or self._chance.random() < SAMPLE:
                verify(record)
        except (RecordError, MatchFailed) as error:
            raise LieError(str(error)) from None
        return match

    def _difference(self, header: Header, job: MatchJob) -> str | None:
        """Return the first field in which a header differs from that of the job; None if there is none."""
        expected = self._expected(job)
        for name in Header.__struct_fields__:
            if name not in {"digest", "time"} and getattr(header, name) != getattr(expected, name):
                return name
        return None

    def _expected(self, job: MatchJob) -> Header:
        if self._header is None:
            self._header = header_of(job, job.start())
        return msgspec.structs.replace(
            self._header,
            match_id=job.match_id,
            name=job.name,
            attempt=job.attempt,
            bots=list(job.bots),
            seed=job.seed.hex(),
            salt=job.salt.hex(),
            commitment=commitment(job.seed, job.salt).hex(),
            time_control=job.time_control,
        )

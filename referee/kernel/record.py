"""The record of a match: what happened, as JSON lines, from which everything else can be computed.

The first line tells what was played, every further one tells a step (a round of sealed answers is one step), the last
one the result. Each line carries a digest of the digest before it, the table and what the line says; the
times alone are left out of it. What depends on the clock stands in the last field of a line, `time`, alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from hashlib import blake2b

import msgspec
from msgspec import Struct, field

from referee.errors import RecordError
from referee.kernel.chance import commitment, salt_of
from referee.kernel.job import MatchJob, TimeControl
from referee.kernel.match import Match
from referee.kernel.options import OptionValue, as_dict

FORMAT = 1
DIGEST_BYTES = 16


class Cause(StrEnum):
    """How an answer came about. All but the first are the default option, played for the seat."""

    CHOSEN = "chosen"
    TIMEOUT = "timeout"
    DISCONNECTED = "disconnected"
    STRUCK_OUT = "struck out"
    RESIGNED = "resigned"
    NO_SHOW = "no show"


class Misdeed(StrEnum):
    """What a strike was given for."""

    TIMEOUT = "timeout"
    DISCONNECTED = "disconnected"
    ILLEGAL_OPTION = "illegal option"
    STALE = "stale"
    MALFORMED = "malformed"
    UNKNOWN_MATCH = "unknown match"
    FLOOD = "flood"


class SeatEnd(StrEnum):
    """How a seat came to its end. All but the first are forfeits."""

    PLAYED = "played"
    STRIKES = "strikes"
    RESIGNED = "resigned"
    NO_SHOW = "no show"


class Begun(Struct, frozen=True):
    """When the match began (Unix time, seconds)."""

    begun: float


class Header(Struct, frozen=True, kw_only=True, tag_field="line", tag="match", forbid_unknown_fields=True):
    """What was played. `options` are all options of the game; `seed`, `salt` and `commitment` are hexadecimal.

    The bots were told `match_id`; people call the match by its `name`. `attempt` says how often it was begun before,
    with other cards.
    """

    format: int
    match_id: str
    name: str
    attempt: int
    game: str
    rules_version: str
    card_set: str
    options: dict[str, OptionValue]
    bots: list[str]
    seed: str
    salt: str
    commitment: str
    time_control: TimeControl
    digest: str = ""
    time: Begun | None = None

    def job(self, cards: str | None = None) -> MatchJob:
        """The job that gave this record."""
        return MatchJob(
            match_id=self.match_id,
            name=self.name,
            attempt=self.attempt,
            game=self.game,
            bots=tuple(self.bots),
            seed=bytes.fromhex(self.seed),
            salt=bytes.fromhex(self.salt),
            options=self.options,
            cards=cards,
            time_control=self.time_control,
        )


class Answer(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One answer. `turn` counts the seat's own turns from 1."""

    seat: int
    turn: int
    option: int
    cause: Cause = Cause.CHOSEN
    note: str = ""


class StrikeGiven(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A strike that a seat got; `turn` is the number of turns that the seat had been given."""

    seat: int
    turn: int
    misdeed: Misdeed


class Timing(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How long an answer took in milliseconds, how much of that was the referee's own lag, what the bank then held."""

    wall: float
    queue: float
    bank: float


class Step(
    Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="line", tag="step", forbid_unknown_fields=True
):
    """One step: the answers in seat order, the strikes given since the step before, and the time of each answer."""

    step: int
    answers: list[Answer]
    strikes: list[StrikeGiven] = field(default_factory=list)
    digest: str = ""
    time: list[Timing] | None = None


class Ended(Struct, frozen=True, forbid_unknown_fields=True):
    """When the match ended (Unix time, seconds), and whether the host was too busy to keep time well."""

    ended: float
    overloaded: bool


class End(Struct, frozen=True, kw_only=True, tag_field="line", tag="end", forbid_unknown_fields=True):
    """The result. `places` count forfeits: those seats rank below all others. A void match has no places.

    `strikes` is each seat's number of strikes in all; `last_strikes` are those given after the last step.
    """

    void: bool
    places: list[int]
    scores: list[int]
    reason: str
    ends: list[SeatEnd]
    strikes: list[int]
    last_strikes: list[StrikeGiven]
    digest: str = ""
    time: Ended | None = None


Line = Header | Step | End


class Record(Struct):
    """A record: `end` is None while the match runs, or when it was cut short."""

    header: Header
    steps: list[Step] = field(default_factory=list)
    end: End | None = None

    def lines(self) -> list[Line]:
        """The lines in order."""
        return [self.header, *self.steps, *([] if self.end is None else [self.end])]

    def to_bytes(self) -> bytes:
        """The record as it stands in a file."""
        return b"".join(map(encode_line, self.lines()))


class Digests:
    """The chain of digests: each covers the one before."""

    def __init__(self) -> None:
        self._last = b""

    def of_header(self, header: Header) -> str:
        """The digest that begins the chain."""
        return self._next(encode_line(msgspec.structs.replace(header, digest="", time=None)))

    def of_step(self, match: Match, step: int, answers: Sequence[Answer], strikes: Sequence[StrikeGiven]) -> str:
        """The digest of a step; `match` has taken its answers."""
        said = [step, answers, strikes]
        return self._next(match.game.encode(match.table), _canonical.encode(said))

    def of_end(self, end: End) -> str:
        """The digest that ends the chain."""
        return self._next(encode_line(msgspec.structs.replace(end, digest="", time=None)))

    def _next(self, *parts: bytes) -> str:
        sized = [piece for part in parts for piece in (len(part).to_bytes(8, "little"), part)]
        self._last = blake2b(b"".join([self._last, *sized]), digest_size=DIGEST_BYTES).digest()
        return self._last.hex()


_canonical = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Line)


def header_of(job: MatchJob, match: Match, time: Begun | None = None) -> Header:
    """The header for a match at its start, its digest included."""
    salt = job.salt or salt_of(job.seed, job.match_id)
    header = Header(
        format=FORMAT,
        match_id=job.match_id,
        name=job.name or job.match_id,
        attempt=job.attempt,
        game=job.game,
        rules_version=match.game.rules_version,
        card_set=match.card_set.digest,
        options=as_dict(match.table.options),
        bots=list(job.bots),
        seed=job.seed.hex(),
        salt=salt.hex(),
        commitment=commitment(job.seed, salt).hex(),
        time_control=job.time_control,
        time=time,
    )
    return msgspec.structs.replace(header, digest=Digests().of_header(header))


def encode_line(line: Line) -> bytes:
    """One line, its end included."""
    return _canonical.encode(line) + b"\n"


def read_record(data: bytes) -> Record:
    """Reads a record. A last line that was cut short, as a crash leaves it, is dropped.

    Raises `RecordError`, with the number of the line, for anything else that is not as it must be.
    """
    *whole, _cut_short = data.split(b"\n")
    lines = [_read_line(number, line) for number, line in enumerate(whole, 1)]
    if not lines or not isinstance(lines[0], Header):
        raise RecordError("line 1 is not the header of a record")
    record = Record(lines[0])
    for number, line in enumerate(lines[1:], 2):
        if isinstance(line, Header):
            raise RecordError(f"line {number}: a second header")
        if record.end is not None:
            raise RecordError(f"line {number}: something follows the result")
        if isinstance(line, End):
            record.end = line
        elif line.step != len(record.steps) + 1:
            raise RecordError(f"line {number}: step {line.step} stands where step {len(record.steps) + 1} should")
        else:
            record.steps.append(line)
    return record


def without_times(record: Record) -> Record:
    """The record without what depends on the clock: the same for two runs with the same seed and choices."""
    return Record(
        header=msgspec.structs.replace(record.header, time=None),
        steps=[msgspec.structs.replace(step, time=None) for step in record.steps],
        end=None if record.end is None else msgspec.structs.replace(record.end, time=None),
    )


def _read_line(number: int, line: bytes) -> Line:
    try:
        read: Line = _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"line {number}: {error}") from None
    if encode_line(read) != line + b"\n":
        raise RecordError(f"line {number}: not written as a record is")
    return read

"""The record of a match: what happened, as JSON lines, from which everything else can be computed.

The first line tells what was played, every further one tells a step (a round of sealed answers is one step), the last
one the result. A line ends with two fields that are about the line itself:

* `digest` chains over the bytes before it. Whoever can hash can check it, for ever: it knows nothing of games.
* `time` holds what would differ if the same match were played again. It is outside the digest, and may grow.

A step's `table` is the digest of the whole table after it. It can be compared only by the rules version that wrote it.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec import Struct, field

from referee.errors import RecordError
from referee.kernel.cards import CardData
from referee.kernel.chain import DIGEST_FIELD, Chain, content_as_is, content_of, line_as_written, line_in_file
from referee.kernel.chance import commitment, salt_of
from referee.kernel.job import MatchJob, TimeControl
from referee.kernel.match import Match
from referee.kernel.options import OptionValue, as_dict
from referee.kernel.times import Milliseconds, Starved, UnixSeconds

FORMAT = 1


class Cause(StrEnum):
    """How an answer came about. All but the first are the default option, played for the seat."""

    CHOSEN = "chosen"
    TIMEOUT = "timeout"
    DISCONNECTED = "disconnected"
    STRUCK_OUT = "struck_out"
    RESIGNED = "resigned"
    NO_SHOW = "no_show"


class StrikeCause(StrEnum):
    """What a strike was given for."""

    TIMEOUT = "timeout"
    DISCONNECTED = "disconnected"
    ILLEGAL_OPTION = "illegal_option"
    STALE = "stale"
    MALFORMED = "malformed"
    UNKNOWN_MATCH = "unknown_match"
    FLOOD = "flood"


class SeatEnd(StrEnum):
    """How a seat came to its end. All but the first are forfeits."""

    PLAYED = "played"
    STRIKES = "strikes"
    RESIGNED = "resigned"
    NO_SHOW = "no_show"


class Begun(Struct, frozen=True, omit_defaults=True):
    """When the match began, and the version of the software that wrote the record."""

    begun_unix_s: UnixSeconds
    referee_version: str = ""


class Header(
    Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="line", tag="match", forbid_unknown_fields=True
):
    """What was played. `options` are all options of the game; `seed`, `salt` and `commitment` are hexadecimal.

    `card_set` is what a card set says that is not the game's own. The bots were told `match_id`; people call the match
    by its `name`. `attempt` says how often it was begun before, with other cards. `untimed` are the seats for which
    `time_control` sets no limit, because people play them.
    """

    format: int
    match_id: str
    name: str
    attempt: int = 0
    game_id: str
    rules_version: str
    card_set_digest: str
    card_set: CardData | None = None
    options: dict[str, OptionValue]
    bots: list[str]
    seed: str
    salt: str
    commitment: str
    time_control: TimeControl
    untimed: list[int] = field(default_factory=list)
    digest: str = ""
    time: Begun | None = None

    def job(self) -> MatchJob:
        """The job that gave this record."""
        return MatchJob(
            match_id=self.match_id,
            name=self.name,
            attempt=self.attempt,
            game_id=self.game_id,
            bots=tuple(self.bots),
            seed=bytes.fromhex(self.seed),
            salt=bytes.fromhex(self.salt),
            options=self.options,
            cards=self.card_set,
            time_control=self.time_control,
            untimed=tuple(self.untimed),
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
    cause: StrikeCause


class Timing(Struct, frozen=True, gc=False):
    """How long an answer took, how much of it was not charged as the referee's own lag, and what the bank then held."""

    wall_ms: Milliseconds
    lag_ms: Milliseconds
    bank_ms: Milliseconds


class Step(
    Struct,
    frozen=True,
    kw_only=True,
    gc=False,
    omit_defaults=True,
    tag_field="line",
    tag="step",
    forbid_unknown_fields=True,
):
    """One step: the answers in seat order, the strikes given since the step before, and the time of each answer."""

    step: int
    answers: list[Answer]
    strikes: list[StrikeGiven] = field(default_factory=list)
    table: str
    digest: str = ""
    time: list[Timing] | None = None


class Ended(Struct, frozen=True, omit_defaults=True):
    """When the match ended, whether the host was too busy to keep time well, and who was kept from its cores."""

    ended_unix_s: UnixSeconds
    overloaded: bool = False
    starved: list[Starved] = field(default_factory=list)


class End(
    Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="line", tag="end", forbid_unknown_fields=True
):
    """The result. `places` count forfeits: those seats rank below all others.

    A void match has no places, scores and reason, but a `void_reason`. `strikes` is each seat's number of strikes in
    all; `last_strikes` are those given after the last step.
    """

    places: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    reason: str = ""
    void_reason: str = ""
    ends: list[SeatEnd]
    strikes: list[int]
    last_strikes: list[StrikeGiven] = field(default_factory=list)
    digest: str = ""
    time: Ended | None = None

    @property
    def void(self) -> bool:
        """Whether the match has no result, through no fault of a bot."""
        return bool(self.void_reason)


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
        digests = [line.digest for line in self.lines()]
        return b"".join(map(line_as_written, self.lines(), ["", *digests], digests))


def header_of(job: MatchJob, match: Match, time: Begun | None = None) -> Header:
    """The header for a match at its start, without its digest."""
    salt = job.salt or salt_of(job.seed, job.match_id)
    return Header(
        format=FORMAT,
        match_id=job.match_id,
        name=job.name or job.match_id,
        attempt=job.attempt,
        game_id=job.game_id,
        rules_version=match.game.rules_version,
        card_set_digest=match.card_set.digest,
        card_set=match.card_set.own,
        options=as_dict(match.table.options),
        bots=list(job.bots),
        seed=job.seed.hex(),
        salt=salt.hex(),
        commitment=commitment(job.seed, salt).hex(),
        time_control=job.time_control,
        untimed=list(job.untimed),
        time=time,
    )


def encode_line(line: Line) -> bytes:
    """One line, its end included."""
    return line_in_file(line)


def read_record(data: bytes) -> Record:
    """Reads a record and checks its digests. A last line that was cut short, as a crash leaves it, is dropped.

    Raises `RecordError`, with the number of the line, for anything else that is not as it must be.
    """
    *whole, _cut_short = data.split(b"\n")
    chain = Chain()
    lines = [_read_line(number, line, chain) for number, line in enumerate(whole, 1)]
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


class _Format(Struct):
    """As much of a header as every version can read."""

    format: int = FORMAT


_decoder = msgspec.json.Decoder(Line)
_format_decoder = msgspec.json.Decoder(_Format)


def _read_line(number: int, line: bytes, chain: Chain) -> Line:
    try:
        if number == 1:
            _check_format(_format_decoder.decode(line).format)
        read: Line = _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        hint = "; a newer version of the referee may have written it" if "unknown field" in str(error) else ""
        raise RecordError(f"line {number}: {error}{hint}") from None
    content = line.rpartition(DIGEST_FIELD)[0]
    if content not in {content_of(read), content_as_is(read)}:
        raise RecordError(f"line {number}: not written as a record is")
    digest = chain.next(content)
    if read.digest != digest:
        raise RecordError(f"line {number}: the digest of it and the lines before is {digest}, not {read.digest!r}")
    return read


def _check_format(found: int) -> None:
    if found > FORMAT:
        newer = f"newer than what this version reads (format {FORMAT}): use a newer version of the referee"
        raise RecordError(f"the record has format {found}, which is {newer}")
    if found < 1:
        raise RecordError(f"the header has format {found}, which there never was")

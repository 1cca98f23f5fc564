"""The record of a match: what happened, as JSON lines. Everything else can be computed from it.

The first line says what was played, each further line holds one step (a round of sealed answers is one step), and the
last line holds the result. Each line ends with two fields about the line itself:

* `digest` covers the bytes before it and the previous digest. Any program that can compute hashes can check it, for any
  version of any game.
* `time` holds what would differ if the same match were played again. The digest does not cover it, and it may get new
  fields.

The `table` of a step is the digest of the whole table after the step. Only records of the same version of the rules can
be compared by it.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct, field

from referee.errors import RecordError
from referee.kernel.chain import DIGEST_FIELD, Chain, content_as_is, content_of, line_as_written, line_in_file
from referee.kernel.chance import commitment, salt_of
from referee.kernel.job import MatchJob
from referee.kernel.match import Match
from referee.kernel.options import as_dict
from referee.kernel.record_lines import (
    Answer as Answer,
)
from referee.kernel.record_lines import (
    Begun as Begun,
)
from referee.kernel.record_lines import (
    Cause as Cause,
)
from referee.kernel.record_lines import (
    End as End,
)
from referee.kernel.record_lines import (
    Ended as Ended,
)
from referee.kernel.record_lines import (
    Header as Header,
)
from referee.kernel.record_lines import (
    Line as Line,
)
from referee.kernel.record_lines import (
    SeatEnd as SeatEnd,
)
from referee.kernel.record_lines import (
    Step as Step,
)
from referee.kernel.record_lines import (
    StrikeCause as StrikeCause,
)
from referee.kernel.record_lines import (
    StrikeGiven as StrikeGiven,
)
from referee.kernel.record_lines import (
    Timing as Timing,
)

FORMAT = 1


class Record(Struct):
    """A record. `end` is None while the match runs, or if the record was truncated."""

    header: Header
    steps: list[Step] = field(default_factory=list)
    end: End | None = None

    def lines(self) -> list[Line]:
        """The lines in order."""
        return [self.header, *self.steps, *([] if self.end is None else [self.end])]

    def to_bytes(self) -> bytes:
        """The record as the contents of a file."""
        digests = [line.digest for line in self.lines()]
        return b"".join(map(line_as_written, self.lines(), ["", *digests], digests))


def header_of(job: MatchJob, match: Match, time: Begun | None = None) -> Header:
    """The header of a match at its start, without its digest."""
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
    """Encode one line, with its line end."""
    return line_in_file(line)


def read_record(data: bytes) -> Record:
    """Read a record and check its digests. A last line that a crash truncated is ignored.

    Raises `RecordError`, with the number of the line, for any other defect.
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
            raise RecordError(f"line {number}: unexpected line after the result")
        if isinstance(line, End):
            record.end = line
        elif line.step != len(record.steps) + 1:
            raise RecordError(f"line {number}: found step {line.step}, expected step {len(record.steps) + 1}")
        else:
            record.steps.append(line)
    return record


class _Format(Struct):
    """The part of a header that every version can read."""

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
        raise RecordError(f"line {number}: not in the form in which records are written")
    digest = chain.next(content)
    if read.digest != digest:
        raise RecordError(f"line {number}: the digest up to this line is {digest}, not {read.digest!r}")
    return read


def _check_format(found: int) -> None:
    if found > FORMAT:
        newer = f"newer than this version can read (format {FORMAT}): use a newer version of the referee"
        raise RecordError(f"the record has format {found}, which is {newer}")
    if found < 1:
        raise RecordError(f"the header has format {found}, which does not exist")

"""A series of matches: everything that one `referee play` plays, and the secret from which its deals are derived."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import token_bytes

from referee.digits import whole_number
from referee.errors import RecordError
from referee.files import write_private
from referee.kernel.cards import CardData
from referee.kernel.job import MatchJob, TimeControl
from referee.kernel.options import OptionValue
from referee.kernel.record import Header
from referee.kernel.secret import SECRET_BYTES, Secret

CHARACTERS_OF_HASH = 8
SUFFIX_BESIDE_RECORDS = ".secret"
NAME_OF_MATCH = re.compile(r"(?P<series>.+)-d(?P<deal>[0-9]+)-r(?P<rotation>[0-9]+)")
MOST_DEALS = 1_000_000
TABLE = 1
"""The number of the only table: all matches are between the same bots."""


@dataclass(frozen=True)
class Series:
    """All deals of one call.

    `label` identifies it for people; if `seed` is given, the deals are derived from that number.
    """

    secret: Secret
    label: str
    seed: int | None

    @classmethod
    def new(cls, seed: int | None) -> Series:
        """A series with a new secret, or with deals that are derived from a number."""
        if seed is not None:
            return cls(Secret.from_number(seed), str(seed), seed)
        secret = Secret(token_bytes(SECRET_BYTES))
        return cls(secret, secret.commitment.hex()[:CHARACTERS_OF_HASH], None)

    def name(self, game: str) -> str:
        """The prefix of the names of its matches."""
        return f"{game}-{self.label}"

    def keep_secret(self, game: str, folder: Path) -> None:
        """Write the secret beside the records, readable only by its owner.

        This happens before the first match, so that the records of an interrupted series can be checked too.
        """
        write_private(folder / f"{self.name(game)}{SUFFIX_BESIDE_RECORDS}", f"{self.secret.reveal().hex()}\n".encode())


def jobs_of(
    game: str,
    bots: Sequence[str],
    *,
    series: Series,
    deals: int,
    duplicate: bool,
    options: Mapping[str, OptionValue],
    cards: CardData | None,
    time: TimeControl,
    untimed: Sequence[str] = (),
) -> list[MatchJob]:
    """The matches of a series.

    With `duplicate` every deal is played once per rotation of the seats, so that each bot plays each hand once. Without
    it, every deal is played once, and the bots move by one seat from deal to deal. `untimed` bots have no clock.
    """
    rotations = [
        (deal, rotation)
        for deal in range(1, deals + 1)
        for rotation in (range(len(bots)) if duplicate else [(deal - 1) % len(bots)])
    ]
    secret = series.secret
    rotated = [(deal, rotation, (*bots[rotation:], *bots[:rotation])) for deal, rotation in rotations]
    return [
        MatchJob(
            match_id=secret.match_id(deal, TABLE, rotation),
            name=f"{series.name(game)}-d{deal:03}-r{rotation}",
            game_id=game,
            bots=seated,
            seed=secret.seed(deal, TABLE),
            salt=secret.salt(deal, TABLE, rotation),
            options=dict(options),
            cards=cards,
            time_control=time,
            untimed=tuple(seat for seat, bot in enumerate(seated) if bot in untimed),
        )
        for deal, rotation, seated in rotated
    ]


def check_deal(header: Header, folder: Path) -> None:
    """Raise `RecordError` if the folder of a record contains a secret from which the deal does not follow."""
    named = NAME_OF_MATCH.fullmatch(header.name)
    file = folder / f"{named['series']}{SUFFIX_BESIDE_RECORDS}" if named else None
    if named is None or file is None or not file.is_file():
        return
    try:
        secret = Secret(bytes.fromhex(file.read_text(encoding="ascii")))
    except ValueError:
        raise RecordError(f"the secret in {file} is not 64 hexadecimal digits") from None
    deal, rotation = (whole_number(named[part], MOST_DEALS) for part in ("deal", "rotation"))
    if deal is None or rotation is None:
        raise RecordError(f"its name ends with a number of a deal or a rotation above {MOST_DEALS}, the limit")
    derived = secret.match_id(deal, TABLE, rotation), secret.seed(deal, TABLE), secret.salt(deal, TABLE, rotation)
    if (header.match_id, bytes.fromhex(header.seed), bytes.fromhex(header.salt)) != derived:
        raise RecordError(f"its id, its seed or its salt does not follow from the secret in {file}")

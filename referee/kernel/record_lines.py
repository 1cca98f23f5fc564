"""The lines of a record and their fields."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct, field

from referee.kernel.cards import CardData
from referee.kernel.job import MatchJob, TimeControl
from referee.kernel.options import OptionValue
from referee.kernel.times import Milliseconds, Starved, UnixSeconds


class Cause(StrEnum):
    """How an answer came about. With every cause except the first, the default option was played for the seat."""

    CHOSEN = "chosen"
    TIMEOUT = "timeout"
    DISCONNECTED = "disconnected"
    STRUCK_OUT = "struck_out"
    RESIGNED = "resigned"
    NO_SHOW = "no_show"


class StrikeCause(StrEnum):
    """The reason for a strike."""

    TIMEOUT = "timeout"
    DISCONNECTED = "disconnected"
    ILLEGAL_OPTION = "illegal_option"
    STALE = "stale"
    MALFORMED = "malformed"
    UNKNOWN_MATCH = "unknown_match"
    FLOOD = "flood"


class SeatEnd(StrEnum):
    """How the match ended for a seat. All but the first are forfeits."""

    PLAYED = "played"
    STRIKES = "strikes"
    RESIGNED = "resigned"
    NO_SHOW = "no_show"


class Begun(Struct, frozen=True, omit_defaults=True):
    """When the match began, and which version wrote the record.

    Attributes:
        begun_unix_s: When the match began, in seconds since 1970 (UTC).
        referee_version: The version of Referee that wrote the record.
    """

    begun_unix_s: UnixSeconds
    referee_version: str = ""


class Header(
    Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="line", tag="match", forbid_unknown_fields=True
):
    """What was played: `"line": "match"`.

    Attributes:
        format: The version of the format of records: 1.
        match_id: The id that the bots received.
        name: The name of the match for people, such as d012-t003-r2: deal, table, rotation.
        attempt: The number of times the match was started before, with other cards.
        game_id: The game.
        rules_version: The version of its rules.
        card_set_digest: The digest of the card set.
        card_set: The card set, if it is a custom one.
        options: All options of the game.
        bots: The names of the bots, by seat.
        seed: The seed from which all chance is derived, in hex.
        salt: The salt of the commitment, in hex.
        commitment: The hash of salt and seed, which the bots received, in hex.
        time_control: The limits of time and strikes.
        untimed: The seats without a clock, because people play them.
        digest: The digest of this line.
        time: What depends on the clock.
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
        """The job that produced this record."""
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
    """One answer.

    Attributes:
        seat: The seat, from 0.
        turn: The number of the turn, counted for each seat from 1.
        option: The index of the option that was taken.
        cause: chosen, or why the default was taken: timeout, disconnected, struck_out, resigned or no_show.
        note: The bot's note about it.
    """

    seat: int
    turn: int
    option: int
    cause: Cause = Cause.CHOSEN
    note: str = ""


class StrikeGiven(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A strike against a seat.

    Attributes:
        seat: The seat, from 0.
        turn: The number of turns that the seat had received.
        cause: timeout, disconnected, illegal_option, stale, malformed, unknown_match or flood.
    """

    seat: int
    turn: int
    cause: StrikeCause


class Timing(Struct, frozen=True, gc=False):
    """How long an answer took, in milliseconds.

    Attributes:
        wall_ms: The time from the question to the answer.
        lag_ms: How much of it was not charged, because the referee itself was delayed or other bots took the core.
        bank_ms: What the bank held after the answer.
    """

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
    """One step: `"line": "step"`.

    Attributes:
        step: The number of the step, from 1.
        answers: The answers, in the order of the seats.
        strikes: The strikes since the previous step.
        table: The digest of the whole table after the step.
        digest: The digest of this line.
        time: What depends on the clock, for each answer.
    """

    step: int
    answers: list[Answer]
    strikes: list[StrikeGiven] = field(default_factory=list)
    table: str
    digest: str = ""
    time: list[Timing] | None = None


class Ended(Struct, frozen=True, omit_defaults=True):
    """When the match ended, and how busy the machine was.

    Attributes:
        ended_unix_s: When the match ended, in seconds since 1970 (UTC).
        overloaded: Whether the machine was too busy to measure time well.
        starved: The bots that got too little CPU time, and those that used more than their share.
    """

    ended_unix_s: UnixSeconds
    overloaded: bool = False
    starved: list[Starved] = field(default_factory=list)


class End(
    Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="line", tag="end", forbid_unknown_fields=True
):
    """The result: `"line": "end"`. A void match has no places, scores and reason, but a `void_reason`.

    Attributes:
        places: The place of each seat, from 1. Seats that forfeited rank below all others.
        scores: The score of each seat.
        reason: Why the match ended, as one of the game's words.
        void_reason: Why the match has no result.
        ends: How each seat ended: played, strikes, resigned or no_show.
        strikes: The number of strikes of each seat.
        last_strikes: The strikes after the last step.
        digest: The digest of this line.
        time: What depends on the clock.
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
        """Whether the match has no result, which is not the fault of any bot."""
        return bool(self.void_reason)


Line = Header | Step | End

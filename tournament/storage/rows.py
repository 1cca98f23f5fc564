"""What is stored about a tournament in addition to its matches: one type for each kind of row."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal

from msgspec import Struct, field

from referee.excerpts import ends_of_lines
from referee.kernel.job import MatchJob
from referee.kernel.secret import Secret
from referee.kernel.times import UnixSeconds
from tournament.formats.course import drawn_without_results, format_of
from tournament.plan.draw import deals_anew, in_play, job_of
from tournament.plan.plan import Plan
from tournament.schedule.slots import Drawn, Slot, make_slots


class Edition(Struct, frozen=True, kw_only=True):
    """A plan that was in force for some time, and the secret from which its cards are derived."""

    plan: Plan
    secret: Secret


class TournamentRow(Struct, frozen=True, kw_only=True):
    """What is played. In `plan`, the values of environment variables are digests.

    Attributes:
        plan: The plan that is in force now.
        secret: All cards are derived from it. It is published when no match is left to play: see `Archive.published`.
            If a later plan adds matches after that, it has its own secret.
        history: The earlier plans, from the first one on. A match was played under the edition with its number.
        closed: Whether the organiser has declared the tournament over.
        drawn: What the format has drawn so far, if it needs results; otherwise the plans determine it.
        drawing: Whether the format may still draw more.
    """

    name: str
    game_id: str
    plan: Plan
    identity: dict[str, Any]
    duplicate: bool
    matches: int
    created_unix_s: UnixSeconds
    secret: Secret
    history: list[Edition] = field(default_factory=list)
    closed: bool = False
    drawn: Sequence[Drawn] = ()
    drawing: bool = False

    @property
    def plans(self) -> list[Plan]:
        """All plans; the one in force is the last."""
        return [*(edition.plan for edition in self.history), self.plan]

    @property
    def stage(self) -> int:
        """The number of the stage that is drawn next."""
        return self.drawn[-1].stage + 1 if self.drawn else 0

    def is_over(self, stored: int) -> bool:
        """Whether no match is left to play if this many are stored."""
        return not self.drawing and stored >= self.matches

    @property
    def editions(self) -> list[Edition]:
        """All plans with their secrets; the one in force is the last."""
        return [*self.history, Edition(plan=self.plan, secret=self.secret)]

    def slots(self, stored: Collection[str]) -> tuple[Slot, ...]:
        """Return the matches of the tournament; `stored` names those that have been played."""
        every = self.all_slots()
        if not (self.history or self.closed):
            return every
        return in_play(every, self.plan, stored, closed=self.closed)

    def all_slots(self) -> tuple[Slot, ...]:
        """Return the matches of all plans that are drawn, including those that will not be played."""
        if format_of(self.plan).needs_results:
            return make_slots(self.drawn, duplicate=self.duplicate)
        return make_slots(drawn_without_results(self.plans, duplicate=self.duplicate), duplicate=self.duplicate)

    def secret_of(self, slot: Slot, edition: int) -> Secret:
        """Return the secret of a match that is played under an edition; the rotations of a deal have the same one."""
        return self.editions[slot.edition if self.duplicate else edition].secret

    def job(self, slot: Slot, edition: int, attempt: int) -> MatchJob:
        """Return the match of a slot as an edition plays it."""
        return job_of(slot, self.editions[edition].plan, self.secret_of(slot, edition), attempt)

    def deals_anew(self, edition: int) -> bool:
        """Whether a match gets other cards if it is started again under an edition."""
        return deals_anew(self.editions[edition].plan, duplicate=self.duplicate)


class BotRow(Struct, frozen=True, kw_only=True):
    """A version of a bot that takes part. `digest` was computed when it entered.

    `code` is the digest of its folder when it last played, empty if that is not known. `follows` is the previous
    version, if there is one. `title` is what people see beside the name, empty if there is none.
    """

    name: str
    kind: str
    command: str
    version: str
    digest: str
    anchor: float | None
    code: str = ""
    follows: str = ""
    title: str = ""


class ProcessRow(Struct, frozen=True, kw_only=True):
    """A bot process that has ended.

    `why` describes how it ended; `output` is the beginning and the end of its output to stderr and stdout.
    """

    bot: str
    command: str
    why: str
    failed: bool
    wall_s: float
    cpu_s: float
    memory_bytes: int
    output: str
    ended_unix_s: UnixSeconds


class UsedRow(Struct, frozen=True, kw_only=True):
    """The ended processes of a bot: how many failed, their total CPU time, and the maximum memory of one."""

    bot: str
    failed: int = 0
    cpu_s: float = 0.0
    memory_bytes: int = 0


class VoidRow(Struct, frozen=True, kw_only=True):
    """A match that was void, and was or will be played again."""

    match: str
    void_reason: str
    ended_unix_s: UnixSeconds


DecisionKind = Literal["plan", "annul", "replay", "close"]
"""What was decided: to change the plan, not to count a match, to play it again, or to end the tournament."""


class DecisionRow(Struct, frozen=True, kw_only=True):
    """A decision of the organiser in the course of a tournament.

    `kind` is what was decided, `match` the match that it concerns, if any, `why` the organiser's reason, and `what` the
    consequences, one per line.
    """

    decided_unix_s: UnixSeconds
    kind: DecisionKind
    match: str
    why: str
    what: str


def failure_text(process: ProcessRow, lines: int) -> str:
    """Describe a failed process for people: the bot, how it failed, the exact command, and some lines of its output."""
    command = f": {process.command}" if process.command else ""
    said = [f"  | {line}" for line in ends_of_lines(process.output, lines)] or ["  (it wrote nothing)"]
    return "\n".join([f"bot {process.bot}: {process.why}{command}", *(said if lines else [])])


def read_secret(_type: type, value: object) -> Secret:
    """Return a secret from its stored form: bytes, or within JSON, hexadecimal digits."""
    if isinstance(value, str):
        value = bytes.fromhex(value)
    if not isinstance(value, bytes):
        raise TypeError("the secret is missing")
    return Secret(value)

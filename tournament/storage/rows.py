"""What is stored of a tournament besides its matches: one type of value for each kind of row."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from referee.excerpts import ends_of_lines
from referee.kernel.secret import Secret
from referee.kernel.times import UnixSeconds
from tournament.plan.plan import Plan


class TournamentRow(Struct, frozen=True, kw_only=True):
    """What is played. In `plan`, the values of environment variables are digests.

    Attributes:
        secret: All cards follow from it. It is published when no match is left to play: see `Archive.published`.
    """

    name: str
    game_id: str
    plan: Plan
    identity: dict[str, Any]
    duplicate: bool
    matches: int
    created_unix_s: UnixSeconds
    secret: Secret


class BotRow(Struct, frozen=True, kw_only=True):
    """A bot that takes part. `digest` was computed when the tournament was created."""

    name: str
    kind: str
    command: str
    version: str
    digest: str
    anchor: float | None


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
    """What the ended processes of a bot used: how many failed, their total CPU time, and the most memory of one."""

    bot: str
    failed: int = 0
    cpu_s: float = 0.0
    memory_bytes: int = 0


class VoidRow(Struct, frozen=True, kw_only=True):
    """A match that was void, and was or will be played again."""

    match: str
    void_reason: str
    ended_unix_s: UnixSeconds


def failure_text(process: ProcessRow, lines: int) -> str:
    """Describe a failed process for people: who, how, the exact command, and some lines of its output."""
    command = f": {process.command}" if process.command else ""
    said = [f"  | {line}" for line in ends_of_lines(process.output, lines)] or ["  (it wrote nothing)"]
    return "\n".join([f"bot {process.bot}: {process.why}{command}", *(said if lines else [])])

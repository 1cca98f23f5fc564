"""The plan of a tournament as a value: one field for each key of the file."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from referee.durations import milliseconds
from referee.kernel.job import TimeControl
from referee.kernel.options import OptionValue
from referee.server.bots.remembering import can_remember


class Tournament(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part `[tournament]`.

    `tables` bounds the number of different tables of a round robin; `processes` says whether a bot's process is kept
    for many matches or started fresh for each. With `in_process` built-in bots need no process at all: that is fast,
    but it is not how bots are played against each other, so it has to be asked for.

    `seed` orders the schedule: who meets whom, and who sits where. The cards follow from a secret, unless
    `deals_from_seed` makes them follow from that number too.
    """

    game: str
    seats: int
    name: str = "tournament"
    format: Literal["round-robin", "gauntlet"] = "round-robin"
    deals: int = 10
    tables: int = 200
    duplicate: bool | Literal["auto"] = "auto"
    seed: int = 1
    deals_from_seed: bool = False
    concurrency: int | Literal["auto"] = "auto"
    workers: int = 1
    processes: Literal["kept", "fresh"] = "kept"
    sandbox: Literal["auto", "require", "off"] = "auto"
    in_process: bool = False
    on_failing_bot: Literal["continue", "stop"] = "continue"
    elo_k: float = 20.0
    elo_start: float = 1500.0


class Time(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part `[time]`: spans as text, for example "500ms" or "10s"."""

    startup: str = "10s"
    decision: str = "1s"
    bank: str = "30s"
    increment: str = "0s"
    margin: str = "20ms"
    max_strikes: int = 3
    cover_forfeits: bool = True


class Listen(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part `[listen]`: where bots dial in. An address that other machines can reach needs TLS, or `insecure`."""

    address: str = "127.0.0.1:7700"
    tls_cert: str | None = None
    tls_key: str | None = None
    insecure: bool = False


class Entrant(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of `[[bots]]`: a built-in bot, a command to start, or a bot that dials in by itself."""

    name: str
    builtin: str | None = None
    command: list[str] | None = None
    dial_in: bool = False
    env: dict[str, str] = field(default_factory=dict)
    version: str = ""
    anchor: float | None = None
    challenger: bool = False


class Plan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole plan."""

    tournament: Tournament
    bots: list[Entrant]
    time: Time = field(default_factory=Time)
    listen: Listen = field(default_factory=Listen)
    options: dict[str, OptionValue] = field(default_factory=dict)

    @property
    def time_control(self) -> TimeControl:
        """The time control of every match."""
        return TimeControl(
            startup_ms=milliseconds(self.time.startup),
            decision_ms=milliseconds(self.time.decision),
            bank_ms=milliseconds(self.time.bank),
            increment_ms=milliseconds(self.time.increment),
            margin_ms=milliseconds(self.time.margin),
            max_strikes=self.time.max_strikes,
            cover_forfeits=self.time.cover_forfeits,
        )

    @property
    def challengers(self) -> tuple[str, ...]:
        """The bots that a gauntlet is about."""
        return tuple(bot.name for bot in self.bots if bot.challenger)

    def duplicates(self, *, forgetful: bool) -> bool:
        """Whether each deal is played once per rotation of the seats; `forgetful`: whether the sandboxes are.

        A bot that remembers the first match of a deal would know the cards of the others; so "auto" means yes only if
        no bot can remember (`can_remember`).
        """
        if self.tournament.duplicate != "auto":
            return self.tournament.duplicate
        fresh = self.tournament.processes == "fresh"
        return not any(
            can_remember(builtin=bot.builtin is not None, fresh=fresh and not bot.dial_in, forgetful=forgetful)
            for bot in self.bots
        )

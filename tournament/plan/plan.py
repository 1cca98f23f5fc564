"""The plan of a tournament as a value: one field for each key of the file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct, field

from referee.durations import milliseconds
from referee.kernel.cards import digest_of, plain_text
from referee.kernel.game import find_game
from referee.kernel.job import TimeControl
from referee.kernel.options import OptionValue
from referee.server.bots.remembering import can_remember

MODELS = ("llm",)
"""The built-in bots that need a model elsewhere: `referee_client.bots.TEXT_BOTS`, which would take long to import."""

VERSION = 1
"""The version of the plan's shape. A new key with a default does not change it; a key that moves or goes does."""


class Tournament(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part `[tournament]`: what is played.

    `cards` names a file with a card set of one's own, beside the plan. `seed` orders the schedule: who meets whom, and
    who sits where. The cards that are dealt follow from a secret, unless `deals_from_seed` makes them follow from that
    number too.
    """

    game: str
    seats: int
    name: str = "tournament"
    cards: str | None = None
    seed: int = 1
    deals_from_seed: bool = False


class Format(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part `[format]`: who meets whom, and how often.

    `tables` bounds the number of different tables of a round robin; a gauntlet plays its `challengers` against all
    other bots.
    """

    kind: Literal["round-robin", "gauntlet"] = "round-robin"
    tables: int = 200
    deals: int = 10
    duplicate: bool | Literal["auto"] = "auto"
    challengers: list[str] = field(default_factory=list)


class Run(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part `[run]`: how matches are played and not which, so all of it may change while a tournament is going on.

    `processes` says whether a bot's process is kept for many matches or started fresh for each. With `in_process`
    built-in bots need no process at all: that is fast, but it is not how bots are played against each other, so it has
    to be asked for. With `pin` each bot of a match has a core of its own, and its processes run there alone.
    """

    workers: int = 1
    concurrency: int | Literal["auto"] = "auto"
    processes: Literal["kept", "fresh"] = "kept"
    sandbox: Literal["auto", "require", "off"] = "auto"
    in_process: bool = False
    on_failing_bot: Literal["continue", "stop"] = "continue"
    pin: bool = False


class RatingRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part `[rating]`: how results become ratings. `anchors` are bots whose ratings are fixed."""

    elo_k: float = 20.0
    elo_start: float = 1500.0
    anchors: dict[str, float] = field(default_factory=dict)


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


class FromEnvironment(Struct, frozen=True, forbid_unknown_fields=True, rename={"variable": "from"}):
    """A value of `env` that stands in no file: that of a variable of the runner's own, for example a key."""

    variable: str


class Entrant(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of `[[bots]]`: a built-in bot, a command to start, or a bot that dials in by itself.

    `readable` are files and folders that a sandboxed bot may read besides its own, and `memory` is what it may use.
    `sandbox` is for this bot alone, and as in `[run]` if it is left out. With `network` its sandbox has the machine's
    network. All of these may change while a tournament is going on, as `[run]` may.
    """

    name: str
    builtin: str | None = None
    command: list[str] | None = None
    dial_in: bool = False
    env: dict[str, str | FromEnvironment] = field(default_factory=dict)
    version: str = ""
    readable: list[str] = field(default_factory=list)
    memory: str = "1G"
    sandbox: Literal["auto", "require", "off"] | None = None
    network: bool = False

    @property
    def asks_a_model(self) -> bool:
        """Whether it is the sample bot that needs a model elsewhere."""
        return self.builtin in MODELS


class PlanFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole plan, as it is written. `plan` is the version of its shape."""

    plan: int
    tournament: Tournament
    format: Format = field(default_factory=Format)
    run: Run = field(default_factory=Run)
    rating: RatingRules = field(default_factory=RatingRules)
    time: Time = field(default_factory=Time)
    listen: Listen = field(default_factory=Listen)
    options: dict[str, OptionValue] = field(default_factory=dict)
    bots: list[Entrant]


class Plan(PlanFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole plan, and what the file `tournament.cards` says."""

    card_set: dict[str, Any] | None = None

    @property
    def card_set_digest(self) -> str:
        """The digest of the cards that are played with."""
        own = self.card_set
        return find_game(self.tournament.game).card_set_digest if own is None else digest_of(plain_text(own))

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
    def others(self) -> list[str]:
        """The bots that are no challengers: the field of a gauntlet."""
        return [bot.name for bot in self.bots if bot.name not in self.format.challengers]

    def sandbox_of(self, bot: Entrant) -> Literal["auto", "require", "off"]:
        """In which sandbox a bot of this plan runs."""
        return bot.sandbox or self.run.sandbox

    def remembering(self, bot: Entrant, *, forgetful: bool) -> bool:
        """Whether a bot could know a deal again; `forgetful`: whether its sandbox is.

        A model could, as whoever runs it sees the deals, and so could a bot that has the network.
        """
        alone = not (bot.dial_in or bot.network or bot.asks_a_model)
        return can_remember(
            builtin=bot.builtin is not None and not bot.asks_a_model,
            fresh=self.run.processes == "fresh" and alone,
            forgetful=forgetful,
        )

    def duplicates(self, forgetful: Callable[[Entrant], bool]) -> bool:
        """Whether each deal is played once per rotation of the seats; `forgetful`: whether the sandbox of a bot is.

        A bot that remembers the first match of a deal would know the cards of the others; so "auto" means yes only if
        no bot can remember.
        """
        if self.format.duplicate != "auto":
            return self.format.duplicate
        return not any(self.remembering(bot, forgetful=forgetful(bot)) for bot in self.bots)

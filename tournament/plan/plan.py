"""The plan of a tournament as a value: one field for each key of the file."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log2
from typing import Any, Literal

from msgspec import Struct, field

from referee.durations import milliseconds
from referee.kernel.cards import digest_of, plain_text
from referee.kernel.game import find_game
from referee.kernel.job import TimeControl
from referee.kernel.options import OptionValue
from referee.remembering import can_remember
from tournament.plan.format_section import Format
from tournament.plan.listen import Listen
from tournament.plan.stop import Stop
from tournament.plan.tune import Tune

MODELS = ("llm",)
"""The built-in bots that need an external model: `referee_client.bots.TEXT_BOTS`, which would take long to import."""

VERSION = 1
"""The version of the plan's format.

A new key with a default does not change the version; moving or removing a key increments it.
"""


class Tournament(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[tournament]`: what is played.

    Attributes:
        game: The id of the game.
        seats: The number of seats at each table.
        name: What you call the tournament.
        cards: A file with your own card set, beside the plan.
        seed: Orders the schedule: who meets whom, and who sits where. The cards are derived from a secret instead.
        deals_from_seed: Derives the cards from `seed`, too, for experiments: anyone who knows the seed knows every
            card.
    """

    game: str
    seats: int
    name: str = "tournament"
    cards: str | None = None
    seed: int = 1
    deals_from_seed: bool = False


class Run(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[run]`: how matches are played, but not which matches; so all of it may change during a tournament.

    Attributes:
        workers: The number of worker processes, each with its own referee.
        concurrency: The number of matches at once, in all workers together. "auto" measures it.
        processes: Whether a bot process is kept for many matches or started fresh for each match.
        sandbox: Whether bots run in a sandbox if this machine has one, always, or never.
        in_process: Plays built-in bots without a process. This is fast, but possible only for built-in bots.
        on_failing_bot: Whether a forfeit stops the run. If not, "report" lets the run fail at its end if a bot
            forfeited too many matches; "continue" lets it fail only if a bot missed all of its matches.
        on_changed_bot: Whether changed code of a bot under the same `version` is refused, or becomes a new version.
        pin: Gives each bot of a match its own core. No other bot's processes run there.
        max_forfeits: The share of its matches, from 0 to 1, that a bot may forfeit before "report" lets the run fail.
        trust: Which matches that other machines have played are replayed: all, 5 % of them, or none.
        bots_from: A folder that all machines of a cluster share, from which bots start. If empty, their files are sent.
    """

    workers: int = 1
    concurrency: int | Literal["auto"] = "auto"
    processes: Literal["kept", "fresh"] = "kept"
    sandbox: Literal["auto", "require", "off"] = "auto"
    in_process: bool = False
    on_failing_bot: Literal["report", "continue", "stop"] = "report"
    on_changed_bot: Literal["refuse", "new-version"] = "refuse"
    pin: bool = False
    max_forfeits: float = 0.2
    trust: Literal["verify-all", "sample", "none"] = "sample"
    bots_from: str = ""


class RatingRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[rating]`: how results become ratings.

    Attributes:
        elo_k: How far a match can move the running Elo.
        elo_start: Where the running Elo starts, from -100000 to 100000.
        anchors: Bots whose ratings you fix, each from -100000 to 100000, and at most 4000 apart.
        leave_out: Bots whose matches count for no rating.
    """

    elo_k: float = 20.0
    elo_start: float = 1500.0
    anchors: dict[str, float] = field(default_factory=dict)
    leave_out: list[str] = field(default_factory=list)


class Time(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[time]`: durations as text, for example "500ms" or "10s".

    Attributes:
        startup: The time that a bot has to connect, at least 1ms.
        decision: The time for a decision before the bank is used, at least 1ms.
        bank: The extra thinking time of a seat for the match.
        increment: What each answer adds to the bank.
        margin: The allowance for the transport of messages to the bot and back.
        max_strikes: The number of strikes that forfeit a seat.
        cover_forfeits: Lets the defaults of a forfeited seat take as long as its answers did.
    """

    startup: str = "10s"
    decision: str = "1s"
    bank: str = "30s"
    increment: str = "0s"
    margin: str = "20ms"
    max_strikes: int = 3
    cover_forfeits: bool = True


class FromEnvironment(Struct, frozen=True, forbid_unknown_fields=True, rename={"variable": "from"}):
    """A value of `env` that is not stored in any file: that of one of the runner's own variables, for example a key."""

    variable: str


class Entrant(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of `[[bots]]`: a built-in bot, a command to start, or a bot that dials in by itself.

    Like all of `[run]`, `readable`, `memory`, `sandbox`, `network` and `title` may change during a tournament.

    Attributes:
        name: The name in all tables.
        builtin: A sample bot: first, random, greedy, ismcts, llm. Each bot has one of `builtin`, `command`, `dial_in`.
        command: A program with its arguments.
        dial_in: Lets the bot connect by itself, with a token.
        env: Variables for the bot. `{ from = "KEY" }` takes the value from the environment of `tournament run`.
        version: What you call this version of the bot. Each version has its own rating.
        readable: Files and folders that the bot may read in the sandbox, besides its own.
        memory: The memory that the bot may use.
        sandbox: Overrides the key of `[run]` for this bot.
        network: Gives the bot access to the machine's network from its sandbox.
        withdrawn: Keeps the bot out of further matches. Those that it has played stay.
        follows: In the database, the previous version. Do not use it in a plan.
        title: What tables show beside the name, for people: up to 64 printable characters.
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
    withdrawn: bool = False
    follows: str = ""
    title: str = ""

    @property
    def asks_a_model(self) -> bool:
        """Whether it is the sample bot that needs an external model."""
        return self.builtin in MODELS


class PlanFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole plan as written in the file. `plan` is the version of its format."""

    plan: int
    tournament: Tournament
    format: Format = field(default_factory=Format)
    run: Run = field(default_factory=Run)
    rating: RatingRules = field(default_factory=RatingRules)
    time: Time = field(default_factory=Time)
    listen: Listen = field(default_factory=Listen)
    stop: Stop = field(default_factory=Stop)
    tune: Tune | None = None
    options: dict[str, OptionValue] = field(default_factory=dict)
    bots: list[Entrant]


class Plan(PlanFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole plan, and the contents of the file `tournament.cards`."""

    card_set: dict[str, Any] | None = None

    @property
    def card_set_digest(self) -> str:
        """The digest of the card set that is played with."""
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
    def wait_s(self) -> float:
        """How long a run waits for the bots that dial in, in seconds."""
        return milliseconds(self.listen.wait) / 1000

    @property
    def playing(self) -> list[Entrant]:
        """The bots that are not withdrawn."""
        return [bot for bot in self.bots if not bot.withdrawn]

    @property
    def rounds(self) -> int:
        """The number of rounds of a Swiss tournament: by default, enough to find one winner at tables of two."""
        if self.format.rounds != "auto":
            return self.format.rounds
        return max(ceil(log2(max(len(self.playing), 1))), 1)

    @property
    def endless(self) -> bool:
        """Whether the tournament ends only when you stop it."""
        return self.format.kind == "ladder" and self.format.matches == "endless"

    @property
    def challengers(self) -> list[str]:
        """The challengers of a gauntlet that are not withdrawn."""
        return [bot.name for bot in self.playing if bot.name in self.format.challengers]

    @property
    def others(self) -> list[str]:
        """The playing bots that are not challengers: the field of a gauntlet."""
        return [bot.name for bot in self.playing if bot.name not in self.format.challengers]

    def sandbox_of(self, bot: Entrant) -> Literal["auto", "require", "off"]:
        """Return the sandbox setting of a bot of this plan."""
        return bot.sandbox or self.run.sandbox

    def remembering(self, bot: Entrant, *, forgetful: bool) -> bool:
        """Whether a bot could recognise a deal that it met before; `forgetful`: whether its sandbox keeps nothing.

        A language model could, because its operator sees the deals, and so could a bot with network access.
        """
        alone = not (bot.dial_in or bot.network or bot.asks_a_model)
        return can_remember(
            builtin=bot.builtin is not None and not bot.asks_a_model,
            fresh=self.run.processes == "fresh" and alone,
            forgetful=forgetful,
        )

    def duplicates(self, forgetful: Callable[[Entrant], bool]) -> bool:
        """Whether each deal is played once per rotation of the seats; `forgetful`: whether a bot's sandbox forgets.

        A bot that remembers the first match of a deal would know the cards of the others. So "auto" means yes only if
        no bot can remember.
        """
        if self.format.duplicate != "auto":
            return self.format.duplicate
        return not any(self.remembering(bot, forgetful=forgetful(bot)) for bot in self.playing)

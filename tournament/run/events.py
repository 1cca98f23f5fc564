"""What happens while a tournament is played, as values: for the display, and as JSON lines for machines."""

from __future__ import annotations

from msgspec import Struct

from tournament.storage.rows import ProcessRow
from tournament.storage.summary import MatchSummary


class RunBegan(Struct, frozen=True, kw_only=True, tag_field="event", tag="began"):
    """The runner begins, or goes on: `done` of `total` matches are stored already.

    `commitment` is the hash of the secret that the deals follow from.
    """

    name: str
    total: int
    done: int
    at_once: int
    commitment: str
    bots: list[str]


class Played(Struct, frozen=True, kw_only=True, tag_field="event", tag="played"):
    """A match has a result, and it is stored. `ratings` are the Elo ratings so far."""

    match: MatchSummary
    done: int
    total: int
    ratings: dict[str, float]


class AtOnce(Struct, frozen=True, kw_only=True, tag_field="event", tag="at_once"):
    """From now on so many matches run at once, and what was seen when that was chosen.

    `idle` is the share of the cores that did nothing, None where the system does not tell; the times are of the bots'
    answers since the last look.
    """

    at_once: int
    idle: float | None
    mean_ms: float
    longest_ms: float


class Void(Struct, frozen=True, kw_only=True, tag_field="event", tag="void"):
    """A match was broken by nobody's fault; it is played again."""

    match: str
    void_reason: str


class Failed(Struct, frozen=True, kw_only=True, tag_field="event", tag="bot_failed"):
    """A bot's process failed: how it was started, how it ended, and what it wrote last."""

    process: ProcessRow


class RunStopping(Struct, frozen=True, kw_only=True, tag_field="event", tag="stopping"):
    """No more matches are begun. `running` may still end within `seconds`."""

    running: int
    seconds: float


class Note(Struct, frozen=True, kw_only=True, tag_field="event", tag="note"):
    """Something that the person who runs the tournament should know."""

    text: str


class RunEnded(Struct, frozen=True, kw_only=True, tag_field="event", tag="ended"):
    """The runner has ended; `done` of `total` matches are stored."""

    done: int
    total: int
    seconds: float


Event = RunBegan | AtOnce | Played | Void | Failed | RunStopping | Note | RunEnded

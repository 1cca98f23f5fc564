"""What happens while a tournament is played, as values: for the display, and as JSON lines for programs."""

from __future__ import annotations

from msgspec import Struct

from tournament.statistics.stopping import StopState
from tournament.storage.rows import ProcessRow
from tournament.storage.summary import MatchSummary


class RunBegan(Struct, frozen=True, kw_only=True, tag_field="event", tag="began"):
    """The runner begins or resumes; `done` of `total` matches are already stored.

    `commitment` is the hash of the secret from which the deals are derived. `drawing` says that the format may draw
    further matches besides the `total` ones.
    """

    name: str
    total: int
    done: int
    at_once: int
    commitment: str
    bots: list[str]
    drawing: bool = False


class Played(Struct, frozen=True, kw_only=True, tag_field="event", tag="played"):
    """A match has a result, which is stored. `ratings` are the Elo ratings so far.

    `stop` says how close the decision of `[stop]` in the plan was just before; None if the plan has no such section.
    For `drawing` see `RunBegan`.
    """

    match: MatchSummary
    done: int
    total: int
    ratings: dict[str, float]
    stop: StopState | None = None
    drawing: bool = False


class AtOnce(Struct, frozen=True, kw_only=True, tag_field="event", tag="at_once"):
    """A new number of matches that run at once, and the measurements behind it.

    `idle` is the share of the cores' time that was idle; None if the system does not report it. The times are those of
    the bots' answers since the last measurement.
    """

    at_once: int
    idle: float | None
    mean_ms: float
    longest_ms: float


class Void(Struct, frozen=True, kw_only=True, tag_field="event", tag="void"):
    """A match failed, and nobody is to blame; it will be played again."""

    match: str
    void_reason: str


class Failed(Struct, frozen=True, kw_only=True, tag_field="event", tag="bot_failed"):
    """A bot process failed: how it was started, how it ended, and its last output."""

    process: ProcessRow


class RunStopping(Struct, frozen=True, kw_only=True, tag_field="event", tag="stopping"):
    """No more matches are started. The `running` ones may still finish within `seconds`."""

    running: int
    seconds: float


class TimeIsUp(Struct, frozen=True, kw_only=True, tag_field="event", tag="time_is_up"):
    """The time at which the run should end has come: no more matches are started.

    The `running` ones are played to their end.
    """

    running: int


class Note(Struct, frozen=True, kw_only=True, tag_field="event", tag="note"):
    """Something that the organiser should know."""

    text: str


class EndedEarly(Struct, frozen=True, kw_only=True, tag_field="event", tag="ended_early"):
    """The plan says that the tournament ends here: it is closed, with `done` matches. `text` is what was concluded."""

    text: str
    done: int
    stop: StopState


class RunEnded(Struct, frozen=True, kw_only=True, tag_field="event", tag="ended"):
    """The runner has ended; `done` of `total` matches are stored."""

    done: int
    total: int
    seconds: float


RunEvent = RunBegan | AtOnce | Played | Void | Failed | RunStopping | TimeIsUp | Note | EndedEarly | RunEnded

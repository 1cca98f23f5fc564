"""One seat of a running match: what it is asked, what arrives in time, its strikes and its forfeit."""

from __future__ import annotations

from collections.abc import Callable

import trio
from msgspec import Struct
from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.record import Cause, Header, SeatEnd, StrikeCause, StrikeGiven, Timing
from referee.kernel.replay import Replay
from referee.kernel.seats import Seat
from referee.server.lag import NO_LAG, SECONDS_BETWEEN_BEATS, Lag
from referee.server.match import messages
from referee.server.match.link import SeatLink, seconds_waited
from referee.server.match.mailbox import Ignored, Mailbox
from referee.server.match.pace import Pace
from referee.server.match.time_bank import TimeBank

OVERLOAD_SECONDS = 0.1
SECONDS_AFTER_DELAY = 2 * SECONDS_BETWEEN_BEATS
"""Seconds after which it is known whether a delay is over."""

_CAUSE_OF_END = {
    SeatEnd.STRIKES: Cause.STRUCK_OUT,
    SeatEnd.RESIGNED: Cause.RESIGNED,
    SeatEnd.NO_SHOW: Cause.NO_SHOW,
}


class Settled(Struct, gc=False):
    """How a turn ended. `option` is None if the default was played."""

    option: int | None
    cause: Cause
    note: str
    time: Timing


class LateTurn(Struct, frozen=True, gc=False):
    """A turn that was not answered in time, and the interval in which it was open, by trio's clock."""

    turn: int
    begin: float
    end: float


class SeatJudge:
    """Judges one seat; a `Receiver` for its link.

    `on_settled` is called when the open turn is settled: with True if the bot has answered it, so the next one may be
    asked at once; with False if it ended in another way, which must be reported first. `on_link` is called when a
    connection is made or lost.

    Attributes:
        end: The state of the seat: played, or forfeited and why (treat as read-only).
        strikes: How many strikes it has (treat as read-only).
        settled: How the last turn ended; None while one is open (treat as read-only).
        overloaded: Whether the referee's own lag was ever too large to keep time well.
        made_at: When the match was prepared, by trio's clock (treat as read-only).
        late: The turns that were not answered in time despite a connection (treat as read-only).
        new_strikes: The list of strikes for the record; all seats of the match share it, like `pace`.
    """

    def __init__(
        self,
        header: Header,
        seat: Seat,
        link: SeatLink,
        *,
        new_strikes: list[StrikeGiven],
        pace: Pace,
        on_settled: Callable[[bool], None],
        on_link: Callable[[Seat, bool], None],
    ) -> None:
        self.seat = seat
        self.link = link
        self.mailbox = Mailbox()
        self.bank = TimeBank(header.time_control, timed=seat not in header.untimed)
        self.end = SeatEnd.PLAYED
        self.strikes = 0
        self.settled: Settled | None = None
        self.overloaded = False
        self.late: list[LateTurn] = []
        self.new_strikes = new_strikes
        self.asked_at = 0.0
        self.made_at = trio.current_time()
        self._asked_before = 0.0
        self.events_told = 0
        self._match_id = header.match_id
        self._max_strikes = header.time_control.max_strikes
        self._covers = header.time_control.cover_forfeits
        self._pace = pace
        self._covered_until: float | None = None
        self._now = trio.lowlevel.current_clock().current_time  # `trio.current_time` looks this up at each call
        self._on_settled = on_settled
        self._on_link = on_link

    @property
    def open(self) -> bool:
        """Whether a turn is open, i.e. not settled."""
        return self.mailbox.option_count > 0

    @property
    def awaits_bot(self) -> bool:
        """Whether the turn is open for the bot. A turn may also stay open only to hide that no bot will answer it."""
        return self.open and self._covered_until is None

    @property
    def asked_s(self) -> float:
        """For how many seconds in total the bot had a question to answer."""
        return self._asked_before + (self._now() - self.asked_at if self.awaits_bot else 0.0)

    def ask(self, option_count: int) -> bool:
        """Open a turn. Return False if it must not be sent, because the seat is forfeited or its bot has left."""
        self.mailbox.open(option_count)
        self.settled = None
        self.asked_at = self._now()
        self._covered_until = None
        if self.end is SeatEnd.PLAYED and not self.link.gone:
            return True
        cover = min(self._pace.draw(self.seat), self.bank.limit()) if self._covers else 0.0
        if cover:
            self._covered_until = self.asked_at + cover
        else:
            self._settle_for_nobody()
        return False

    def take_over(self, replayed: Replay) -> None:
        """Continue from where a record ends."""
        self.mailbox = Mailbox(replayed.chosen[self.seat])
        self.strikes = replayed.strikes[self.seat]
        self.events_told = replayed.events_told[self.seat]
        for milliseconds in replayed.thought[self.seat]:
            self._pace.note(self.seat, milliseconds / 1000)
        bank = replayed.banks[self.seat]
        if bank is not None:
            self.bank.left = bank / 1000
        if self.strikes >= self._max_strikes:
            self.end = SeatEnd.STRIKES
        self.end = replayed.forfeited.get(self.seat, self.end)

    def time_left(self) -> tuple[float, float]:
        """The time left for the open turn: of the decision's own time, and in the bank."""
        return self.bank.shown(self._now() - self.asked_at)

    def deadline(self) -> float:
        """The time at which the open turn ends without an answer, if the referee itself loses no time."""
        return self.asked_at + self.bank.limit() if self._covered_until is None else self._covered_until

    def check_deadline(self) -> float:
        """Settle the open turn if its time is over; return when to check again."""
        if not self.awaits_bot:
            return self._check_cover()
        lag = self.link.own_lag()
        now = self._now()
        deadline = self.deadline() + self._not_charged(lag)
        if now >= deadline:
            deadline = max(deadline, self.deadline() + self._kept_waiting())
        if not self.open or now < deadline:
            return min(deadline, now + SECONDS_AFTER_DELAY) if lag.lasting else deadline
        self.overloaded |= now - deadline > OVERLOAD_SECONDS
        if self.link.connected:
            why = f"no answer to turn {self.mailbox.turn} in time; the default was played"
            self._expire(StrikeCause.TIMEOUT, why, lag)
        else:
            why = f"no connection for turn {self.mailbox.turn}; the default was played"
            self._expire(StrikeCause.DISCONNECTED, why, lag)
        return deadline

    def choice(self, choice: wire.Choice, lag: Lag = NO_LAG) -> bool:
        """Handle an answer. See `Receiver`."""
        if self.end is not SeatEnd.PLAYED:
            return False
        wall = self._now() - self.asked_at
        not_charged = 0.0 if lag is NO_LAG else self._not_charged(lag)
        turn, note, limit = choice.turn, choice.note, self.bank.limit()
        if wall - not_charged >= limit and self.open and turn == self.mailbox.turn:
            not_charged = max(not_charged, self._kept_waiting())
            if wall - not_charged >= limit:
                why = f"the answer to turn {turn} came too late; the default was played"
                self._expire(StrikeCause.TIMEOUT, why, lag)
        option = choice.option if choice.HasField("option") else None
        verdict = self.mailbox.take(turn, option, len(note))
        if verdict is None:
            self.bank.charge(wall - not_charged, lag)
            self._pace.note(self.seat, wall - not_charged)
            self._settle(option, Cause.CHOSEN, note.decode(errors="replace") if note else "", wall, not_charged)
            self._on_settled(True)  # noqa: FBT003 - a callback
            return True
        if verdict is Ignored.LATE:
            why = f"turn {turn} is over; there is no further strike for the late answer"
            self._tell_strike(turn, StrikeCause.STALE, why, counted=False)
        elif not isinstance(verdict, Ignored):
            self.misbehaved(*verdict)
        return False

    def resign(self) -> bool:
        """Handle a resignation. See `Receiver`."""
        plays = self.end is SeatEnd.PLAYED
        self.forfeit(SeatEnd.RESIGNED)
        return plays

    def misbehaved(self, cause: StrikeCause, why: str) -> None:
        """Give a strike. See `Receiver`."""
        if self._strike(cause, why):
            self.forfeit(SeatEnd.STRIKES)

    def link_changed(self, *, fresh: bool = False) -> None:
        """Record a change of the connection. See `Receiver`."""
        if self.link.gone and self.awaits_bot:
            self._expire(StrikeCause.DISCONNECTED, "the bot left", self.link.own_lag())
        elif fresh and self.end is SeatEnd.PLAYED:
            self._covered_until = None  # it had left, and came back in time
        self._on_link(self.seat, fresh)

    def forfeit(self, end: SeatEnd) -> None:
        """Forfeit the seat: from now on the default is played for it, without waiting."""
        if self.end is SeatEnd.PLAYED:
            self.end = end
            if self.awaits_bot:
                self._settle_by_default(_CAUSE_OF_END[end])

    def _check_cover(self) -> float:
        """Play the default of a seat without a bot when its time has come; return when to check again."""
        deadline = self.deadline()
        if self.open and self._now() >= deadline:
            self._settle_for_nobody()
        return deadline

    def _settle_for_nobody(self) -> None:
        if self.end is SeatEnd.PLAYED:
            self._expire(StrikeCause.DISCONNECTED, "the bot left")
        else:
            self._settle_by_default(_CAUSE_OF_END[self.end])

    def _not_charged(self, lag: Lag) -> float:
        """How much of the referee's own lag is not charged. A large lag marks the match as overloaded in any case."""
        self.overloaded |= lag.total > OVERLOAD_SECONDS
        return self.bank.not_charged(lag)

    def _kept_waiting(self) -> float:
        """How long the bot waited for a core in the open turn because other bots used too much: at most as its limit.

        This is looked up only for a turn that would otherwise be late.
        """
        cores = self.link.cores
        if cores is None:
            return 0.0
        waited = seconds_waited(cores.shortages(self.asked_at), self.asked_at, self._now())
        return min(waited, self.bank.limit())

    def _expire(self, cause: StrikeCause, why: str, lag: Lag = NO_LAG) -> None:
        """Settle the open turn by default, for a strike. A bot that leaves is charged for the time until then."""
        if cause is StrikeCause.TIMEOUT:
            self.late.append(LateTurn(self.mailbox.turn, self.asked_at, self._now()))
        not_charged = max(self._not_charged(lag), self._kept_waiting())
        self.bank.charge(min(self.bank.limit(), self._now() - self.asked_at - not_charged), lag)
        self._settle_by_default(Cause(cause), not_charged)
        if self._strike(cause, why):
            self.forfeit(SeatEnd.STRIKES)

    def _strike(self, cause: StrikeCause, why: str) -> bool:
        """Record a strike and notify the bot. Return True if the seat now has too many."""
        if self.end is not SeatEnd.PLAYED:
            return False
        self.strikes += 1
        self.new_strikes.append(StrikeGiven(self.seat, self.mailbox.turn, cause))
        self._tell_strike(self.mailbox.turn, cause, why, counted=True)
        return self.strikes >= self._max_strikes

    def _tell_strike(self, turn: int, cause: StrikeCause, why: str, *, counted: bool) -> None:
        left = max(0, self._max_strikes - self.strikes)
        self.link.post(messages.strike(self._match_id, turn, cause, why, strikes_left=left, counted=counted))

    def _settle_by_default(self, cause: Cause, not_charged: float = 0.0) -> None:
        self.mailbox.close(None)
        self._settle(None, cause, "", self._now() - self.asked_at, not_charged)
        self._on_settled(False)  # noqa: FBT003 - a callback

    def _settle(self, option: int | None, cause: Cause, note: str, wall: float, not_charged: float) -> None:
        if self._covered_until is None:
            self._asked_before += wall
        self.settled = Settled(option, cause, note, _timing(wall, not_charged, self.bank.left))


def _timing(wall: float, not_charged: float, left: float) -> Timing:
    """Seconds as milliseconds, precise to the microsecond; Python rounds to whole numbers faster than to places."""
    return Timing(round(1e6 * wall) / 1000, round(1e6 * not_charged) / 1000, round(1e6 * left) / 1000)

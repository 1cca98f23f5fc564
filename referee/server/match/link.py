"""The interface between a match and the bot of one seat, over gRPC, in this process, or in a test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import trio
from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.record import StrikeCause
from referee.server.lag import NO_LAG, Lag
from referee.server.match.sleeper import Sleeper


class CoreShortage(Protocol):
    """An interval, by trio's clock, in which a bot waited for a core because others used too much.

    Made by `bots.shares`.
    """

    @property
    def begin(self) -> float:
        """When it began."""

    @property
    def end(self) -> float:
        """When it ended."""

    @property
    def seconds(self) -> float:
        """How long the bot waited."""

    @property
    def takers(self) -> tuple[str, ...]:
        """The names of the bots that used more than their fair share."""


def seconds_waited(shortages: Sequence[CoreShortage], begin: float, end: float) -> float:
    """How long a bot waited for a core between two moments, at most: nobody knows when within a shortage it waited."""
    together = [(min(end, one.end) - max(begin, one.begin), one.seconds) for one in shortages]
    return sum(max(0.0, min(both)) for both in together)


class Cores(Protocol):
    """What is known about a bot's use of this machine's cores."""

    def shortages(self, begin: float) -> Sequence[CoreShortage]:
        """The shortages that ended after `begin`."""

    async def look_now(self) -> None:
        """Measure now, so that everything up to this moment is known. It does not take long."""


class Receiver(Protocol):
    """What a link calls when something arrives. Every call returns at once."""

    @property
    def open(self) -> bool:
        """Whether an answer is awaited."""

    @property
    def asked_s(self) -> float:
        """For how many seconds in total, in all turns, the bot had a question to answer."""

    def choice(self, choice: wire.Choice, lag: Lag = NO_LAG) -> bool:
        """Handle an answer; `lag` is the part of its time that the referee lost.

        Returns False if it was not asked for.
        """

    def resign(self) -> bool:
        """Handle the bot's resignation.

        Returns False if it had resigned before, or if the seat is already forfeited.
        """

    def misbehaved(self, cause: StrikeCause, why: str) -> None:
        """Handle a wrong request that is not an answer."""

    def link_changed(self, *, fresh: bool = False) -> None:
        """The link was lost, has ended for good, or is back (`fresh`: a new connection, which has received nothing)."""


class SeatLink(Protocol):
    """The link of one seat to its bot."""

    @property
    def wants_text(self) -> bool:
        """Whether the bot also wants positions and options as text."""

    @property
    def wants_events(self) -> bool:
        """Whether the bot wants the events since its last turn."""

    @property
    def wants_cards(self) -> bool:
        """Whether the bot wants the card set when a match begins."""

    @property
    def wants_updates(self) -> bool:
        """Whether the bot wants to see the table after steps that bring it no Turn, and at the end."""

    @property
    def connected(self) -> bool:
        """Whether a message sent now can arrive."""

    @property
    def gone(self) -> bool:
        """Whether the bot will not come back: then the match does not wait for its answers."""

    @property
    def cores(self) -> Cores | None:
        """The bot's use of the cores; None unless its process is one of ours."""

    def attach(self, match_id: str, receiver: Receiver) -> None:
        """Start to pass what the bot sends about this match to `receiver`."""

    def detach(self, match_id: str) -> None:
        """Stop passing it."""

    def post(self, response: wire.PlayResponse) -> None:
        """Send a response and return at once; without a connection it is lost."""

    def ask(self, turn: int, response: bytes) -> None:
        """Send the Turn with this number, in a serialised response.

        It is sent again if the bot may not have received it.
        """

    def own_lag(self) -> Lag:
        """How much time the referee itself has lost since the last Turn."""


async def until_there(links: Sequence[SeatLink], seconds: float, sleeper: Sleeper) -> None:
    """Wait until the bots connect or have left for good: up to `seconds`, plus the time that the referee lost.

    `sleeper` is woken whenever a link changes.
    """
    begun = trio.current_time() - _lag_of(links)
    while trio.current_time() < (deadline := begun + seconds + _lag_of(links)) and any(
        not (link.connected or link.gone) for link in links
    ):
        await sleeper.sleep_until(deadline)


def _lag_of(links: Sequence[SeatLink]) -> float:
    """The time that the referee lost since the links were made."""
    return max(link.own_lag().total for link in links)

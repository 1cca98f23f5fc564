"""The way from a match to the bot of one seat, whatever carries it: gRPC, this process, or a test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.record import StrikeCause
from referee.server.lag import NO_LAG, Lag


class CoreShortage(Protocol):
    """A span of time, by trio's clock, in which a bot waited for a core because of others. Made by `bots.shares`."""

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


class Cores(Protocol):
    """What is known of how a bot gets the cores of this machine."""

    def shortages(self, begin: float) -> Sequence[CoreShortage]:
        """Those that ended after a moment."""

    async def look_now(self) -> None:
        """Has the cores looked at, so that what happened until now is known. It does not take long."""


class Receiver(Protocol):
    """What a link calls when something arrives. Every call returns at once."""

    @property
    def open(self) -> bool:
        """Whether an answer is awaited."""

    @property
    def asked_s(self) -> float:
        """For how many seconds the bot was asked so far, all turns together."""

    def choice(self, choice: wire.Choice, lag: Lag = NO_LAG) -> bool:
        """Takes an answer; `lag` is the part of its time that the referee itself lost. False: nobody asked for it."""

    def resign(self) -> bool:
        """The bot gives up this match. False: it had done so before, or the seat is forfeited for something else."""

    def misbehaved(self, cause: StrikeCause, why: str) -> None:
        """The bot did something wrong that is not an answer."""

    def link_changed(self, *, fresh: bool = False) -> None:
        """The link was lost, or is back (then `fresh`: a new connection that has heard nothing), or gone for good."""


class SeatLink(Protocol):
    """One seat's way to its bot."""

    @property
    def wants_text(self) -> bool:
        """Whether the bot wants positions and options as text too."""

    @property
    def wants_events(self) -> bool:
        """Whether the bot wants the events since its last turn."""

    @property
    def wants_cards(self) -> bool:
        """Whether the bot wants the card set when a match begins."""

    @property
    def connected(self) -> bool:
        """Whether something that is sent now can arrive."""

    @property
    def gone(self) -> bool:
        """Whether the bot will not come back: then nobody waits for its answers."""

    @property
    def cores(self) -> Cores | None:
        """How the bot gets the cores; None unless its process is one of ours."""

    def attach(self, match_id: str, receiver: Receiver) -> None:
        """Begins to hand what the bot says about this match to `receiver`."""

    def detach(self, match_id: str) -> None:
        """Ends that."""

    def post(self, response: wire.PlayResponse) -> None:
        """Sends something and returns at once; without a connection it is lost."""

    def ask(self, turn: int, response: bytes) -> None:
        """Sends a Turn of that number, in a response that is serialised already; again if the bot may not have it."""

    def own_lag(self) -> Lag:
        """How much of the time since the last Turn the referee itself lost."""


def lag_of(links: Sequence[SeatLink]) -> float:
    """What the referee lost since the links were made, while it waits for their bots."""
    return max(link.own_lag().total for link in links)

"""The way from a match to the bot of one seat, whatever carries it: gRPC, this process, or a test."""

from __future__ import annotations

from typing import Protocol

from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.record import StrikeCause


class Receiver(Protocol):
    """What a link calls when something arrives. Every call returns at once.

    Attributes:
        open: Whether an answer is awaited.
    """

    @property
    def open(self) -> bool: ...  # noqa: D102

    def choice(self, choice: wire.Choice, lag: float = 0.0) -> bool:
        """Takes an answer; `lag` is the part of its time that the referee itself wasted. False: nobody asked for it."""

    def resign(self) -> bool:
        """The bot gives up this match. False: it had done so before, or the seat is forfeited for something else."""

    def misbehaved(self, cause: StrikeCause, why: str) -> None:
        """The bot did something wrong that is not an answer."""

    def link_changed(self, *, fresh: bool = False) -> None:
        """The link was lost, or is back (then `fresh`: a new connection that has heard nothing), or gone for good."""


class SeatLink(Protocol):
    """One seat's way to its bot.

    Attributes:
        wants_text: The bot wants positions and options as text too.
        wants_events: The bot wants the events since its last turn.
        wants_cards: The bot wants the card set when a match begins.
        connected: Whether something that is sent now can arrive.
        gone: The bot will not come back; nobody waits for its answers.
    """

    @property
    def wants_text(self) -> bool: ...  # noqa: D102
    @property
    def wants_events(self) -> bool: ...  # noqa: D102
    @property
    def wants_cards(self) -> bool: ...  # noqa: D102
    @property
    def connected(self) -> bool: ...  # noqa: D102
    @property
    def gone(self) -> bool: ...  # noqa: D102

    def attach(self, match_id: str, receiver: Receiver) -> None:
        """Begins to hand what the bot says about this match to `receiver`."""

    def detach(self, match_id: str) -> None:
        """Ends that."""

    def post(self, response: wire.PlayResponse) -> None:
        """Sends something and returns at once; without a connection it is lost."""

    def ask(self, turn: int, response: bytes) -> None:
        """Sends a Turn of that number, in a response that is serialised already; again if the bot may not have it."""

    def own_lag(self) -> float:
        """How much of the time since the last Turn the referee itself wasted."""

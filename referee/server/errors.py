"""What the referee refuses. The type says what kind of mistake it was, the reason which one, for programs."""

from __future__ import annotations

from referee.errors import RefereeError


class Refusal(RefereeError):
    """A request that the referee does not carry out.

    Attributes:
        reason: Which mistake it was, in upper snake case; part of the contract.
        metadata: Every variable part of the message.
    """

    def __init__(self, reason: str, message: str, **metadata: object) -> None:
        super().__init__(message)
        self.reason = reason
        self.metadata = {name: str(value) for name, value in metadata.items()}


class NotKnown(Refusal):
    """The caller did not say who it is, or nobody can be known by what it said."""


class NotAllowed(Refusal):
    """The caller is known, and may not do this."""


class NotFound(Refusal):
    """There is no such thing."""


class AlreadyThere(Refusal):
    """There is such a thing already, and it differs."""


class WrongRequest(Refusal):
    """The request can not be meant so, whatever the referee is doing."""


class NotNow(Refusal):
    """The request is a good one, but what it is about is not in a state for it."""


class TooLate(Refusal):
    """The caller took too long."""


class TooMuch(Refusal):
    """The caller sends more than the limits allow, or reads less."""


class NotKept(Refusal):
    """The referee takes nothing new now, because its disk takes nothing."""


class Stopping(Refusal):
    """The referee takes nothing new, because it is about to stop."""

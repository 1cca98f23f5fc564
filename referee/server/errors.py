"""What the referee refuses. The type is the kind of mistake; programs find the exact mistake in the reason."""

from __future__ import annotations

from referee.errors import RefereeError


class Refusal(RefereeError):
    """A request that the referee refuses.

    Attributes:
        reason: The exact mistake, in upper snake case; part of the contract.
        metadata: The variable parts of the message.
    """

    def __init__(self, reason: str, message: str, **metadata: object) -> None:
        super().__init__(message)
        self.reason = reason
        self.metadata = {name: str(value) for name, value in metadata.items()}


class NotKnown(Refusal):
    """The caller gave no token, or one that is not known."""


class NotAllowed(Refusal):
    """The caller is known, but may not do this."""


class NotFound(Refusal):
    """The requested thing does not exist."""


class AlreadyThere(Refusal):
    """Something with this name exists already, and is different."""


class WrongRequest(Refusal):
    """The request is wrong, whatever the state of the referee."""


class NotNow(Refusal):
    """The request is valid, but not possible in the present state of what it refers to."""


class TooLate(Refusal):
    """The caller took too long."""


class TooMuch(Refusal):
    """The caller sends more than the limits allow, or reads too slowly."""


class NotKept(Refusal):
    """The referee accepts nothing new now, because it cannot write to its disk."""


class Stopping(Refusal):
    """The referee accepts nothing new, because it is stopping."""

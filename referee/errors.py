"""Exceptions: mistakes of callers, bots, files and rules. The type says whose mistake it is."""

from __future__ import annotations


class RefereeError(Exception):
    """The base class of all errors of this package. The message says what is wrong and what is allowed."""


class UsageError(RefereeError):
    """The caller asked for something that does not exist or is not allowed: a game, an option, a seat.

    Attributes:
        reason: Which mistake it was, in upper snake case, for programs; part of the wire's contract. Empty if no
            program needs it.
        details: Every variable part of the message.
    """

    def __init__(self, message: str, reason: str = "", **details: object) -> None:
        super().__init__(message)
        self.reason = reason
        self.details = {name: str(value) for name, value in details.items()}


class CardSetError(RefereeError):
    """A card set cannot be used. The message names the card, the field and what is allowed."""


class IllegalChoice(RefereeError):
    """An answer came from a seat that was not asked, or its index is not on the seat's list. Nothing has changed."""


class RulesError(RefereeError):
    """The rules of a game broke the kernel's contract. This is a defect of the game, never of a bot."""


class MatchFailed(RulesError):
    """The code of a game raised an exception, so its match cannot go on and has no result.

    The message names the game and the line of its code, then the phase and the exception; `__cause__` is the exception
    itself.
    """


class DeclarationError(RefereeError):
    """A declaration in a game cannot be represented on the wire.

    The message names class and field, and says what is allowed.
    """


class NoOtherWorld(RefereeError):
    """No different deal was found that agrees with everything that the seat has seen."""


class RecordError(RefereeError):
    """A record cannot be read, or its contents do not follow from the rules."""


class BotFailed(RefereeError):
    """A bot process cannot be kept running. The message names the bot, how it ended, its command and last output."""

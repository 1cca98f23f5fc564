"""What callers, bots, files and rules can do wrong. Whose fault it is stands in the type."""

from __future__ import annotations


class RefereeError(Exception):
    """The root of all errors of this package; the message says what was wrong and what is right."""


class UsageError(RefereeError):
    """The caller asked for something that does not exist or is not allowed: a game, an option, a seat.

    Attributes:
        reason: Which mistake it was, in upper snake case, for programs; part of the wire's contract. Empty where no
            program asks.
        details: Every variable part of the message.
    """

    def __init__(self, message: str, reason: str = "", **details: object) -> None:
        super().__init__(message)
        self.reason = reason
        self.details = {name: str(value) for name, value in details.items()}


class CardSetError(RefereeError):
    """A card set can not be used. The message names the card, the field and what is allowed."""


class IllegalChoice(RefereeError):
    """An answer by a seat that is not asked, or an index that is not on its list. Nothing was changed."""


class RulesError(RefereeError):
    """The rules of a game broke the kernel's contract: a defect of ours, never of a bot."""


class MatchFailed(RulesError):
    """The code of a game raised, so its match can not go on and has no result.

    The message names the phase, what was raised, and the line of code; `__cause__` is the exception itself.
    """


class DeclarationError(RefereeError):
    """What a game declares has no form on the wire. The message names class and field, and says what is right."""


class NoOtherWorld(RefereeError):
    """No different deal was found that agrees with everything that the seat has seen."""


class RecordError(RefereeError):
    """A record can not be read, or what it tells is not what the rules give."""


class BotFailed(RefereeError):
    """A bot's process can not be kept running. The message names the bot, how it ended, its command and last words."""

"""What can go wrong between a bot and its referee. A mistake of the bot itself is a plain `ValueError`."""

from __future__ import annotations


class ClientError(Exception):
    """An error that ends the bot, but is not a mistake in its `choose`; the message says what to do."""


class SettingsError(ClientError):
    """The settings in the environment are missing or wrong."""


class UnreachableError(ClientError):
    """The library could not connect, or reconnect, within its time limit."""


class RefusedError(ClientError):
    """The referee ended the stream with an error for which a retry is useless."""


class ProtocolError(ClientError):
    """The referee sent a message that this library does not understand."""


class SeatError(ClientError):
    """A seat was answered or resigned when that was not possible."""

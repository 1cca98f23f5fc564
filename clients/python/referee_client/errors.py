"""What can go wrong between a bot and its referee. A mistake of the bot itself is a plain `ValueError`."""

from __future__ import annotations


class ClientError(Exception):
    """Something that ends the bot through no mistake in its `choose`; the message says what to do."""


class SettingsError(ClientError):
    """The environment does not say where the referee is, or says it wrongly."""


class UnreachableError(ClientError):
    """No connection could be made, or made again, for as long as the library tries."""


class RefusedError(ClientError):
    """The referee ended the stream with an error that trying again would not mend."""


class ProtocolError(ClientError):
    """The referee said something that this library does not understand."""

"""The referee's address and our token, read from the environment, and the channel made from them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import grpc

from referee_client.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Mapping

# gRPC's own threads answer the pings: however long a bot thinks, its connection does not look dead, and it notices
# within seconds if the referee is gone. The first retry must not wait for gRPC's own back-off. The minimum back-off
# also limits how long an attempt may take, which must be enough for distant or busy machines.
_CHANNEL_OPTIONS = (
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.ping_timeout_ms", 5_000),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 5_000),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
    ("grpc.enable_retries", 0),
)


@dataclass(frozen=True)
class Settings:
    """How to reach the referee.

    Attributes:
        address: `host:port` or `unix:/path/of/socket`.
        token: The token that the organiser gave to this bot.
        ca: A file with the certificate authorities to trust; without one the connection is not encrypted.
    """

    address: str
    token: str = ""
    ca: Path | None = None

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Settings:
        """Read REFEREE_ADDRESS, REFEREE_TOKEN and REFEREE_CA.

        Raises:
            SettingsError: there is no address.
        """
        address = environment.get("REFEREE_ADDRESS", "")
        if not address:
            raise SettingsError("set REFEREE_ADDRESS to the referee's host:port or unix:/path (and REFEREE_TOKEN)")
        ca = environment.get("REFEREE_CA", "")
        return cls(address=address, token=environment.get("REFEREE_TOKEN", ""), ca=Path(ca) if ca else None)

    def open_channel(self) -> grpc.Channel:
        """Make the channel. Nothing is sent through the channel before a stream is opened.

        Raises:
            SettingsError: the file of certificate authorities cannot be read.
        """
        if self.ca is None:
            return grpc.insecure_channel(self.address, options=_CHANNEL_OPTIONS)
        try:
            authorities = self.ca.read_bytes()
        except OSError as error:
            raise SettingsError(f"REFEREE_CA: {error}") from None
        return grpc.secure_channel(self.address, grpc.ssl_channel_credentials(authorities), options=_CHANNEL_OPTIONS)

"""The section `[listen]` of a plan as a value: where bots dial in."""

from __future__ import annotations

from msgspec import Struct


class Listen(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[listen]`: where bots dial in. An address that other machines can reach needs TLS or `insecure`.

    Attributes:
        address: The address as host:port.
        tls_cert: The certificate chain, a PEM file.
        tls_key: Its private key, a PEM file.
        insecure: Allows an address that others can reach without TLS.
        wait: How long a run waits for the bots that dial in before it plays.
        replay_no_shows: How often a match is played again if a bot that dials in was not there, once the bot connects.
    """

    address: str = "127.0.0.1:7700"
    tls_cert: str | None = None
    tls_key: str | None = None
    insecure: bool = False
    wait: str = "0s"
    replay_no_shows: int = 0

"""The section `[listen]` of a plan as a value: where bots dial in."""

from __future__ import annotations

from msgspec import Struct


class Listen(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[listen]`: where bots dial in. If other machines can reach the address, it needs TLS or `insecure`.

    Attributes:
        address: The address as host:port.
        tls_cert: The certificate chain, a PEM file.
        tls_key: Its private key, a PEM file.
        insecure: Allows an address that others can reach without TLS.
        wait: How long a run waits for the bots that dial in before it plays.
        replay_no_shows: How often a match is played again if a bot that dials in did not connect in time; this happens
            once it is connected.
    """

    address: str = "127.0.0.1:7700"
    tls_cert: str | None = None
    tls_key: str | None = None
    insecure: bool = False
    wait: str = "0s"
    replay_no_shows: int = 0

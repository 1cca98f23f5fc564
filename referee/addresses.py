"""Addresses of servers, as people write them: host:port, or unix:/path."""

from __future__ import annotations

from ipaddress import ip_address

from referee.digits import HIGHEST_PORT, whole_number
from referee.errors import UsageError


def host_and_port(address: str) -> tuple[str, int] | None:
    """Host and port of host:port, without the brackets of IPv6; None for any other text."""
    host, _, digits = address.rpartition(":")
    port = whole_number(digits, HIGHEST_PORT)
    return (host.strip("[]"), port) if host and port is not None else None


def is_local(address: str) -> bool:
    """Whether an address can be reached only from this machine. Raises `UsageError` if it is not an address."""
    if address.startswith("unix:"):
        return True
    parts = host_and_port(address)
    if parts is None:
        raise UsageError(f"invalid address {address[:80]!r}: use host:port or unix:/path")
    return is_local_host(parts[0])


def is_local_host(host: str) -> bool:
    """Whether a host can be reached only from this machine."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False

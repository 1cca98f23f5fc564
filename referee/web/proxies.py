"""Who a request is from, if a proxy passes it on.

Only a proxy that `--proxy` names is trusted. Of the addresses that it reports, the last one that is not itself such a
proxy is the visitor's, because the visitor may have invented everything before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from referee.errors import UsageError

SECURE = "https"


@dataclass(frozen=True)
class Sender:
    """Who sent a request: the visitor's IP address, the host that they asked for, and whether they used TLS."""

    address: str = ""
    host: str = ""
    secure: bool = False


@dataclass(frozen=True)
class Proxies:
    """The proxies that are believed."""

    networks: Sequence[IPv4Network | IPv6Network] = ()

    def sender(self, peer: str, headers: Mapping[str, str]) -> Sender:
        """The sender of a request that came from the address `peer`; header names are in lower case."""
        host = headers.get("host", "")
        if not self._trusts(peer):
            return Sender(peer, host)
        said = _forwarded(headers)
        hops = [*said.get("for", []), peer]
        while len(hops) > 1 and self._trusts(hops[-1]):
            hops.pop()
        address = hops[-1] if _is_address(hops[-1]) else peer
        return Sender(address, said.get("host", [host])[-1], said.get("proto", [""])[-1].lower() == SECURE)

    def _trusts(self, address: str) -> bool:
        try:
            number = ip_address(address)
        except ValueError:
            return False
        if isinstance(number, IPv6Address):
            number = number.ipv4_mapped or number
        return any(number in network for network in self.networks)


def read_proxy(text: str) -> IPv4Network | IPv6Network:
    """The proxies at an IP address or in a network. Raises `UsageError` for anything else."""
    try:
        return ip_network(text)
    except ValueError:
        raise UsageError(
            f"--proxy {text[:80]!r}: use an IP address or a network, e.g. 127.0.0.1 or 10.0.0.0/8"
        ) from None


def _forwarded(headers: Mapping[str, str]) -> dict[str, list[str]]:
    """What the proxies report, in the order in which they passed the request on: by X-Forwarded-*, or by Forwarded.

    A proxy that sets one of these headers passes on the other one as the visitor wrote it, so they are never mixed.
    """
    names = {"for": "x-forwarded-for", "proto": "x-forwarded-proto", "host": "x-forwarded-host"}
    if any(name in headers for name in names.values()):
        return {
            key: [_bare(part) if key == "for" else part.strip() for part in headers[name].split(",")]
            for key, name in names.items()
            if name in headers
        }
    said: dict[str, list[str]] = {}
    for hop in headers.get("forwarded", "").split(","):
        for pair in hop.split(";"):
            key, equals, value = pair.strip().partition("=")
            if equals:
                value = value.strip().strip('"')
                said.setdefault(key.lower(), []).append(_bare(value) if key.lower() == "for" else value)
    return said


def _bare(address: str) -> str:
    """An address without its port and the brackets of IPv6."""
    address = address.strip().strip('"')
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True

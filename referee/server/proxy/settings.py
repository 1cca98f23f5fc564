"""The settings of the process, given at its start."""

from __future__ import annotations

import ssl

from msgspec import Struct


class ProxySettings(Struct, frozen=True, kw_only=True):
    """The settings of the process.

    Attributes:
        listeners: The descriptors of the sockets that clients connect to.
        heartbeat: The descriptor of the referee's heartbeat connection.
        upstream: The path of the referee's socket.
        folder: The folder for the names of the clients' sockets.
        most_connections: How many clients there may be.
        tls_cert, tls_key: The files with the certificate chain and its key; empty without TLS.
    """

    listeners: list[int]
    heartbeat: int
    upstream: str
    folder: str
    most_connections: int
    tls_cert: str = ""
    tls_key: str = ""


def tls_context(cert: str, key: str) -> ssl.SSLContext:
    """TLS as gRPC needs it. Raises `OSError` if the files are not a certificate and its key."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION
    context.set_alpn_protocols(["h2"])
    context.load_cert_chain(cert, key)
    return context

"""The settings of a referee, which are read and checked once when it starts."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct, field

from referee.addresses import is_local
from referee.errors import UsageError
from referee.kernel.job import TimeControl
from referee.server.match.delay import Delay


class Limits(Struct, frozen=True, kw_only=True):
    """What the referee accepts from bots and other callers. Times are in seconds.

    Attributes:
        max_request_bytes: The size of the largest message that is read.
        max_unasked_requests: How many useless requests in a row a stream may send before it is ended.
        max_matches_per_bot: How many matches a bot gets at once, at most.
        outbox: How many responses may wait for a bot that does not read, and as many again for each of its matches;
            strikes get additional room until an answer proves that they were read.
        hello: How long a new stream may be silent.
        reading: How long a spectator may leave a step unread before it can lose its place to others.
        calls: How many short calls may be in flight in total: everything but the streams of bots and spectators.
        calls_of_one: How many of those one caller may make at once; a caller is identified by the name of its token, or
            else by its address.
        streams: How many streams may watch matches in total; the same number applies to each other kind of stream.
        streams_of_one: How many of those one caller may have.
        streams_of_connection: How many calls and streams one connection carries; further ones wait at the client.
        unfinished_matches: How many matches may be waiting or running.
        matches_of_nobody: How many matches may run at once whose bots were all disconnected when the match was created.
        remembered_matches: How many ended matches are listed; the others are only on disk.
        remembered_ends: How many ended matches are remembered for each bot.
    """

    max_request_bytes: int = 64 * 1024
    max_unasked_requests: int = 64
    max_matches_per_bot: int = 1000
    outbox: int = 8
    hello: float = 10.0
    reading: float = 30.0
    calls: int = 128
    calls_of_one: int = 32
    streams: int = 100
    streams_of_one: int = 50
    streams_of_connection: int = 1000
    unfinished_matches: int = 20_000
    matches_of_nobody: int = 500
    remembered_matches: int = 10_000
    remembered_ends: int = 1000


class Config(Struct, frozen=True, kw_only=True):
    """The settings of a referee.

    Attributes:
        address: `host:port` (port 0: any free one) or `unix:/path/of/socket`.
        data: The directory for tokens and records; None: nothing is kept after the process ends.
        tokens: The file with previously issued tokens, if it is not in `data`.
        local_socket: An additional unix socket for bots on this machine; without TLS.
        public: The delay after which anyone may watch without a token; None: no one may.
        bots_alone: Whether it serves only bots, so that no call can create, list or watch matches.
        gallery: An additional unix socket, only for spectators. Anyone who reaches it may watch without a token, so it
            is in a folder that no bot and no other user can enter.
        tls_cert: The certificate chain (PEM) of the server.
        tls_key: Its private key (PEM).
        insecure: Allow an address that other machines can reach without TLS.
        grace: How many seconds running matches may continue when the referee is stopped.
        time_control: The default time control of matches.
        limits: What the referee accepts from bots and other callers.
    """

    address: str = "127.0.0.1:0"
    data: Path | None = None
    tokens: Path | None = None
    local_socket: Path | None = None
    public: Delay | None = None
    bots_alone: bool = False
    gallery: Path | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None
    insecure: bool = False
    grace: float = 30.0
    time_control: TimeControl = field(default_factory=TimeControl)
    limits: Limits = field(default_factory=Limits)

    def check(self) -> None:
        """Raise `UsageError` for settings that cannot work or would be dangerous."""
        self.time_control.check()
        if (self.tls_cert is None) != (self.tls_key is None):
            raise UsageError("TLS needs both a certificate and its key (--tls-cert and --tls-key)")
        for file in (self.tls_cert, self.tls_key):
            if file is not None and not file.is_file():
                raise UsageError(f"there is no file {str(file)!r}")
        if self.grace < 0:
            raise UsageError(f"grace = {self.grace:g} is negative")
        if not (self.is_local or self.tls_cert or self.insecure):
            raise UsageError(
                f"{self.address} can be reached from other machines: give a certificate (--tls-cert, --tls-key), "
                "or use --insecure to send tokens and hidden cards unencrypted"
            )

    @property
    def is_local(self) -> bool:
        """Whether the address can be reached only from this machine. Raises `UsageError` if it is not an address."""
        return is_local(self.address)

"""What a referee is told when it starts: read once, checked once."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path

from msgspec import Struct, field

from referee.digits import HIGHEST_PORT, whole_number
from referee.errors import UsageError
from referee.kernel.job import TimeControl
from referee.server.match.delay import Delay


class Limits(Struct, frozen=True, kw_only=True):
    """What the referee takes from bots and other callers. The times are in seconds.

    Attributes:
        max_request_bytes: The largest message that is read.
        max_unasked_requests: How many requests in a row may be of no use before the stream is ended.
        max_matches_per_bot: How many matches a bot is given at once at most.
        outbox: How many responses may wait for a bot that does not read, and as many again for each of its matches;
            strikes have room besides until an answer proves that they are read.
        hello: How long a new stream may be silent.
        reading: How long a spectator may leave a step unread before others get its place.
        calls: How many short calls may be in flight in all: everything but the streams of bots and spectators.
        calls_of_one: How many of one caller, by the name of its token or else by the address it calls from.
        streams: How many may watch matches in all, and as many each other kind of stream.
        streams_of_one: How many of them may be one caller's.
        streams_of_connection: How many calls and streams one connection carries; what is more waits at the client.
        unfinished_matches: How many matches may wait for their bots or run.
        matches_of_nobody: How many may run at once of those whose bots were all away when they were created.
        remembered_matches: How many matches that are over are listed; the others are on disk alone.
        remembered_ends: How many of its matches that are over are known with each bot.
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
    """What a referee is told when it starts.

    Attributes:
        address: `host:port` (port 0: any free one) or `unix:/path/of/socket`.
        data: The directory for tokens and records; None: nothing outlives the process.
        tokens: The file with tokens that were issued before, if it is not in `data`.
        local_socket: A unix socket besides the address, for bots on this machine; without TLS.
        public: How much later than it happens everybody may see what happens, without a token for it; None: nobody may.
        bots_alone: Whether it serves bots and nobody else: matches can not be created, listed or watched by a call.
        gallery: A unix socket besides, for spectators alone. Whoever reaches it may look without a token, so it lies in
            a folder that no bot and nobody else can enter.
        tls_cert: The certificate chain (PEM) of the server.
        tls_key: Its private key (PEM).
        insecure: Allows an address that others can reach without TLS.
        grace: How many seconds running matches may go on when the referee is stopped.
        time_control: What a match gets whose creator does not say.
        limits: What the referee takes from one bot.
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
        """Raises `UsageError` for what can not work or would be dangerous."""
        self.time_control.check()
        if (self.tls_cert is None) != (self.tls_key is None):
            raise UsageError("TLS needs both a certificate and its key (--tls-cert and --tls-key)")
        for file in (self.tls_cert, self.tls_key):
            if file is not None and not file.is_file():
                raise UsageError(f"there is no file {str(file)!r}")
        if self.grace < 0:
            raise UsageError(f"grace = {self.grace:g} is below 0")
        if not (self.is_local or self.tls_cert or self.insecure):
            raise UsageError(
                f"{self.address} can be reached from other machines: give a certificate (--tls-cert, --tls-key), "
                "or say --insecure to send tokens and hidden cards readable for everybody on the way"
            )

    @property
    def is_local(self) -> bool:
        """Whether the address can be reached from this machine alone. Raises `UsageError` if it is none."""
        if self.address.startswith("unix:"):
            return True
        host, colon, port = self.address.rpartition(":")
        if not host or not colon or whole_number(port, HIGHEST_PORT) is None:
            raise UsageError(f"address {self.address[:80]!r} is neither host:port nor unix:/path")
        if host == "localhost":
            return True
        try:
            return ip_address(host.strip("[]")).is_loopback
        except ValueError:
            return False

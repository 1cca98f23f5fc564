"""Opens a referee for the bots on this machine."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from referee.server.app import Referee, open_referee
from referee.server.bots.private_socket import private_socket
from referee.server.config import Config, Limits

OF_LOCAL_BOTS = Limits(streams_of_connection=4)
"""A bot has one stream, and for a moment perhaps a second one when it reconnects.

No proxy limits what a bot sends over a Unix socket, and in each stream, a client can refer to a header of 4 kB
thousands of times: 4 connections of 1,000 streams each took 2,400 MiB; with 4 streams each they took 15 MiB. Bots from
other machines may share a connection, so a referee that also listens for them has the usual limit.
"""


@asynccontextmanager
async def open_local_referee(
    listen: Config | None = None, *, gallery: Path | None = None, tcp: bool = False
) -> AsyncIterator[tuple[Referee, str]]:
    """Open a referee, and yield it with its address for the bots on this machine.

    Args:
        listen: Where it also listens for bots on other machines; None if it does not.
        gallery: See `Config`.
        tcp: Whether bots on this machine use a port instead of a unix socket.

    Raises:
        UsageError: The configuration is inconsistent, or the address cannot be used.
    """
    if tcp:
        async with open_referee(Config(bots_alone=True, gallery=gallery)) as referee:
            yield referee, referee.address
        return
    with private_socket() as socket:
        if listen is None:
            config = Config(address=socket.address, bots_alone=True, gallery=gallery, limits=OF_LOCAL_BOTS)
        else:
            config = msgspec.structs.replace(listen, local_socket=socket.path, gallery=gallery)
        async with open_referee(config) as referee:
            socket.admit_bots()
            yield referee, socket.address

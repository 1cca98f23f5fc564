"""The messages between a dask worker and its player, one JSON line each; the runner gets and sends them through dask.

The dask worker sends an `Opening` and then jobs. The player answers with `Opened`, and after that like the workers on
one machine.
"""

from __future__ import annotations

from msgspec import Struct, field

from tournament.engines.engine import Setting
from tournament.engines.messages import Broken, Done, ProcessEnded


class Opening(Struct, frozen=True, kw_only=True):
    """What a player needs before its first match. The message contains no secret and no seed.

    Attributes:
        setting: The bots and how they run.
        check: Whether to start every bot once.
        folder: Where the player runs: a folder of the packed files, or with `shared` one that every machine has.
        shared: Whether no files are packed, because the bots are on a shared disk.
    """

    setting: Setting
    check: bool
    folder: str
    shared: bool


class Opened(Struct, frozen=True, kw_only=True, tag_field="said", tag="opened"):
    """Whether the player can play.

    Attributes:
        refused: Why it cannot play; empty if it can.
        version: The version of Referee.
        rules: The version of the game's rules.
        forgetful: The bots whose new processes find nothing that an earlier one left.
        bare: The bots that run without a sandbox.
    """

    refused: str = ""
    version: str = ""
    rules: str = ""
    forgetful: list[str] = field(default_factory=list)
    bare: list[str] = field(default_factory=list)


class Lost(Struct, frozen=True, kw_only=True, tag_field="said", tag="lost"):
    """The player of a match has ended, or its dask worker has been replaced by another one.

    `incident` is the number of the process that ended, because several matches may be lost with it.
    """

    why: str
    incident: int = 0


FromPlayer = Opened | Done | Broken | ProcessEnded
FromCluster = Done | Broken | ProcessEnded | Lost
"""What a dask worker returns for a match: the processes that have ended meanwhile, and the outcome of the match."""

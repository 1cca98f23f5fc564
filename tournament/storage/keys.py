"""The keys of bots: with the key of a bot, its owner sees in a browser what the bot saw. Only hashes are stored.

All versions of a bot share a key, under the bot's name in the plan. A key can be made while the tournament runs.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import blake2b
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING

from tournament.errors import UserError
from tournament.plan.versions import MARK, name_in_plan
from tournament.storage.archive import open_archive
from tournament.storage.database import Database
from tournament.storage.faults import plainly
from tournament.storage.lock import locked
from tournament.storage.migrations import applied, pending
from tournament.storage.opening import open_to_read, open_to_write, writing

if TYPE_CHECKING:
    import sqlite_utils

_STEP = "m006_keys"


def issue_key(path: Path, bot: str) -> str:
    """Return a new key for a bot. The bot's previous key, if it had one, is no longer valid.

    Raises `UserError` if there is no such bot, or if the file cannot be written.
    """
    key = token_urlsafe(18)
    with _open(path, bot) as db:
        row = {"bot": bot, "made_unix_s": time.time(), "hash": _hash(key)}
        db.table("keys").upsert(row, pk="bot")
    return key


def revoke_key(path: Path, bot: str) -> None:
    """Make the key of a bot invalid. Raises what `issue_key` raises, and `UserError` if the bot has no key."""
    with _open(path, bot) as db:
        if not db.execute("DELETE FROM keys WHERE bot = ?", [bot]).rowcount:
            raise UserError(f"bot {bot} has no key")


def holder_of(path: Path, key: str) -> str:
    """Return the bot with this key, by its name in the plan; empty if no bot has it or it is no longer valid."""
    with plainly(path), closing(open_to_read(path)) as db:
        if _STEP not in applied(db):
            return ""
        found = db.execute("SELECT bot FROM keys WHERE hash = ?", [_hash(key)]).fetchone()
    return "" if found is None else str(found[0])


@contextmanager
def _open(path: Path, bot: str) -> Iterator[sqlite_utils.Database]:
    """Open the database for one transaction, even while a run is writing."""
    with open_archive(path) as archive:
        names = [one.name for one in archive.tournament.plan.bots]
    _check_name(bot, names)
    with plainly(path):
        _upgrade(path)
        with closing(open_to_write(path)) as db, writing(db):
            yield db


def _upgrade(path: Path) -> None:
    """Upgrade the file of an older version, unless a run of that older version is using it."""
    with closing(open_to_read(path)) as db:
        is_old = bool(pending(Database(db.connection)))
    if is_old:
        with locked(path), closing(open_to_write(path)):
            pass


def _check_name(bot: str, names: list[str]) -> None:
    if bot not in names:
        planned = ", ".join(name for name in names if MARK not in name)
        raise UserError(f"there is no bot {bot!r} in this tournament; the bots are {planned}")
    if MARK in bot:
        name = name_in_plan(bot)
        raise UserError(f"{bot} is a version of {name}, and all versions have the same key: use the name {name}")


def _hash(key: str) -> bytes:
    # Keys are random and long, so that a fast hash without salt is as good as a slow one.
    return blake2b(key.encode(errors="surrogatepass"), digest_size=32, person=b"key of a bot").digest()

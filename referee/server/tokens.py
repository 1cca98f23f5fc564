"""Tokens: who somebody is, and what that allows. Only hashes are kept."""

from __future__ import annotations

import os
import re
import secrets
from enum import StrEnum
from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec import Struct

from referee.errors import UsageError

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._#+()-]{0,63}")


class Role(StrEnum):
    """What a token allows; nobody is two of these."""

    BOT = "bot"
    """Plays, and sees what its seats see; nothing else."""
    SPECTATOR = "spectator"
    """Lists and watches matches as they happen, seeing what everybody at the table sees."""
    ORGANISER = "organiser"
    """Creates and cancels matches, reads records, and watches."""


class Issued(Struct, frozen=True, forbid_unknown_fields=True):
    """A token as it is kept: whose it is, what it allows, and its hash."""

    name: str
    role: Role
    hash: str


class Tokens:
    """The tokens of one referee: in memory, or in a file that `referee token` may append to while it runs.

    A new token for a name takes the place of the one before.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._by_hash: dict[str, Issued] = {}
        self._hash_of_name: dict[str, str] = {}
        self._read_up_to = 0
        self._read_news()

    def issue(self, name: str, role: Role = Role.BOT, *, lasting: bool = True) -> str:
        """A new token, which can not be shown again; if it is not `lasting`, it ends with this process.

        Raises `UsageError` for a name that is not allowed.
        """
        if not NAME.fullmatch(name):
            raise UsageError(f"the name {name!r} is not 1 to 64 letters, digits, blanks or ._#+()- (a letter first)")
        token = secrets.token_urlsafe(24)
        issued = Issued(name, role, _hash(token))
        if self._file is None or not lasting:
            self._take(issued)
        else:
            _append(self._file, msgspec.json.encode(issued) + b"\n")
        return token

    def revoke(self, name: str) -> None:
        """Makes the token of that name void, as long as this process lives."""
        replaced = self._hash_of_name.pop(name, None)
        if replaced is not None:
            del self._by_hash[replaced]

    def find(self, token: str) -> Issued | None:
        """Whose token it is; None for one that was never issued, or was replaced."""
        self._read_news()
        return self._by_hash.get(_hash(token))

    def _take(self, issued: Issued) -> None:
        self.revoke(issued.name)
        self._hash_of_name[issued.name] = issued.hash
        self._by_hash[issued.hash] = issued

    def _read_news(self) -> None:
        if self._file is None or not self._file.exists() or self._file.stat().st_size == self._read_up_to:
            return
        with self._file.open("rb") as file:
            file.seek(self._read_up_to)
            news = file.read()
        whole = news[: news.rfind(b"\n") + 1]
        self._read_up_to += len(whole)
        for line in whole.splitlines():
            self._take(msgspec.json.decode(line, type=Issued))


def _hash(token: str) -> str:
    # The tokens are random and long, so that a fast hash without salt is as good as a slow one.
    return blake2b(token.encode(errors="surrogatepass"), digest_size=32, person=b"referee token").hexdigest()


def _append(file: Path, line: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(descriptor, line)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

"""Tokens: who a caller is, and what it may do. Only hashes are kept."""

from __future__ import annotations

import errno
import logging
import os
import re
import secrets
from enum import StrEnum
from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec import Struct

from referee.errors import UsageError
from referee.files import plain, private_folder

log = logging.getLogger(__name__)

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._#+()-]{0,63}")


class Role(StrEnum):
    """What a token allows; each name has exactly one role."""

    BOT = "bot"
    """Plays, and sees only what its seats see."""
    SPECTATOR = "spectator"
    """Lists and watches matches as they happen, and sees what all seats can see."""
    ORGANISER = "organiser"
    """Creates and cancels matches, reads records, and watches matches."""


class Issued(Struct, frozen=True, forbid_unknown_fields=True):
    """A token as it is stored: its owner, what it allows, and its hash."""

    name: str
    role: Role
    hash: str


class Tokens:
    """The tokens of one referee: in memory, or in a file that `referee token` may append to while it runs.

    A new token for a name replaces the previous one.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._by_hash: dict[str, Issued] = {}
        self._hash_of_name: dict[str, str] = {}
        self._read_up_to = 0
        self._lines = 0
        self._unreadable = ""
        self._read_news()
        if self._unreadable:
            raise UsageError(self._unreadable)

    def issue(self, name: str, role: Role = Role.BOT, *, lasting: bool = True) -> str:
        """Issue a new token, which cannot be shown again; if it is not `lasting`, it ends with this process.

        Raises `UsageError` for a name that is not allowed.
        """
        if not NAME.fullmatch(name):
            raise UsageError(
                f"invalid name {name!r}: use 1 to 64 letters, digits, blanks or ._#+()-, starting with a letter"
            )
        token = secrets.token_urlsafe(24)
        issued = Issued(name, role, _hash(token))
        if self._file is None or not lasting:
            self._take(issued)
        else:
            _append(self._file, msgspec.json.encode(issued) + b"\n")
        return token

    def revoke(self, name: str) -> None:
        """Revoke the token of this name, as long as this process lives."""
        replaced = self._hash_of_name.pop(name, None)
        if replaced is not None:
            del self._by_hash[replaced]

    def find(self, token: str) -> Issued | None:
        """The owner of a token; None if it was never issued, or was replaced."""
        self._read_news()
        return self._by_hash.get(_hash(token))

    def role_of(self, name: str) -> Role | None:
        """What the token of this name allows; None if there is none."""
        self._read_news()
        issued = self._by_hash.get(self._hash_of_name.get(name, ""))
        return None if issued is None else issued.role

    def known(self, token: str) -> Issued | None:
        """Like `find`, but from any thread and without reading the file: it may not know the newest tokens yet."""
        return self._by_hash.get(_hash(token))

    def _take(self, issued: Issued) -> None:
        self.revoke(issued.name)
        self._hash_of_name[issued.name] = issued.hash
        self._by_hash[issued.hash] = issued

    def _read_news(self) -> None:
        if self._file is None:
            return
        try:
            news = self._news_in(self._file)
        except OSError as error:
            self._complain(plain(error, self._file))
            return
        self._unreadable = ""
        for line in news.split(b"\n")[:-1]:
            self._lines += 1
            try:
                if line:
                    self._take(msgspec.json.decode(line, type=Issued))
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                text = (
                    "%s, line %d: this token cannot be read, so it is not valid (%s); issue a new one if it is needed"
                )
                log.error(text, self._file, self._lines, error)  # noqa: TRY400 - the text says all

    def _news_in(self, file: Path) -> bytes:
        """The complete lines that were added since the last read."""
        if not file.exists() or file.stat().st_size == self._read_up_to:
            return b""
        with file.open("rb") as opened:
            opened.seek(self._read_up_to)
            news = opened.read()
        whole = news[: news.rfind(b"\n") + 1]
        self._read_up_to += len(whole)
        return whole

    def _complain(self, why: str) -> None:
        """Log once that the file cannot be read; tokens that are already known stay valid."""
        if why != self._unreadable:
            log.error("%s", why)
        self._unreadable = why


def _hash(token: str) -> str:
    # The tokens are random and long, so that a fast hash without salt is as good as a slow one.
    return blake2b(token.encode(errors="surrogatepass"), digest_size=32, person=b"referee token").hexdigest()


def _append(file: Path, line: bytes) -> None:
    """Append the whole line, or nothing at all. Raises `UsageError` if that fails."""
    private_folder(file.parent)
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            size = os.fstat(descriptor).st_size
            if size and os.pread(descriptor, 1, size - 1) != b"\n":
                line = b"\n" + line  # another process was stopped in the middle of a line
            try:
                if os.write(descriptor, line) < len(line):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # noqa: TRY301 - as the next write would
                os.fsync(descriptor)
            except OSError:
                os.truncate(descriptor, size)
                raise
        finally:
            os.close(descriptor)
    except OSError as error:
        raise UsageError(f"cannot store the token: {plain(error, file)}") from None

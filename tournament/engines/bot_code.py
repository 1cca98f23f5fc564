"""The digest of a bot's code, that is, of its own folder as the bot sees it in the sandbox."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

from referee.errors import UsageError
from referee.files import is_file
from referee.server.bots.bot_files import own_files
from referee.server.bots.showing import holds
from tournament.plan.plan import Entrant, Plan

MADE_BY_RUNNING = {"__pycache__", ".git"}
"""Folders whose contents change even if nobody changes the bot."""

CHUNK = 1 << 20


def codes_of(plan: Plan, hidden: Sequence[Path]) -> dict[str, str]:
    """Return the digest of the code of each playing bot; empty for one that is built in or dials in."""
    known: dict[tuple[tuple[str, Path], ...], str] = {}
    return {bot.name: code_of(bot, hidden, known) for bot in plan.playing}


def code_of(bot: Entrant, hidden: Sequence[Path], known: dict[tuple[tuple[str, Path], ...], str] | None = None) -> str:
    """Return a digest of all names, kinds and contents in the bot's folder, and of other files in its command.

    `known` has the digests of files that were read before, because a hundred bots may share a folder. If the folder
    also contains files of the tournament (`hidden`), it does not belong to the bot alone, and only the files named in
    the command count.
    """
    if bot.command is None:
        return ""
    files = tuple(sorted(_files(bot.command, hidden)))
    known = {} if known is None else known
    if files not in known:
        known[files] = _digest(files)
    return known[files]


def _digest(files: Iterable[tuple[str, Path]]) -> str:
    code = blake2b(digest_size=12)
    for name, path in files:
        for part in (name.encode(errors="surrogateescape"), *_contents(path)):
            code.update(len(part).to_bytes(8, "little") + part)
    return code.hexdigest()


def _files(command: Sequence[str], hidden: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """Yield the files of a bot, each with its place in the bot's folder, because the path of that folder may change."""
    try:
        own = own_files(command, Path.cwd(), hidden)
    except UsageError:  # it is in a folder such as a home directory, which no sandbox would show
        own = []
    own = [path for path in own if not (path.is_dir() and holds(path, hidden))]
    for number, path in enumerate(own):
        yield from ((f"{number}/{name}", file) for name, file in _within(path))
    if not own:
        yield from ((f"-/{number}", Path(word)) for number, word in enumerate(command) if is_file(word))


def _within(path: Path) -> Iterator[tuple[str, Path]]:
    if not path.is_dir():
        yield path.name, path
        return
    for folder, folders, files in os.walk(path):
        links = [name for name in folders if Path(folder, name).is_symlink()]
        folders[:] = [name for name in folders if name not in MADE_BY_RUNNING]
        for name in (*files, *links):
            file = Path(folder, name)
            yield str(file.relative_to(path)), file


def _contents(path: Path) -> Iterator[bytes]:
    """Yield what kind of file it is, and its contents; the contents of a link are its target path."""
    try:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            yield b"link " + os.fsencode(path.readlink())
        elif stat.S_ISREG(mode):
            yield b"program" if mode & stat.S_IXUSR else b"file"
            with path.open("rb") as file:
                while chunk := file.read(CHUNK):
                    yield chunk
    except OSError:  # the bot cannot read it either, or it has just been removed
        yield b"unreadable"

"""The files of the bots, packed on the machine of the runner and unpacked where they play.

The files keep their places relative to each other and to the working directory, so that commands mean the same there.
An absolute path in a command is moved below the folder into which the files are unpacked.
"""

from __future__ import annotations

import os
import stat
import zlib
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec import Struct

from referee.errors import UsageError
from referee.files import MIB, is_file
from referee.server.bots.bot_files import own_files
from tournament.engines.bot_code import MADE_BY_RUNNING
from tournament.errors import UserError
from tournament.plan.plan import Entrant, Plan

MOST_PACKED = 512 * MIB
"""How large the files of all bots together may be; larger ones belong on a shared disk."""

ROOT = "\0"
"""Stands for the folder into which the files are unpacked; no command has this character."""


class PackedFile(Struct, frozen=True, array_like=True):
    """A file or a link of a bot. The path is absolute on the runner's machine, without its first slash."""

    path: str
    kind: str
    data: bytes


def packed_bots(plan: Plan, hidden: Sequence[Path]) -> tuple[Plan, dict[str, bytes]]:
    """Return the plan with the commands that apply after unpacking, and the packed files by their digests.

    Files in `hidden` are left out. Raises `UserError` if a bot has more files than can be sent.
    """
    secrets = {path for one in hidden for path in (one.absolute(), one.resolve())}
    packs: dict[str, bytes] = {}
    known: dict[tuple[Path, ...], None] = {}
    bots, left = [], MOST_PACKED
    for bot in plan.bots:
        files = tuple(_files_of(bot, hidden))
        if files not in known:
            known[files] = None
            packed = list(_packed(bot, files, secrets, left))
            left -= sum(len(file.data) for file in packed)
            data = zlib.compress(msgspec.msgpack.encode(packed), 1)
            packs[blake2b(data, digest_size=12).hexdigest()] = data
        bots.append(_moved(bot, files))
    return msgspec.structs.replace(plan, bots=bots), packs


def unpack_bots(packs: Iterable[bytes], root: Path) -> None:
    """Write packed files below a folder, read-only."""
    for data in packs:
        for file in msgspec.msgpack.decode(zlib.decompress(data), type=list[PackedFile]):
            path = root / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_symlink() or path.exists():  # two bots share it
                continue
            if file.kind == "link":
                path.symlink_to(os.fsdecode(file.data))
            else:
                path.write_bytes(file.data)
                path.chmod(0o555 if file.kind == "program" else 0o444)


def placed(plan: Plan, root: Path) -> Plan:
    """Return a plan from `packed_bots` with the folder into which its files were unpacked."""
    bots = [
        msgspec.structs.replace(
            bot,
            command=None if bot.command is None else [word.replace(ROOT, str(root)) for word in bot.command],
            readable=[path.replace(ROOT, str(root)) for path in bot.readable],
        )
        for bot in plan.bots
    ]
    return msgspec.structs.replace(plan, bots=bots)


def _files_of(bot: Entrant, hidden: Sequence[Path]) -> Iterator[Path]:
    """Yield the files and folders of a bot: its own, and those that it may read."""
    if bot.command is None:
        return
    try:
        yield from own_files(bot.command, Path.cwd(), hidden)
    except UsageError:  # it is in a home directory, which no sandbox would show
        yield from (Path(word).absolute() for word in bot.command if is_file(word))
    yield from (Path(path).resolve() for path in bot.readable)


def _moved(bot: Entrant, files: Sequence[Path]) -> Entrant:
    """Return the bot with the absolute paths of its files below `ROOT`."""
    command = None if bot.command is None else [_moved_word(word, files) for word in bot.command]
    readable = [f"{ROOT}{Path(path).resolve()}" for path in bot.readable]
    return msgspec.structs.replace(bot, command=command, readable=readable)


def _moved_word(word: str, files: Sequence[Path]) -> str:
    """Move the paths in a word of a command, which is one path or a list of paths (`-cp /bots/classes:/bots/lib/*`)."""
    parts = [f"{ROOT}{part}" if _is_below(part, files) else part for part in word.split(os.pathsep)]
    return os.pathsep.join(parts)


def _is_below(part: str, files: Sequence[Path]) -> bool:
    return part.startswith("/") and any(Path(os.path.normpath(part)).is_relative_to(file) for file in files)


def _packed(bot: Entrant, files: Iterable[Path], secrets: set[Path], left: int) -> Iterator[PackedFile]:
    for place in files:
        for path in _within(place):
            if path in secrets or path.resolve() in secrets:
                continue
            file = _file(path)
            if file is None:
                continue
            left -= len(file.data)
            if left < 0:
                raise UserError(
                    f"bot {bot.name}: with {place}, the files of the bots have more than {MOST_PACKED // MIB} MiB; "
                    "give the bot a folder of its own, or write bots_from for bots on a shared disk"
                )
            yield file


def _within(place: Path) -> Iterator[Path]:
    if place.is_symlink() or not place.is_dir():
        yield place
        return
    for folder, folders, files in os.walk(place):
        links = [name for name in folders if Path(folder, name).is_symlink()]
        folders[:] = sorted(name for name in folders if name not in MADE_BY_RUNNING)
        for name in sorted([*files, *links]):
            yield Path(folder, name)


def _file(path: Path) -> PackedFile | None:
    """Return a file for packing; None if the bot itself could not read it."""
    name = str(path).removeprefix("/")
    try:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            return PackedFile(name, "link", os.fsencode(path.readlink()))
        if stat.S_ISREG(mode):
            return PackedFile(name, "program" if mode & stat.S_IXUSR else "file", path.read_bytes())
    except OSError:
        return None
    return None

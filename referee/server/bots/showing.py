"""Which parts of the file system a sandbox shows, and how something in them is left out.

A file that must stay hidden may not exist yet, may be replaced, or may come back (as the journals of a database do),
and a mount over it would not survive that. So its folder is not shown directly. Instead, each entry that is in the
folder when the sandbox starts is shown, except the hidden ones: nothing new can appear there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from referee.errors import UsageError

MOST_ENTRIES = 1000
"""The maximum number of entries: each is a mount, and this many take about a second."""


def show(shown: Iterable[tuple[Path, Path]], hidden: Iterable[Path]) -> list[str]:
    """The options of bubblewrap that show files and folders, read-only, without what is hidden.

    Args:
        shown: Pairs of what is shown, and the path where the bot finds it.
        hidden: What the bot must not see, whether it exists or not.

    Raises:
        UsageError: something is both shown and hidden.
    """
    secrets = {real for path in hidden for real in _real_paths(path)}
    words: list[str] = []
    lists: list[str] = []
    for source, place in sorted(shown, key=lambda pair: pair[1]):  # a folder comes before what lies in it
        real = source.resolve()
        words += _show(real, place, [inside for secret in secrets if (inside := _inside(secret, real))], lists)
    # This comes last, because another mount may belong inside.
    return [*words, *(word for place in lists for word in ("--remount-ro", place))]


def holds(folder: Path, hidden: Iterable[Path]) -> bool:
    """Whether something hidden is in the folder, is the folder, or contains it."""
    real = folder.resolve()
    for path in (place for one in hidden for place in _real_paths(one)):
        if any(_is_same(above, real) for above in (path, *path.parents)) or real.is_relative_to(path):
            return True
    return False


def _real_paths(path: Path) -> list[Path]:
    """The target of a path, and the place of its last link: if one is hidden, the other must not remain visible."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow the last link
    return [absolute.resolve(), absolute.parent.resolve() / absolute.name]


def _inside(path: Path, folder: Path) -> tuple[str, ...] | None:
    """The names from a folder down to a path in it; None if it is outside. A folder may be mounted twice."""
    for above in [path, *path.parents]:
        if _is_same(above, folder):
            if above == path:
                raise UsageError(f"cannot hide {path} from the bot, which is inside it: move one of them elsewhere")
            return path.relative_to(above).parts
    return None


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one == other or one.samefile(other)
    except OSError:
        return False


def _show(source: Path, place: Path, hidden: Sequence[tuple[str, ...]], lists: list[str]) -> list[str]:
    if not hidden:
        return ["--ro-bind", str(source), str(place)]
    entries = sorted(source.iterdir())
    if len(entries) > MOST_ENTRIES:
        raise UsageError(
            f"cannot hide {source / hidden[0][0]} from the bot in a folder of {len(entries)} entries: move it elsewhere"
        )
    words = ["--perms", "0755", "--tmpfs", str(place)]
    lists.append(str(place))
    for entry in entries:
        there = place / entry.name
        deeper = [names[1:] for names in hidden if names[0] == entry.name]
        if () in deeper:
            continue
        if entry.is_symlink():
            words += ["--symlink", str(entry.readlink()), str(there)]
        else:
            words += _show(entry, there, deeper if entry.is_dir() else [], lists)
    return words

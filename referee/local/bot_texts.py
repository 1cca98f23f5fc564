"""What people type for a bot on the command line: the name of a sample bot, or a command that starts a bot."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path

from referee.errors import UsageError

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST = 40


def words_of(text: str, where: str, *, known: Sequence[str], samples: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a command, or the one word of a `known` name.

    Args:
        text: what someone typed.
        where: the argument or option, as an error names it.
        known: the names that are not commands.
        samples: those of them that are sample bots.

    Raises:
        UsageError: the text is empty, cannot be parsed, or is neither a known name nor a program.
    """
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise UsageError(f"{where} {text!r}: {error}") from None
    if not words:
        raise UsageError(f"{where} {text!r}: use {', '.join(known)}, or a command that starts a bot")
    if len(words) == 1 and words[0] not in known and shutil.which(words[0]) is None:
        raise UsageError(f"{where} {text!r}: {_unknown(words[0], known, samples)}")
    return words


def _unknown(word: str, known: Sequence[str], samples: Sequence[str]) -> str:
    """Return the error for a word that is neither a known name nor a program, with a suggestion."""
    if Path(word).is_file():
        return f"the file is not executable; give the command that runs it, e.g. 'python {word}', or chmod +x {word}"
    near = get_close_matches(word, known, n=1)
    meant = f" (did you mean {near[0]}?)" if near else ""
    return f"there is no sample bot or program of this name{meant}; the sample bots are {', '.join(samples)}"


def name_of(command: Sequence[str]) -> str:
    """Return the name of the first file in a command; without a file, the word after `-m`, or else the program."""
    file = file_of(command)
    modules = [after for before, after in pairwise(command) if before == "-m"]
    return plain_name([*([file.stem] if file else []), *modules, Path(command[0]).name][0])


def file_of(command: Sequence[str]) -> Path | None:
    """Return the first file that a command names; None without one."""
    files = (Path(word) for word in command if Path(word).is_file() and Path(word).suffix)
    return next(files, None)


def plain_name(text: str) -> str:
    """Return a short name with only letters, digits, '-', '_' and '.'."""
    return _NOT_IN_NAMES.sub("-", text).strip("-._")[:_LONGEST] or "bot"

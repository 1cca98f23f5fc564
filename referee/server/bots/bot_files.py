"""What a bot's command needs to read: its own folder, its interpreter, and the libraries of both.

Everything is found by looking at files. Asking an interpreter would run the bot's code outside the sandbox: an
interpreter reads start-up files that belong to whoever installed it.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

from referee.errors import UsageError
from referee.kernel.game import packages_of_games

SYSTEM_FOLDERS = tuple(
    Path(folder) for folder in ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store")
)
_LINKS_TO_SYSTEM = Path("/etc/alternatives")
PYTHON = ("python", "python3")
_MOST_LINKS = 20


def find_program(word: str, cwd: Path) -> Path:
    """The file that the first word of a command means. `python` is the interpreter that runs the referee.

    Raises:
        UsageError: there is no such program.
    """
    if word in PYTHON:  # it has the bot library; another one, or a shim that looks for one, may not
        return Path(sys.executable)
    found = shutil.which(cwd / word if "/" in word else word)
    if found is None:
        raise UsageError(f"cannot start {word!r}: there is no such program, or it is not executable")
    return Path(found)


def folder_of(command: Sequence[str], cwd: Path) -> Path | None:
    """The folder of the bot's own files: where the first file that the command names lies; None if it names none.

    Raises:
        UsageError: the folder holds much more than a bot, for example a home directory.
    """
    program = find_program(command[0], cwd)
    own = [*_files_named(command, cwd)]
    if not own and "/" in command[0] and not is_installed(program):
        own = [program]
    if not own:
        return None
    folder = own[0] if own[0].is_dir() else own[0].parent
    if _is_too_much(folder):
        raise UsageError(f"the bot lies in {folder}, which it would be allowed to read: give it a folder of its own")
    return folder


def needs_of(program: Path) -> list[Path]:
    """The files and folders, apart from the system's, that a program and its interpreter consist of."""
    steps = list(_steps_of(program))
    needs: list[Path] = []
    for path in steps:
        needs += [need for need in _installation_of(path) if need not in needs and not in_system(need)]
    if Path(sys.executable).resolve() in [path.resolve() for path in steps]:
        needs += [package for package in _own_packages() if not any(package.is_relative_to(need) for need in needs)]
    return needs


def in_system(path: Path) -> bool:
    """Whether the path belongs to the operating system's programs and libraries."""
    return any(path.is_relative_to(folder) for folder in (*SYSTEM_FOLDERS, _LINKS_TO_SYSTEM))


def is_installed(program: Path) -> bool:
    """Whether a program belongs to the system or to an installation with its own `bin` and `lib`."""
    return in_system(program) or _prefix_of(program) is not None


def _files_named(command: Sequence[str], cwd: Path) -> Iterator[Path]:
    """The files, and the packages or modules after `-m`, that the arguments of a command name."""
    for before, word in pairwise(command):
        path = cwd / word
        if before == "-m":
            name = word.partition(".")[0]
            if (cwd / name).is_dir():
                yield cwd
            elif (cwd / f"{name}.py").is_file():
                yield cwd / f"{name}.py"
        elif not word.startswith("-") and _is_file(path) and not in_system(path):
            yield path


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a word that is too long for a path, for example
        return False


def _steps_of(program: Path) -> Iterator[Path]:
    """The program, where its symbolic links lead, and the interpreter that a script names in its first line."""
    for _ in range(_MOST_LINKS):
        yield program
        if program.is_symlink():
            program = program.parent / program.readlink()
        elif interpreter := _shebang(program):
            program = interpreter
        else:
            return


def _shebang(script: Path) -> Path | None:
    with script.open("rb") as file:
        line = file.readline(256)
    if not line.startswith(b"#!"):
        return None
    words = line[2:].decode(errors="replace").split()
    if words and words[0].endswith("/env"):
        words = [word for word in words[1:] if not word.startswith("-")]
    found = shutil.which(words[0]) if words else None
    return Path(found) if found else None


def _installation_of(program: Path) -> list[Path]:
    prefix = _prefix_of(program)
    if prefix is None:
        return [program]
    settings = prefix / "pyvenv.cfg"
    if not settings.is_file():
        return [prefix]
    lines = (line.partition("=") for line in settings.read_text(encoding="utf-8", errors="replace").splitlines())
    homes = [Path(value.strip()) for key, _, value in lines if key.strip() == "home"]
    return [prefix, *(home.parent for home in homes if home.name == "bin" and not _is_too_much(home.parent))]


def _prefix_of(program: Path) -> Path | None:
    """The root of the installation that a program belongs to: a virtual environment, or `bin` beside `lib`."""
    root = program.parent.parent
    if program.parent.name != "bin" or _is_too_much(root):
        return None
    return root if (root / "pyvenv.cfg").is_file() or (root / "lib").is_dir() else None


def _is_too_much(folder: Path) -> bool:
    """Whether the folder is a home directory, `~/.local`, or something that holds them."""
    home = Path.home()
    return (home / ".local").is_relative_to(folder.resolve())


def _own_packages() -> Iterator[Path]:
    for name in ("referee_client", *packages_of_games()):  # of a game from outside a bot reads the .proto
        spec = find_spec(name)
        if spec is not None and spec.origin is not None and spec.submodule_search_locations:
            yield Path(spec.origin).parent

"""What a program consists of: its file, its interpreter, and the libraries and settings of both.

This module finds everything by looking at files. Asking an interpreter would run code outside the sandbox, because it
reads start-up files that may belong to the bot.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from referee.errors import UsageError
from referee.kernel.game import packages_of_games

SYSTEM_FOLDERS = tuple(
    Path(folder) for folder in ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store")
)
# What programs expect in /etc that does not reveal the users of this machine.
SETTINGS = tuple(
    Path("/etc", name)
    for name in (
        "alternatives",
        "ld.so.cache",
        "ld.so.conf",
        "ld.so.conf.d",
        "localtime",
        "ssl",
        "ca-certificates",
        "pki",
    )
)
PYTHON = ("python", "python3")
_SHARED_ROOTS = (*SYSTEM_FOLDERS, Path("/usr/local"))  # many programs share them
_MOST_LINKS = 20


def find_program(word: str, cwd: Path) -> Path:
    """The program that the first word of a command names. `python` is the interpreter that runs the referee.

    Raises:
        UsageError: there is no such program.
    """
    if word in PYTHON:  # it has the bot library; another interpreter, or a shim that looks for one, may not
        return Path(sys.executable)
    found = shutil.which(cwd / word if "/" in word else word)
    if found is None:
        raise UsageError(f"cannot start {word!r}: there is no such program, or it is not executable")
    return Path(found)


def needs_of(program: Path) -> list[Path]:
    """The files, links and folders, apart from the system's, that a program and its interpreter consist of."""
    steps = list(_steps_of(program))
    needs: list[Path] = []
    for path in steps:
        needs += [need for need in _installation_of(path) if need not in needs and not in_system(need)]
    if Path(sys.executable).resolve() in [path.resolve() for path in steps]:
        needs += [package for package in _own_packages() if not any(package.is_relative_to(need) for need in needs)]
    return needs


def in_system(path: Path) -> bool:
    """Whether the path belongs to the system's programs, libraries and settings, which every sandbox has."""
    return any(path.is_relative_to(folder) for folder in (*SYSTEM_FOLDERS, *SETTINGS))


def is_installed(program: Path) -> bool:
    """Whether a program belongs to the system or to an installation with its own `bin` and `lib`."""
    return in_system(program) or _prefix_of(program) is not None


def is_too_much(folder: Path) -> bool:
    """Whether the folder is a home directory, `~/.local`, or something that holds them."""
    home = Path.home()
    return (home / ".local").is_relative_to(folder.resolve())


def leads_to(link: Path) -> Path:
    """Where a symbolic link leads, perhaps to another link: an absolute path with no links in its folders."""
    target = link.parent.resolve() / link.readlink()
    return target.parent.resolve() / target.name


def _steps_of(program: Path) -> Iterator[Path]:
    """The program, the targets of its symbolic links, and the interpreter that a script names in its first line."""
    for _ in range(_MOST_LINKS):
        yield program
        if program.is_symlink():
            program = leads_to(program)
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
        return [prefix, *_settings_of(prefix)]
    lines = (line.partition("=") for line in settings.read_text(encoding="utf-8", errors="replace").splitlines())
    homes = [Path(value.strip()) for key, _, value in lines if key.strip() == "home"]
    return [prefix, *(home.parent for home in homes if home.name == "bin" and not is_too_much(home.parent))]


def _prefix_of(program: Path) -> Path | None:
    """The root of the installation that a program belongs to: a virtual environment, or `bin` beside `lib`."""
    root = program.parent.parent
    if program.parent.name != "bin" or is_too_much(root):
        return None
    return root if (root / "pyvenv.cfg").is_file() or (root / "lib").is_dir() else None


def _settings_of(prefix: Path) -> Iterator[Path]:
    """The targets of links that lead out of a system's installation, e.g. to the settings of Debian's Java in /etc."""
    if prefix in _SHARED_ROOTS or not in_system(prefix):
        return
    for folder, folders, files in os.walk(prefix):
        for name in (*folders, *files):
            path = Path(folder, name)
            for _ in range(_MOST_LINKS):
                if not path.is_symlink():
                    break
                path = leads_to(path)
                if not in_system(path) and path.exists():
                    yield path


def _own_packages() -> Iterator[Path]:
    # A bot in Python may search with the rules (`referee.learning.Belief`) and read the .proto of a game from a
    # separate package.
    for name in ("referee_client", "referee", *packages_of_games()):
        spec = find_spec(name)
        if spec is not None and spec.origin is not None and spec.submodule_search_locations:
            yield Path(spec.origin).parent

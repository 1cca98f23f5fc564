"""Commands that download the program that they run: without a network, they hang until the caller gives up."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.errors import UsageError

# The first words of such commands.
_NODE = (
    ("npx",),
    ("npm", "exec"),
    ("npm", "x"),
    ("pnpx",),
    ("pnpm", "dlx"),
    ("pnpm", "exec"),
    ("yarn", "dlx"),
    ("bunx",),
)
_PYTHON = (("uvx",), ("uv", "tool", "run"), ("pipx", "run"))


def check_fetches_nothing(command: Sequence[str], cwd: Path) -> None:
    """Refuse a command that would have to fetch its program.

    Raises:
        UsageError: the command would fetch its program.
    """
    beginning = _beginning(command)
    if beginning is None or installed_package(command, cwd) is not None:
        return
    name = _package(command, beginning)
    place = f"node_modules/.bin/{name}" if beginning in _NODE else f"env/bin/{name} of an environment there"
    raise UsageError(
        f"{' '.join(beginning)} would fetch {name} from the network, but the sandbox has none: install it in "
        f"the bot's folder and start {place}, or run without a sandbox"
    )


def installed_package(command: Sequence[str], cwd: Path) -> Path | None:
    """The program that such a command starts, if it is in `node_modules` here or in a folder above."""
    beginning = _beginning(command)
    if beginning not in _NODE:
        return None
    name = _package(command, beginning)
    places = (folder / "node_modules" / ".bin" / name for folder in (cwd, *cwd.parents))
    return next((place for place in places if place.is_file()), None)


def _beginning(command: Sequence[str]) -> tuple[str, ...] | None:
    words = (Path(command[0]).name, *command[1:])
    return next((form for form in (*_NODE, *_PYTHON) if words[: len(form)] == form), None)


def _package(command: Sequence[str], beginning: tuple[str, ...]) -> str:
    """The name of the program to start: the first later word that is not an option, without its version."""
    word = next((word for word in command[len(beginning) :] if not word.startswith("-")), "PROGRAM")
    return word[:1] + word[1:].partition("@")[0]

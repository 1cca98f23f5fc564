"""A unix socket that our own bots can reach, and nobody else on the machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee.files import passing_folder


@dataclass(frozen=True)
class PrivateSocket:
    """The place of a socket, in a folder that nobody else can enter."""

    path: Path

    @property
    def address(self) -> str:
        """How a bot reaches it."""
        return f"unix:{self.path}"

    def admit_bots(self) -> None:
        """To be called when somebody listens there: a sandboxed bot may have another user id."""
        self.path.chmod(0o666)


@contextmanager
def private_socket() -> Iterator[PrivateSocket]:
    """A place for a socket, which is gone after the block."""
    with passing_folder() as private:
        folder = private / "socket"  # a bot in the sandbox sees this folder, and not the one above it
        folder.mkdir()
        yield PrivateSocket(folder / "referee")

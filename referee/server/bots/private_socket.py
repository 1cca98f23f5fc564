"""A Unix socket that only our own bots can reach, and no one else on the machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee.files import passing_folder


@dataclass(frozen=True)
class PrivateSocket:
    """The path of a socket, in a folder that no other user can enter."""

    path: Path

    @property
    def address(self) -> str:
        """The address that a bot connects to."""
        return f"unix:{self.path}"

    def admit_bots(self) -> None:
        """Let bots connect, which may have another user id in the sandbox.

        Call this once a server listens on the socket.
        """
        self.path.chmod(0o666)


@contextmanager
def private_socket() -> Iterator[PrivateSocket]:
    """A path for a socket; the folder is removed after the block."""
    with passing_folder() as private:
        folder = private / "socket"  # a bot in the sandbox sees this folder, and not the one above it
        folder.mkdir()
        yield PrivateSocket(folder / "referee")

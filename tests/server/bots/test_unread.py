"""What waits in the connections of other processes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from referee.server.bots.unread import unread_from

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other kernels do not say whose connection it is")

SENDER = """
import socket, sys
connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
connection.sendall(bytes(int(sys.argv[2])))
print("sent", flush=True)
sys.stdin.read()
"""
SENT = 100_000


@pytest.fixture
def sender(tmp_path: Path) -> Iterator[tuple[socket.socket, int]]:
    """A connection on which another process has sent something, and that process."""
    with socket.socket(socket.AF_UNIX) as listener:
        path = str(tmp_path / "socket")
        listener.bind(path)
        listener.listen()
        command = [sys.executable, "-c", SENDER, path, str(SENT)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            accepted, _ = listener.accept()
            with closing(accepted):
                assert process.stdout is not None
                assert process.stdout.readline() == b"sent\n"
                yield accepted, process.pid
                assert process.stdin is not None
                process.stdin.close()


def test_what_waits_is_counted_for_the_process_that_has_sent_it(sender: tuple[socket.socket, int]) -> None:
    _, pid = sender
    assert unread_from([pid]) == SENT
    assert unread_from([os.getppid()]) == 0
    assert unread_from([]) == 0


def test_what_was_read_waits_no_more(sender: tuple[socket.socket, int]) -> None:
    accepted, pid = sender
    left = SENT
    while left:
        left -= len(accepted.recv(left))
    assert unread_from([pid]) == 0


def test_the_connection_itself_is_left_as_it_is(sender: tuple[socket.socket, int]) -> None:
    accepted, pid = sender
    unread_from([pid])
    assert accepted.recv(1) == b"\0"

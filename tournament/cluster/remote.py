"""What a dask worker runs: it starts a player for each tournament, and gives it matches.

The runner calls this through dask.

A player has a lease. A runner that was killed, or that is cut off from the network, no longer renews it; the player
then ends and removes all its bots and files. So a match does not continue while another worker plays it again.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from queue import SimpleQueue
from typing import Any

import msgspec

from referee.files import passing_folder
from tournament.cluster.messages import FromPlayer, Lost, Opened, Opening
from tournament.cluster.packing import placed, unpack_bots
from tournament.engines.messages import WITHOUT_REFEREE, Broken, Done, ProcessEnded

PLAYER = [sys.executable, "-m", "tournament.cluster.player"]

LEASE_SECONDS = 20.0
"""How long a player continues without its runner."""

SECONDS_TO_STOP = 10.0
"""Seconds that a player gets to end its bots and itself."""

SHOWN_BYTES = 80
"""The number of characters that an error quotes from a line that is not a message."""

PlayerLines = list[bytes]


class PlayerProcess:
    """A player process of a tournament, which is replaced if it dies.

    It is used by several threads: those of the matches, the one that reads, and the one that watches the lease.

    Attributes:
        owner: The tournament, and the address of the dask worker.
    """

    def __init__(self, owner: tuple[str, str], opening: Opening, packs: Mapping[str, bytes]) -> None:
        self.owner = owner
        self._files = ExitStack()
        self._opening = msgspec.json.encode(self._unpacked(opening, packs)) + b"\n"
        self._command = [*PLAYER, WITHOUT_REFEREE] if opening.setting.plan.run.in_process else PLAYER
        self._lock = threading.Lock()
        self._waiting: dict[str, SimpleQueue[bytes]] = {}
        self._ended: PlayerLines = []
        self._process: subprocess.Popen[bytes] | None = None
        self._reader = threading.Thread()
        self._closed = threading.Event()
        self._renewed = time.monotonic()

    def open(self) -> bytes:
        """Start the process. Return the player's first message, or `Opened` with the reason why there was none."""
        answer: SimpleQueue[bytes] = SimpleQueue()
        with self._lock:
            self._waiting[""] = answer
            self._start()
        opened = answer.get()
        self.renew()
        threading.Thread(target=self._watch_lease, daemon=True).start()
        return opened

    def play(self, match_id: str, job: bytes) -> PlayerLines:
        """Play a match. Return the lines of the player about it, and about processes that have ended."""
        answer: SimpleQueue[bytes] = SimpleQueue()
        with self._lock:
            if self._closed.is_set():
                return [_lost("its player was closed")]
            if self._process is None:
                self._start()
            assert self._process is not None
            assert self._process.stdin is not None
            self._waiting[match_id] = answer
            with suppress(BrokenPipeError):  # the thread that reads notices it too
                self._process.stdin.write(job + b"\n")
                self._process.stdin.flush()
        line = answer.get()
        with self._lock:
            ended, self._ended = self._ended, []
        return [*ended, line]

    def renew(self) -> None:
        """Renew the lease."""
        self._renewed = time.monotonic()

    def close(self) -> PlayerLines:
        """End the process, and remove its files. Return the lines about bot processes that have ended."""
        with self._lock:
            process = None if self._closed.is_set() else self._process
            self._closed.set()
        if process is not None:
            assert process.stdin is not None
            with suppress(BrokenPipeError):
                process.stdin.close()
            try:
                process.wait(SECONDS_TO_STOP)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            self._reader.join(SECONDS_TO_STOP)
        self._files.close()
        with self._lock:
            ended, self._ended = self._ended, []
        return ended

    def _unpacked(self, opening: Opening, packs: Mapping[str, bytes]) -> Opening:
        if opening.shared:
            return opening
        root = self._files.enter_context(passing_folder())
        folder = root / opening.folder.removeprefix("/")
        folder.mkdir(parents=True)
        unpack_bots(packs.values(), root)
        plan = placed(opening.setting.plan, root)
        setting = msgspec.structs.replace(opening.setting, plan=plan)
        return msgspec.structs.replace(opening, setting=setting, folder=str(folder))

    def _start(self) -> None:
        """Start the process; the caller must hold the lock."""
        pipe = subprocess.PIPE
        process = self._process = subprocess.Popen(self._command, stdin=pipe, stdout=pipe, start_new_session=True)
        assert process.stdin is not None
        with suppress(BrokenPipeError):
            process.stdin.write(self._opening)
            process.stdin.flush()
        self._reader = threading.Thread(target=self._read, args=(process,), daemon=True)
        self._reader.start()

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        """Pass each line of the process to the thread that waits for it, until the process ends."""
        assert process.stdout is not None
        why = ""
        with process.stdout:
            for line in process.stdout:
                try:
                    self._take(line)
                except (msgspec.DecodeError, UnicodeDecodeError):  # who waits for an answer must not wait forever
                    why = f"its player wrote something that is not a message: {line[:SHOWN_BYTES]!r}"
                    process.kill()
                    break
        code = process.wait()
        why = why or f"its player ended (exit code {code})"
        with self._lock:
            assert process.stdin is not None
            with suppress(BrokenPipeError):
                process.stdin.close()
            if self._process is process:
                self._process = None
            waiting, self._waiting = self._waiting, {}
        for match_id, answer in waiting.items():
            answer.put(_lost(why, process.pid) if match_id else msgspec.json.encode(Opened(refused=why)))

    def _take(self, line: bytes) -> None:
        said = msgspec.json.decode(line, type=FromPlayer)
        with self._lock:
            if isinstance(said, ProcessEnded):
                self._ended.append(line)
                return
            answer = self._waiting.pop(_match_of(said), None)
        if answer is not None:
            answer.put(line)

    def _watch_lease(self) -> None:
        while not self._closed.wait(1.0):
            if time.monotonic() - self._renewed > LEASE_SECONDS:
                _forget(self)
                self.close()


_players: dict[str, PlayerProcess] = {}
"""The players of this process by the names that their runners gave them."""


async def open_player(name: str, tournament: str, opening: bytes, packs: dict[str, bytes], dask_worker: Any) -> bytes:
    """Start a player with this name. Return its `Opened`. Dask adds the worker.

    A player that an earlier runner of the tournament left on this worker is closed first: the new runner may hand out
    the match that it plays.
    """
    owner = (tournament, str(dask_worker.address))

    def start() -> bytes:
        for left in [left for left, player in _players.items() if player.owner == owner]:
            _players.pop(left).close()
        try:
            player = PlayerProcess(owner, msgspec.json.decode(opening, type=Opening), packs)
        except Exception as error:  # noqa: BLE001 - e.g. no place for the files; the runner names the worker and the reason
            return msgspec.json.encode(Opened(refused=str(error)))
        _players[name] = player
        return player.open()

    return await asyncio.to_thread(start)


def play(name: str, jobs: list[tuple[str, bytes]]) -> list[PlayerLines]:
    """Play matches with the player of this name, one after the other. Return lines for each, each a `FromCluster`."""
    player = _players.get(name)
    if player is None:
        return [[_lost("its dask worker has been restarted")] for _ in jobs]
    return [player.play(match_id, job) for match_id, job in jobs]


def renew(names: list[str]) -> list[str]:
    """Renew the leases of the given players, if they are in this process. Return their names."""
    here = [name for name in names if name in _players]
    for name in here:
        _players[name].renew()
    return here


async def close_player(name: str) -> PlayerLines:
    """End a player. Return the lines about bot processes that have ended."""
    player = _players.pop(name, None)
    return [] if player is None else await asyncio.to_thread(player.close)


def _forget(player: PlayerProcess) -> None:
    for name in [name for name, one in _players.items() if one is player]:
        del _players[name]


def _match_of(said: Opened | Done | Broken) -> str:
    """Return the id of the match for which a line was expected; empty for the first line of a player."""
    match said:
        case Opened():
            return ""
        case Done(match=match):
            return match.match_id
        case Broken(match_id=match_id):
            return match_id


def _lost(why: str, incident: int = 0) -> bytes:
    return msgspec.json.encode(Lost(why=why, incident=incident))

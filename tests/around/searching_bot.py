"""A bot that looks for secrets wherever it can: files, environment, arguments, other processes, messages, errors.

It puts what it found into its first note, as JSON:

- `needles`: where it met one of the byte strings in the file `needles` beside it. They stand there with every bit
  turned round, or it would find that file.
- `numbers`: how each word of 64 hexadecimal digits begins that it met: so secrets, seeds and salts are written.
- `looked`: at how many things it looked.
- `sockets` and `galleries`: how many sockets it met, and how many of them let it see matches.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import grpc
from referee_client import Bot, MatchInfo, Turn, run
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

HERE = Path(__file__).parent
NUMBER = re.compile(rb"(?<![0-9a-f])([0-9a-f]{8})[0-9a-f]{56}(?![0-9a-f])")
LARGEST = 64 << 20
LONGEST_NOTE = 1024
PROGRAMS = {*map(Path, ("/usr", "/lib", "/lib64", "/bin", "/sbin", sys.prefix, sys.base_prefix))}
"""Where no secrets are."""
OF_THE_SYSTEM = {*map(Path, ("/sys", "/dev", "/proc"))}
OF_A_PROCESS = ("environ", "cmdline", "status", "mountinfo", "comm")


class Searches(Bot):
    """Searches before its first answer."""

    searched = False

    def __init__(self) -> None:
        self._match = b""

    def start(self, match: MatchInfo) -> None:
        self._match = repr(match).encode()

    def choose(self, turn: Turn) -> int:
        if not Searches.searched:
            Searches.searched = True
            turn.note = json.dumps(search({"match": self._match, **refused(turn.match.match_id)}))
            assert len(turn.note) <= LONGEST_NOTE, "too much was found to tell it"
        return turn.default_option


def search(said: dict[str, bytes]) -> dict[str, object]:
    """Looks at everything, and at what the referee said."""
    needles = [bytes(byte ^ 0xFF for byte in bytes.fromhex(line)) for line in written_needles()]
    found: set[str] = set()
    numbers: set[str] = set()
    looked = 0
    for place, content in [*said.items(), *everything()]:
        looked += 1
        found.update(Path(place).name for needle in needles if needle in content)
        numbers.update(number.decode() for number in NUMBER.findall(content))
    shown = [shows_matches(path) for path in sockets()]
    return {
        "needles": sorted(found),
        "numbers": sorted(numbers),
        "looked": looked,
        "sockets": len(shown),
        "galleries": sum(shown),
    }


def written_needles() -> list[str]:
    file = HERE / "needles"
    return file.read_text().split() if file.exists() else []


def everything() -> Iterator[tuple[str, bytes]]:
    """What can be read: files, and what the system shows of processes."""
    yield "environment", repr(dict(os.environ)).encode()
    yield "arguments", repr(sys.argv).encode()
    processes = [folder for folder in Path("/proc").iterdir() if folder.name.isdigit()]
    yield from contents(folder / name for folder in processes for name in OF_A_PROCESS)
    yield from contents(files())


def files() -> Iterator[Path]:
    """Everything that is not a folder."""
    for root in roots():
        for path, folders, names in os.walk(root):
            folders[:] = [name for name in folders if Path(path, name) not in PROGRAMS | OF_THE_SYSTEM]
            yield from (Path(path, name) for name in names)


def sockets() -> Iterator[Path]:
    return (path for path in files() if path.is_socket())


def shows_matches(socket: Path) -> bool:
    """Whether a server there answers a request for the matches."""
    with grpc.insecure_channel(f"unix:{socket}") as channel:
        try:
            MatchServiceStub(channel).ListMatches(wire.ListMatchesRequest())
        except grpc.RpcError:
            return False
    return True


def roots() -> list[str]:
    """Where to search: everywhere, or, outside of a sandbox, where that would take long, in one folder."""
    return [word.removeprefix("--in=") for word in sys.argv if word.startswith("--in=")] or ["/"]


def contents(paths: Iterator[Path]) -> Iterator[tuple[str, bytes]]:
    for path in paths:
        try:
            if path.is_relative_to("/proc") or (path.is_file() and path.stat().st_size <= LARGEST):
                yield str(path), path.read_bytes()
        except OSError as error:
            yield str(path), str(error).encode()


def refused(match_id: str) -> dict[str, bytes]:
    """What the referee answers to calls that are none of a bot's business."""
    who = [("authorization", f"Bearer {os.environ['REFEREE_TOKEN']}")]
    said = {}
    with grpc.insecure_channel(os.environ["REFEREE_ADDRESS"]) as channel:
        stub = MatchServiceStub(channel)
        for name, call in {
            "GetMatch": lambda: stub.GetMatch(wire.GetMatchRequest(match_id=match_id), metadata=who),
            "GetRecord": lambda: stub.GetRecord(wire.GetRecordRequest(match_id=match_id), metadata=who),
            "ListMatches": lambda: stub.ListMatches(wire.ListMatchesRequest(), metadata=who),
        }.items():
            try:
                said[name] = repr(call()).encode()  # type: ignore[no-untyped-call]
            except grpc.RpcError as error:
                said[name] = f"{error.code()} {error.details()} {error.trailing_metadata()}".encode()
    return said


if __name__ == "__main__":
    run(Searches)

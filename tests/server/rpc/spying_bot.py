"""A bot that tries to watch its match over the address that it was given, and notes the answers."""

from __future__ import annotations

import os
from collections.abc import Callable

import grpc
from referee_client import Bot, MatchInfo, Turn, run
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_service_pb2_grpc import MatchServiceStub

ADDRESS, TOKEN = os.environ["REFEREE_ADDRESS"], os.environ["REFEREE_TOKEN"]


class Spy(Bot):
    """Plays the first option, and tries to watch once, with its own token and without one."""

    def __init__(self) -> None:
        self._told = ""

    def start(self, match: MatchInfo) -> None:
        with grpc.insecure_channel(ADDRESS) as channel:
            self._look(MatchServiceStub(channel), match.match_id, [("authorization", f"Bearer {TOKEN}")])
            self._look(MatchServiceStub(channel), match.match_id, [])

    def choose(self, turn: Turn) -> int:
        turn.note, self._told = self._told.strip(), ""
        return 0

    def _look(self, stub: MatchServiceStub, match_id: str, who: list[tuple[str, str]]) -> None:
        self._note("ListMatches", lambda: stub.ListMatches(wire.ListMatchesRequest(), metadata=who))
        self._note("GetMatch", lambda: stub.GetMatch(wire.GetMatchRequest(match_id=match_id), metadata=who))
        self._note("WatchMatch", lambda: next(stub.WatchMatch(wire.WatchMatchRequest(match_id=match_id), metadata=who)))

    def _note(self, name: str, call: Callable[[], object]) -> None:
        try:
            call()
            answer = "answered"
        except grpc.RpcError as error:
            answer = error.code().name
        self._told += f" {name}:{answer}"


if __name__ == "__main__":
    run(Spy)

"""A page keeps following a match that is voided and restarted, as in a tournament: over gRPC, at a real referee."""

from __future__ import annotations

from pathlib import Path

import grpc
import pytest
import trio
from referee_client.settings import Settings
from referee_client.v1 import match_service_pb2 as wire
from referee_client.v1.match_pb2 import Seat

from referee.calling import Caller
from referee.kernel.record import read_record
from referee.kernel.replay import replay
from referee.pages.markup import tag
from referee.pages.matches import SHOWN_EVENTS, board_parts
from referee.server.config import Config
from referee.server.storage.tokens import Role
from referee.web import watching
from referee.web.calls import Calls
from tests.support.raw_bot import RawBot, raw_bot
from tests.support.running import Running, running_referee
from tests.support.waiting import until

State = dict[str, list[str]]


class PlayedByName(Calls):
    """Finds a match by the one name that people know, whatever its current id."""

    begins_again = True
    id_now = "first"

    async def find(self, _name: str) -> tuple[Calls, str]:
        return self, self.id_now


class Table:
    """A referee, an organiser, and two bots."""

    def __init__(self, running: Running, channel: grpc.Channel, bots: list[RawBot]) -> None:
        settings = Settings(running.address, running.token("boss", Role.ORGANISER))
        self.place = PlayedByName(settings, channel)
        self.bots = bots
        self._organiser = Caller(channel, settings.token)
        for bot, name in zip(bots, "ab", strict=True):
            bot.hello(running.token(name))

    def begin(self, match_id: str) -> None:
        seats = [Seat(bot=name) for name in "ab"]
        request = wire.CreateMatchRequest(
            match_id=match_id, game_id="keepers", seats=seats, options={"max_rounds": "2", "first_seat": "0"}
        )
        self._organiser.matches.CreateMatch(request, metadata=self._organiser.metadata)
        self.place.id_now = match_id

    def cancel(self, match_id: str) -> None:
        self._organiser.matches.CancelMatch(
            wire.CancelMatchRequest(match_id=match_id), metadata=self._organiser.metadata
        )

    async def play(self) -> None:
        async with trio.open_nursery() as nursery:
            for bot in self.bots:
                nursery.start_soon(trio.to_thread.run_sync, bot.play_on)


async def follow(table: Table) -> list[State]:
    """The states that a page shows, in order."""
    shown: list[State] = []

    def said(*heads: str) -> bool:
        """Whether all of these appeared, in this order."""
        states = iter(shown)
        return all(any(head in str(state["head"]) for state in states) for head in heads)

    async with trio.open_nursery() as nursery:
        feed = watching.Watches(table.place, nursery).feed("the match")
        with feed.followed(lambda: shown.append({name: [*map(str, part)] for name, part in feed.parts.items()})):
            table.begin("first")
            table.bots[0].choose(await trio.to_thread.run_sync(lambda: table.bots[0].hear_until("turn").turn))
            await until(lambda: said("after step 1"))
            table.begin("second")
            table.cancel("first")
            await until(lambda: said("The match is void", "after step 0"))
            await table.play()
            await table.play()
            await until(lambda: feed.over)
        nursery.cancel_scope.cancel()
    return shown


def test_a_match_that_is_begun_again_is_followed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seconds in ("SECONDS_BETWEEN_TRIES", "SECONDS_BETWEEN_STEPS", "LINGERING"):
        monkeypatch.setattr(watching, seconds, 0.05)
    config = Config(address=f"unix:{tmp_path / 'socket'}", data=tmp_path)
    with (
        running_referee(config) as running,
        grpc.insecure_channel(running.address) as channel,
        raw_bot(running.address) as a,
        raw_bot(running.address) as b,
    ):
        shown = trio.run(follow, Table(running, channel, [a, b]))
    void = next(at for at, state in enumerate(shown) if "void" in state["head"][0])
    again = shown[void + 1]
    match = replay(read_record(tmp_path.joinpath("records", "second.jsonl").read_bytes())).match
    told = [str(tag("p", match.game.event_text(event))) for event in match.events(None)][::-1]
    assert "Running" in again["head"][0]
    assert again["happened"] == told[-len(again["happened"]) :], "the log starts with the new match"
    assert "Reason for the end" in shown[-1]["head"][0]
    assert shown[-1]["happened"] == told[:SHOWN_EVENTS]
    drawn = board_parts(match.board(None), "ab")
    assert {name: shown[-1][name] for name in drawn} == {name: [*map(str, part)] for name, part in drawn.items()}

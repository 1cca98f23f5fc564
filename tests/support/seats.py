"""Bots without network or process: seats in memory with a plan of what to do at which turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import trio
from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.record import StrikeCause
from referee.server.lag import NO_LAG, Lag
from referee.server.match.link import Cores, Receiver

Act = Callable[["MemorySeat", wire.Turn], None]


@dataclass
class MemorySeat:
    """A bot that answers every turn with option `answer`, except where its plan says otherwise.

    Attributes:
        plan: What to do instead at some turns.
        thinks: Seconds for every answer.
        lag: How many of those are the referee's own fault, in a delay that lasts until the answer.
        lag_over: The same, in delays that are over before.
        heard: Everything that the referee said, with its time.
    """

    nursery: trio.Nursery
    answer: int = 0
    plan: Mapping[int, Act] = field(default_factory=dict)
    thinks: float = 0.0
    lag: float = 0.0
    lag_over: float = 0.0
    wants_text: bool = False
    wants_events: bool = True
    wants_cards: bool = False
    wants_updates: bool = False
    connected: bool = True
    gone: bool = False
    cores: Cores | None = None
    heard: list[tuple[float, wire.PlayResponse]] = field(default_factory=list)
    receiver: Receiver | None = None
    reconnects: int = 0

    def attach(self, match_id: str, receiver: Receiver) -> None:
        self.receiver = receiver

    def detach(self, match_id: str) -> None:
        self.receiver = None

    def post(self, response: wire.PlayResponse) -> None:
        if not self.connected:
            return
        self.heard.append((trio.current_time(), response))
        if response.WhichOneof("response") == "turn":
            turn = response.turn
            self.plan.get(turn.turn, MemorySeat.choose)(self, turn)

    def ask(self, turn: int, response: bytes) -> None:
        self.post(wire.PlayResponse.FromString(response))

    def own_lag(self) -> Lag:
        return Lag(self.lag_over, self.lag) if self.lag_over or self.lag else NO_LAG

    def choose(self, turn: wire.Turn, option: int | None = None, note: str = "") -> None:
        """Answers after `thinks` seconds."""
        index = min(self.answer, turn.option_count - 1) if option is None else option
        choice = wire.Choice(match_id=turn.match_id, turn=turn.turn, option=index, note=note.encode())
        self.after(self.thinks, lambda: self.say(choice))

    def say(self, choice: wire.Choice) -> None:
        if self.receiver is not None:
            self.receiver.choice(choice, self.own_lag())

    def after(self, seconds: float, act: Callable[[], object]) -> None:
        """Does something later."""

        async def wait_and_act() -> None:
            await trio.sleep(seconds)
            act()

        self.nursery.start_soon(wait_and_act)

    def resign(self) -> None:
        if self.receiver is not None:
            self.receiver.resign()

    def misbehave(self, cause: StrikeCause) -> None:
        if self.receiver is not None:
            self.receiver.misbehaved(cause, "a test says so")

    def disconnect(self, *, for_good: bool = False) -> None:
        self.connected = False
        self.gone = for_good
        if self.receiver is not None:
            self.receiver.link_changed()

    def reconnect(self) -> None:
        self.connected = True
        if self.receiver is not None:
            self.receiver.link_changed(fresh=True)

    def said(self, kind: str) -> list[wire.PlayResponse]:
        """What the referee said of one kind."""
        return [response for _, response in self.heard if response.WhichOneof("response") == kind]

    def turns(self) -> list[wire.Turn]:
        return [response.turn for response in self.said("turn")]

    def strikes(self) -> list[wire.Strike]:
        return [response.strike for response in self.said("strike")]

    def ended(self) -> wire.MatchEnded:
        (response,) = self.said("match_ended")
        return response.match_ended


def silent(seat: MemorySeat, turn: wire.Turn) -> None:
    """Never answers."""

"""A seat of one match that a bot of the lobby plays."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from referee_client.v1 import play_service_pb2 as wire

from referee.server.bridge import Bridge
from referee.server.lag import Lag
from referee.server.match.link import Cores, Receiver

if TYPE_CHECKING:
    from referee.server.lobby.bot_link import BotLink


class BotSeat:
    """A seat of one match that a bot plays over its stream: a `SeatLink`.

    Attributes:
        receiver: The match that receives the answers; None before and after the match. ends_before, strikes_before: How
            many ends of matches, and strikes, were sent before the last Turn on the stream that first carried it;
            otherwise 0.
    """

    __slots__ = ("_bot", "_bridge", "_lost", "_turn", "ends_before", "receiver", "strikes_before")

    def __init__(self, bot: BotLink, bridge: Bridge) -> None:
        self._bot = bot
        self._bridge = bridge
        self._lost = 0.0
        self._turn = 0
        self.ends_before = self.strikes_before = 0
        self.receiver: Receiver | None = None

    @property
    def wants_text(self) -> bool:
        """Whether the bot also wants text."""
        return self._bot.wants_text

    @property
    def wants_events(self) -> bool:
        """Whether the bot wants the events since its last turn."""
        return self._bot.wants_events

    @property
    def wants_cards(self) -> bool:
        """Whether the bot wants the card set when a match begins."""
        return self._bot.wants_cards

    @property
    def wants_updates(self) -> bool:
        """Whether the bot wants to see the table between its Turns and at the end."""
        return self._bot.wants_updates

    @property
    def connected(self) -> bool:
        """See `SeatLink`."""
        return self._bot.stream is not None

    @property
    def gone(self) -> bool:
        """Whether the bot said that it will not come back."""
        return self._bot.gone

    @property
    def cores(self) -> Cores | None:
        """See `SeatLink`."""
        return self._bot.cores

    def attach(self, match_id: str, receiver: Receiver) -> None:
        """Start to pass what the bot sends about this match to `receiver`."""
        self.receiver = receiver
        self._bot.seats[match_id] = self

    def detach(self, match_id: str) -> None:
        """Stop passing it."""
        if self.receiver is not None:
            self._bot.asked_before += self.receiver.asked_s
        self.receiver = None
        self._bot.match_is_over(match_id)

    def post(self, response: wire.PlayResponse) -> None:
        """Send a response; without a connection it is lost."""
        self._bot.send(response)

    def ask(self, turn: int, response: bytes) -> None:
        """Send a Turn. If the Turn is sent again, its clock continues from the first time."""
        if turn != self._turn:
            self._turn = turn
            self.ends_before = self._bot.ends.told
            self.strikes_before = self._bot.strikes_told
            self._lost = self._bridge.lost(time.perf_counter())
        self._bot.send_bytes(response)

    def own_lag(self) -> Lag:
        """How much of the time since the last Turn the referee lost: its thread was held up."""
        return self._bridge.lag_since(self._lost, time.perf_counter())

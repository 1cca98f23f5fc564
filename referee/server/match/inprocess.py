"""Python bots that run in the referee's own process: no network, no token, and no waiting between decisions."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Protocol

from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.record import StrikeCause
from referee.server.lag import NO_LAG, Lag
from referee.server.match import messages
from referee.server.match.link import Cores, Receiver

log = logging.getLogger(__name__)


class BotSession(Protocol):
    """The bot's side of the protocol, e.g. a `referee_client.session.Session`."""

    def hello(self) -> wire.PlayRequest:
        """The bot's Hello; only its `wants_` fields matter here."""

    def receive(self, response: wire.PlayResponse) -> Sequence[wire.PlayRequest]:
        """Process a response of the referee and return the bot's requests."""


class InProcessSeat:
    """A `SeatLink` to a bot in this process. One session serves one seat of a match.

    If a bot raises an exception, or leaves a Turn without a valid answer, it counts as having left, because no answer
    can come later.
    """

    def __init__(self, session: BotSession) -> None:
        hello = session.hello().hello
        self.wants_text = hello.wants_text
        self.wants_events = hello.wants_events
        self.wants_cards = hello.wants_cards
        self.wants_updates = hello.wants_updates
        self.connected = True
        self.gone = False
        self.cores: Cores | None = None
        self._session = session
        self._receiver: Receiver | None = None

    def attach(self, match_id: str, receiver: Receiver) -> None:
        """See `SeatLink`."""
        self._receiver = receiver

    def detach(self, match_id: str) -> None:
        """See `SeatLink`."""
        self._receiver = None

    def own_lag(self) -> Lag:
        """See `SeatLink`. There is nothing between the match and the bot that could cause a delay."""
        return NO_LAG

    def post(self, response: wire.PlayResponse) -> None:
        """Give the bot a response, and pass on its requests."""
        if self.gone:
            return
        for request in self._tell(response):
            self._hand_over(request)

    def ask(self, turn: int, response: bytes) -> None:
        """See `SeatLink`."""
        self.post(wire.PlayResponse.FromString(response))
        if self._receiver is not None and self._receiver.open and not self.gone:
            log.error("a bot left turn %d without an answer", turn)
            self._leave()

    def _tell(self, response: wire.PlayResponse) -> Sequence[wire.PlayRequest]:
        try:
            return self._session.receive(response)
        except Exception:
            log.exception("a bot failed at: %s", response.WhichOneof("response"))
            self._leave()
            return ()

    def _hand_over(self, request: wire.PlayRequest) -> None:
        if self._receiver is None:
            return
        match request.WhichOneof("request"):
            case "choice":
                self._receiver.choice(request.choice)
            case "resign":
                self._receiver.resign()
            case "leave":
                self._leave()
            case None:
                self._tell(messages.unsupported())  # its requests are ignored, or this could continue forever
            case other:
                self._receiver.misbehaved(StrikeCause.MALFORMED, f"{other} is not expected here")

    def _leave(self) -> None:
        self.connected = False
        self.gone = True
        if self._receiver is not None:
            self._receiver.link_changed()

"""What a bot receives: the match, its turns and its result."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from referee_client.position import unpack

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from google.protobuf.duration_pb2 import Duration

    from referee_client.v1 import match_pb2
    from referee_client.v1 import play_service_pb2 as wire


@dataclass(frozen=True)
class MatchInfo:
    """The facts about a match that its bots receive at the start.

    Attributes:
        match_id: The id of the match.
        game_id: The id of the game, e.g. `keepers`.
        rules_version: The version of the rules.
        card_set_digest: The digest of the card set.
        options: Every option of the game with its value, as text.
        seat: The seat that this bot plays, from 0.
        bots: The bots' names in seat order.
        time_control: The wire's TimeControl message.
        seed_commitment: The referee's commitment to the seed (`referee manual deals`).
        resumed: Whether an earlier process of this bot has played a part of the match.
        card_set: The card set as JSON; empty if the bot does not want it, or the referee is too old to send it.
    """

    match_id: str
    game_id: str
    rules_version: str
    card_set_digest: str
    options: Mapping[str, str]
    seat: int
    bots: tuple[str, ...]
    time_control: match_pb2.TimeControl
    seed_commitment: bytes
    resumed: bool
    card_set: str = ""

    @cached_property
    def cards(self) -> Mapping[str, Any] | None:
        """The content of the card set, as in its TOML file; None if it was not sent."""
        said: Mapping[str, Any] | None = json.loads(self.card_set or "null")
        return said

    @classmethod
    def from_wire(cls, started: wire.MatchStarted) -> MatchInfo:
        """Read a MatchStarted message."""
        return cls(
            match_id=started.match_id,
            game_id=started.game_id,
            rules_version=started.rules_version,
            card_set_digest=started.card_set_digest,
            options=dict(started.options),
            seat=started.seat,
            bots=tuple(seat.bot for seat in started.seats),
            time_control=started.time_control,
            seed_commitment=started.seed_commitment,
            resumed=started.resumed,
            card_set=started.card_set,
        )


class Turn:
    """A decision that the bot is asked for. Parts that many bots do not use are read only on access.

    Attributes:
        match: The match.
        number: The number of this Turn, unique in the match for this bot.
        seat: The seat that is asked, from 0.
        option_count: How many options there are.
        default_option: The index that is played for the bot if it does not answer in time.
        note: Text or bytes that the bot may set, stored in the record with its choice; at most 1024 bytes as UTF-8.
    """

    def __init__(self, match: MatchInfo, message: wire.Turn, arrived: float) -> None:
        self.match = match
        self.number = message.turn
        self.seat = message.seat
        self.option_count = message.option_count
        self.default_option = message.default_option
        self.note: str | bytes = ""
        self._message = message
        self._arrived = arrived

    @cached_property
    def decision_left(self) -> float:
        """Seconds left for this decision before the bank is used."""
        return seconds(self._message.decision_left)

    @cached_property
    def bank_left(self) -> float:
        """Seconds left in the bank."""
        return seconds(self._message.bank_left)

    @cached_property
    def deadline(self) -> float:
        """When both are used up, by `time.monotonic()`."""
        return self._arrived + self.decision_left + self.bank_left

    @cached_property
    def text(self) -> str:
        """The position as text; empty unless the bot runs with `wants_text=True`."""
        return self._message.text

    @cached_property
    def option_texts(self) -> Sequence[str]:
        """The options as text, in order; empty unless the bot runs with `wants_text=True`."""
        return self._message.option_texts

    @cached_property
    def position(self) -> Any:
        """The game's own Position message, e.g. `referee_client.games.keepers.v1.keepers_pb2.Position`."""
        return unpack(self._message.position)

    @property
    def view(self) -> Any:
        """What the seat sees: the game's own View message."""
        return self.position.view

    @property
    def options(self) -> Sequence[Any]:
        """What the seat can choose from: the game's own Option messages."""
        options: Sequence[Any] = self.position.options
        return options

    @property
    def events(self) -> Sequence[Any]:
        """What happened since the seat's last turn: the game's own Event messages."""
        events: Sequence[Any] = self.position.events
        return events


@dataclass(frozen=True)
class MatchEnd:
    """How a match ended.

    Attributes:
        match: The match.
        seats: The wire's SeatResult of each seat in order: place, score, end, strikes. Empty if the match was voided.
        reason: Why the game ended, one of the game's own words; empty if the match was voided.
        void_reason: Why the match has no result, which is not the fault of any bot; empty if it has a result.
    """

    match: MatchInfo
    seats: tuple[match_pb2.SeatResult, ...]
    reason: str
    void_reason: str

    @classmethod
    def from_wire(cls, match: MatchInfo, ended: wire.MatchEnded) -> MatchEnd:
        """Read a MatchEnded message."""
        return cls(match=match, seats=tuple(ended.results), reason=ended.reason, void_reason=ended.void_reason)


def seconds(duration: Duration) -> float:
    """Convert the wire's Duration into seconds."""
    return duration.seconds + duration.nanos / 1e9

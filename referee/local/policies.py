"""Sample bots as policies: what they would choose for any seat of an imagined match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from itertools import count
from typing import Any

from google.protobuf.any_pb2 import Any as PackedMessage
from referee_client.bot import BotFactory, index_of
from referee_client.position import unpack
from referee_client.turn import MatchInfo, Turn
from referee_client.v1 import match_pb2
from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.match import Match
from referee.kernel.options import OptionValue, as_dict, option_text
from referee.kernel.seats import Seat


class ImaginedTurn(Turn):
    """A turn of any seat in an imagined match."""

    def __init__(self, match: MatchInfo, message: wire.Turn, position: bytes, position_name: str) -> None:
        super().__init__(match, message, 0.0)
        self._packed = PackedMessage(type_url=f"/{position_name}", value=position)

    @cached_property
    def position(self) -> Any:
        """See `Turn`."""
        return unpack(self._packed)


class BotPolicy:
    """The choices of a bot that needs only the position, for all seats."""

    def __init__(self, bot: BotFactory, match: MatchInfo) -> None:
        self._seats = [replace(match, seat=seat) for seat in range(len(match.bots))]
        self._bots = [bot() for _ in self._seats]
        self._numbers = count(1)
        for each, info in zip(self._bots, self._seats, strict=True):
            start = getattr(each, "start", None)
            if start is not None:
                start(info)

    def __call__(self, match: Match, seat: Seat) -> int:
        """The index of the seat's choice."""
        options = match.asked[seat]
        if len(options) == 1:
            return 0
        message = wire.Turn(
            turn=next(self._numbers), seat=seat, option_count=len(options), default_option=match.default(seat)
        )
        turn = ImaginedTurn(self._seats[seat], message, match.position_bytes(seat), match.game.position_name)
        return index_of(self._bots[seat].choose(turn), turn)


def info_of(match: Match, bots: tuple[str, ...] = ()) -> MatchInfo:
    """A match of this process as its bots know it."""
    options: Mapping[str, OptionValue] = as_dict(match.table.options)
    return MatchInfo(
        match_id="imagined",
        game_id=match.game.id,
        rules_version=match.game.rules_version,
        card_set_digest=match.card_set.digest,
        options={name: option_text(value) for name, value in options.items()},
        seat=0,
        bots=bots or ("",) * match.table.seat_count,
        time_control=match_pb2.TimeControl(),
        seed_commitment=b"",
        resumed=False,
        card_set=match.card_set.text.decode(),
    )

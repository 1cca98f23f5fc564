"""Whether messages match the values: the bytes are decoded with classes made from the `.proto` and then compared."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from referee.battery.differing import first_difference, short
from referee.battery.messages import position_of
from referee.battery.plain import chosen_by_message, chosen_by_value, fields_of_message, fields_of_value, same
from referee.kernel.game import Game
from referee.kernel.match import Match
from referee.kernel.seats import Seat


def told_wrongly(game: Game[Any], value: Struct) -> str | None:
    """A value and the contents of its bytes, if they differ."""
    text = game.proto
    if isinstance(value, game.view_type):
        position = position_of(text, game.encoders.view(value))
        says, bytes_say = fields_of_value(value), fields_of_message(position.view)
    elif type(value) in game.choices:
        (message,) = position_of(text, game.encoders.option(value)).options
        says, bytes_say = chosen_by_value(value), chosen_by_message(message)
    else:
        (message,) = position_of(text, game.encoders.event(value)).events
        says, bytes_say = chosen_by_value(value), chosen_by_message(message)
    return None if same(says, bytes_say) else _told_as(says, bytes_say)


def told_wrongly_in_play(match: Match, seat: Seat | None, since: int) -> str | None:
    """A seat's position, with the events from `since` on, and the contents of its bytes, if they differ."""
    position = position_of(match.game.proto, match.position_bytes(seat, since))
    options = match.asked.get(seat, ()) if seat is not None else ()
    says = (
        fields_of_value(match.view(seat)),
        [*map(chosen_by_value, options)],
        [*map(chosen_by_value, match.events(seat, since))],
    )
    bytes_say = (
        fields_of_message(position.view),
        [*map(chosen_by_message, position.options)],
        [*map(chosen_by_message, position.events)],
    )
    return None if same(says, bytes_say) else _told_as(says, bytes_say)


def _told_as(says: Any, bytes_say: Any) -> str:
    where = first_difference(says, bytes_say) or "the types differ"
    return f"{where}: {short(says)} is sent as {short(bytes_say)}"

"""The game: all its parts together."""

from __future__ import annotations

from referee.kernel.asking import Option
from referee.kernel.game import Game
from referee.kernel.options import GameOptions
from referee.kernel.schema import kinds
from referee.kernel.table import Event

from . import choices, events, text
from .cards import SEATS, load_cards
from .rules import looking, playing, result, set_up
from .state import LanternsTable, invariants
from .view import View, view
from .zones import ZONES

GAME = Game[LanternsTable](
    id="lanterns",
    name="Lanterns",
    seats=SEATS,
    rules_version="1",
    option_type=GameOptions,
    table_type=LanternsTable,
    load_cards=load_cards,
    set_up=set_up,
    phases=(looking, playing),
    result=result,
    zones=ZONES,
    invariants=invariants,
    view_type=View,
    choices=kinds(choices, Option),
    event_types=kinds(events, Event),
    view=view,
    view_text=text.view_text,
    option_text=text.option_text,
    event_text=text.event_text,
)

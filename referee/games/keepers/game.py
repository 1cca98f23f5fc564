"""Angirg Mariem Keepers: the phases in order. A round is auctions, sabotage, sending out, drawing."""

from __future__ import annotations

from referee.games.keepers import board, choices, events, legend
from referee.games.keepers.auction import hold_auction
from referee.games.keepers.cards import load_cards
from referee.games.keepers.round import anyone_unserved, draw_cards, next_round, send_out
from referee.games.keepers.sabotage import sabotage_window
from referee.games.keepers.scoring import game_has_ended, result
from referee.games.keepers.setup import set_up
from referee.games.keepers.state import KeepersTable, Options, invariants
from referee.games.keepers.view import View, view
from referee.games.keepers.zones import ZONES
from referee.kernel.asking import Option
from referee.kernel.game import Game, Phase
from referee.kernel.schema import kinds
from referee.kernel.table import Event


async def bidding(t: KeepersTable) -> Phase[KeepersTable]:
    """One auction after the other, until every seat has won a quest."""
    await hold_auction(t)
    return bidding if anyone_unserved(t) else sending_out


async def sending_out(t: KeepersTable) -> Phase[KeepersTable] | None:
    """Sabotage, then the adventurers leave, then every seat draws; the game may end."""
    await sabotage_window(t)
    send_out(t)
    draw_cards(t)
    if game_has_ended(t):
        return None
    next_round(t)
    return bidding


GAME = Game(
    id="keepers",
    name="Angirg Mariem Keepers",
    seats=(2, 4),
    rules_version="1",
    option_type=Options,
    table_type=KeepersTable,
    load_cards=load_cards,
    set_up=set_up,
    phases=(bidding, sending_out),
    result=result,
    zones=ZONES,
    invariants=invariants,
    view_type=View,
    choices=kinds(choices, Option),
    event_types=kinds(events, Event),
    view=view,
    card_texts=legend.card_texts,
    board=board.board,
    place_of=board.place_of,
)

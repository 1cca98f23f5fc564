"""Inns & Outcasts: the phases in order. A Turn is placing, calling the initiatives, and collecting Loot."""

from __future__ import annotations

from referee.games.inns import board, choices, events, legend
from referee.games.inns.cards import load_cards
from referee.games.inns.hidden import redeal
from referee.games.inns.loot import collect
from referee.games.inns.scoring import match_has_ended, result
from referee.games.inns.setup import build_hands, set_up
from referee.games.inns.state import InnsTable, Options, invariants
from referee.games.inns.turn import call_initiatives, clean_up, pass_head, place_cards, start_turn, use_card
from referee.games.inns.view import View, view
from referee.games.inns.zones import ZONES
from referee.kernel.asking import Option
from referee.kernel.game import Game, Phase
from referee.kernel.schema import kinds
from referee.kernel.table import Event


async def building(t: InnsTable) -> Phase[InnsTable]:
    """Every seat builds a hand."""
    await build_hands(t)
    start_turn(t)
    return placing


async def placing(t: InnsTable) -> Phase[InnsTable]:
    """Every seat places a card; the initiatives are called until the first cards are revealed."""
    await place_cards(t)
    call_initiatives(t)
    return using_cards


async def using_cards(t: InnsTable) -> Phase[InnsTable]:
    """The revealed cards use their abilities one after the other; then the next initiatives are called."""
    await use_card(t, t.acting[0])
    del t.acting[0]
    if not t.acting:
        call_initiatives(t)
    return using_cards if t.acting else ending_turn


async def ending_turn(t: InnsTable) -> Phase[InnsTable] | None:
    """Every seat collects; the match may end, or the next Turn begins."""
    collect(t)
    if match_has_ended(t):
        return None
    clean_up(t)
    pass_head(t)
    start_turn(t)
    return placing


GAME = Game(
    id="inns",
    name="Inns & Outcasts",
    seats=(3, 8),
    rules_version="1",
    option_type=Options,
    table_type=InnsTable,
    load_cards=load_cards,
    set_up=set_up,
    phases=(building, placing, using_cards, ending_turn),
    result=result,
    zones=ZONES,
    board=board.board,
    place_of=board.place_of,
    redeal=redeal,
    invariants=invariants,
    view_type=View,
    choices=kinds(choices, Option),
    event_types=kinds(events, Event),
    view=view,
    legend=legend.legend,
    card_texts=legend.card_texts,
)

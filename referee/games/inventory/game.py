"""Adventures in Inventory Management: the phases in order. A turn is market, equipping, attack, cleanup."""

from __future__ import annotations

from referee.games.inventory import board, choices, events, legend
from referee.games.inventory.attack import attack_or_not
from referee.games.inventory.equip import draw_one, equip_one, equip_together, lose_gold
from referee.games.inventory.invariants import invariants
from referee.games.inventory.loading import load_cards
from referee.games.inventory.market import buy_cards, trash_and_sell
from referee.games.inventory.scoring import result
from referee.games.inventory.setup import set_up
from referee.games.inventory.state import InventoryTable, Options
from referee.games.inventory.turn import begin_game, clean_up, next_turn
from referee.games.inventory.view import View, view
from referee.games.inventory.zones import ZONES
from referee.kernel.asking import Option
from referee.kernel.game import Game, Phase
from referee.kernel.schema import kinds
from referee.kernel.table import Event


async def equipping(t: InventoryTable) -> Phase[InventoryTable]:
    """All seats equip at the same time, round after round; then the first turn begins."""
    await equip_together(t)
    if t.equipping:
        return equipping
    begin_game(t)
    return selling


async def selling(t: InventoryTable) -> Phase[InventoryTable]:
    """Market phase: trash, sell, clear."""
    t.part = "market"
    await trash_and_sell(t)
    return buying


async def buying(t: InventoryTable) -> Phase[InventoryTable]:
    """Market phase: buy."""
    await buy_cards(t)
    return placing


async def placing(t: InventoryTable) -> Phase[InventoryTable]:
    """Equip phase: one card or die."""
    t.part = "equip"
    if await equip_one(t):
        return drawing if t.draws else placing
    lose_gold(t)
    return attacking


async def drawing(t: InventoryTable) -> Phase[InventoryTable]:
    """Equip phase: one card that a placed card lets its owner draw."""
    await draw_one(t)
    return drawing if t.draws else placing


async def attacking(t: InventoryTable) -> Phase[InventoryTable] | None:
    """Attack phase, and then Cleanup; the game may end."""
    t.part = "attack"
    await attack_or_not(t)
    clean_up(t)
    return selling if next_turn(t) else None


GAME = Game(
    id="inventory",
    name="Adventures in Inventory Management",
    seats=(2, 4),
    rules_version="2",
    option_type=Options,
    table_type=InventoryTable,
    load_cards=load_cards,
    set_up=set_up,
    phases=(equipping, selling, buying, placing, drawing, attacking),
    result=result,
    zones=ZONES,
    invariants=invariants,
    view_type=View,
    choices=kinds(choices, Option),
    event_types=kinds(events, Event),
    view=view,
    legend=legend.legend,
    card_texts=legend.card_texts,
    board=board.board,
    place_of=board.place_of,
)

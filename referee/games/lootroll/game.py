"""Loot Roll: the phases in order. Three dungeons, with a town after each but the last; a turn may be a fight.

Each phase asks at most one question, at its start. So nothing that is hidden at the start of a phase can be seen by
others before the question.
"""

from __future__ import annotations

from referee.games.lootroll import board, choices, events
from referee.games.lootroll.cards import load_cards
from referee.games.lootroll.choices import DiscardLoot, Explore, FightMonster
from referee.games.lootroll.duties import settle_one, settle_unasked
from referee.games.lootroll.fight import (
    choose_sides,
    end_defeat,
    lose_loot,
    party_wins,
    reveal,
    stand_or_flee,
    take_spoils,
)
from referee.games.lootroll.legend import card_texts, legend, option_facts
from referee.games.lootroll.plays import carry_out
from referee.games.lootroll.rolls import name_winner, next_card
from referee.games.lootroll.scoring import end_game, result
from referee.games.lootroll.setup import set_up
from referee.games.lootroll.showing import view
from referee.games.lootroll.state import LootTable, Options, invariants
from referee.games.lootroll.town import act_in_town, end_town_turn, open_town, pay_one
from referee.games.lootroll.turn import begin_dungeon, choose_turn, decide_on_find, drop_one, end_turn, explore
from referee.games.lootroll.view import View
from referee.games.lootroll.windows import take_turn
from referee.games.lootroll.zones import ZONES
from referee.kernel.asking import Option
from referee.kernel.game import Game, Phase, name_of
from referee.kernel.schema import kinds
from referee.kernel.table import Event

LootPhase = Phase[LootTable]


async def turn(t: LootTable) -> LootPhase:
    """A play, or the main action of the turn."""
    choice = await choose_turn(t)
    match choice:
        case Explore():
            explore(t)
            return exploring
        case FightMonster(mode):
            reveal(t, mode)
            return preparing
        case DiscardLoot():
            return discarding
        case play:
            carry_out(t, t.active, play)
            return duties_before(t, turn)


async def exploring(t: LootTable) -> LootPhase:
    """The choice about the found card."""
    await decide_on_find(t)
    return duties_before(t, turn_over)


async def discarding(t: LootTable) -> LootPhase:
    """Discard one more card from the bag, or stop."""
    return discarding if await drop_one(t) else turn_over


async def preparing(t: LootTable) -> LootPhase:
    """One turn of the prep window."""
    return duties_before(t, preparing) if await take_turn(t) else choosing


async def choosing(t: LootTable) -> LootPhase:
    """Fight or flight."""
    await choose_sides(t)
    return duties_before(t, facing)


async def facing(t: LootTable) -> LootPhase:
    """The fight begins, if any seat fights."""
    return fighting if stand_or_flee(t) else turn_over


async def fighting(t: LootTable) -> LootPhase:
    """One turn of the fight window; then the result."""
    if await take_turn(t):
        return duties_before(t, fighting)
    if party_wins(t):
        take_spoils(t)
        return sharing
    lose_loot(t)
    return duties_before(t, defeated)


async def defeated(t: LootTable) -> LootPhase:
    """The end of a lost fight."""
    end_defeat(t)
    return turn_over


async def sharing(t: LootTable) -> LootPhase:
    """The next card of the spoils."""
    return rolling if next_card(t) else turn_over


async def rolling(t: LootTable) -> LootPhase:
    """One turn of the roll window; then the winner, or new dice for tied seats."""
    if await take_turn(t):
        return duties_before(t, rolling)
    return sharing if name_winner(t) else rolling


async def turn_over(t: LootTable) -> LootPhase | None:
    """The next turn, the town, or the end."""
    if end_turn(t):
        return turn
    if t.dungeon == t.cards.rules.dungeons:
        end_game(t)
        return None
    open_town(t)
    return in_town


async def in_town(t: LootTable) -> LootPhase:
    """One action in town; then the next town turn, or the next dungeon."""
    if await act_in_town(t):
        return paying if t.town is not None and t.town.buying else duties_before(t, in_town)
    if end_town_turn(t):
        return in_town
    begin_dungeon(t)
    return turn


async def paying(t: LootTable) -> LootPhase:
    """One card of a payment."""
    await pay_one(t)
    return paying if t.town is not None and t.town.buying else in_town


async def settling(t: LootTable) -> LootPhase:
    """One question of the first duty; then the phase that was to follow."""
    await settle_one(t)
    return duties_before(t, PHASES[t.after])


def duties_before(t: LootTable, phase: LootPhase) -> LootPhase:
    """Return the phase that comes next: settling duties if there are any, otherwise the following phase."""
    settle_unasked(t)
    t.after = name_of(phase) if t.duties else ""
    return settling if t.duties else phase


PHASES: dict[str, LootPhase] = {
    name_of(phase): phase
    for phase in (
        turn,
        exploring,
        discarding,
        preparing,
        choosing,
        facing,
        fighting,
        defeated,
        sharing,
        rolling,
        turn_over,
        in_town,
        paying,
        settling,
    )
}

GAME = Game(
    id="lootroll",
    name="Loot Roll",
    seats=(2, 6),
    rules_version="1",
    option_type=Options,
    table_type=LootTable,
    load_cards=load_cards,
    set_up=set_up,
    phases=tuple(PHASES.values()),
    result=result,
    zones=ZONES,
    invariants=invariants,
    view_type=View,
    choices=kinds(choices, Option),
    event_types=kinds(events, Event),
    view=view,
    legend=legend,
    card_texts=card_texts,
    option_facts=option_facts,
    board=board.board,
    place_of=board.place_of,
)

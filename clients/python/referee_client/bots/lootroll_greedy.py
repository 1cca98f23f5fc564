"""A sensible bot for Loot Roll.

Strategy: wear whatever makes the seat stronger. Reveal monsters whenever the average one should bring more than
    exploring. Assume that each other seat fights half of the time, and fight only if the share of the loot outweighs
    the cost of a defeat. Fighting alone is best, because the seat then gets all loot without rolling dice. In a fight,
    play cards only if they change the result: in favour of a party that the seat belongs to, or against one that it
    fled from. Leave a fight that is lost. When dice are rolled, play cards that change the winner. Abilities are worth
    nothing at the end, so play them as soon as they bring something. In town, buy what brings more than it costs, then
    put everything into the bank. If cards must be given up, choose those that reduce the final score least.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee_client.bots.lootroll_cards import AVERAGE, Outlook, cards, cost, effects, treasure
from referee_client.bots.lootroll_plays import (
    boost,
    equip,
    fight_play,
    idle_play,
    roll_play,
    worth_buying,
)
from referee_client.games.lootroll.v1.lootroll_pb2 import MODE_BOSS, MODE_NORMAL, WINDOW_FIGHT, WINDOW_ROLL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee_client.games.lootroll.v1.lootroll_pb2 import Option, Position, View
    from referee_client.turn import Turn

# The options that give up cards, and those that win cards.
GIVING = ("drop", "lose", "pay")
GAINING = ("take", "put_in_bank")
MAIN_ACTIONS = ("explore", "fight_monster", "discard_loot")
# Found gear makes the seat stronger for the rest of the match.
GEAR_BONUS = 1.0
# Cards worth no more than this are thrown out of a full bag.
CHEAP = 1


class LootRollGreedy:
    """Considers only what a choice brings now."""

    def choose(self, turn: Turn) -> Option:
        """Choose by the kind of the last option listed, or by the window."""
        cards.choose_for(turn.match)
        position: Position = turn.position
        options, view = position.options, position.view
        kind = options[-1].WhichOneof("option") or ""
        if kind in GIVING:
            return _give_up(view, options)
        if kind in GAINING:
            return max(options, key=_gained)
        if kind == "put_on_top":
            return max(options, key=lambda option: _promise(view, option.put_on_top.card))
        if kind == "flee":
            return options[0] if _should_fight(view) else options[1]
        if view.HasField("town"):
            return _in_town(view, options)
        if view.something_found:
            return _with_find(options)
        if view.HasField("fight") or view.HasField("spoils"):
            return _in_window(view, options)
        return equip(view, options) or idle_play(view, options) or _main_action(view, options)


def _give_up(view: View, options: Sequence[Option]) -> Option:
    """Give up the card that costs the score least; from a full bag, give up only cheap cards."""
    me = view.seats[view.seat]
    rated = [(cost(me, _card(option)), index) for index, option in enumerate(options) if not option.HasField("done")]
    missed, index = min(rated)
    return options[0] if options[0].HasField("done") and missed > CHEAP else options[index]


def _card(option: Option) -> int:
    card: int = getattr(option, option.WhichOneof("option") or "").card
    return card


def _gained(option: Option) -> int:
    return 0 if option.HasField("done") else treasure(_card(option))


def _promise(view: View, monster: int) -> float:
    outlook = Outlook(view)
    return max(outlook.of_fight(monster, mode) for mode in (MODE_NORMAL, MODE_BOSS))


def _should_fight(view: View) -> bool:
    """Whether to fight: only if that should bring a gain, counting the abilities that can still help."""
    me = view.seats[view.seat]
    silent = "no_abilities" in effects(view.fight.monster)
    help_in_hand = 0 if silent else sum(max(0, boost(card)) for card in me.hand_cards)
    return Outlook(view).of_fight(view.fight.monster, view.fight.mode, help_in_hand) > 0


def _in_window(view: View, options: Sequence[Option]) -> Option:
    chosen = equip(view, options)
    if chosen is None and view.window == WINDOW_FIGHT:
        chosen = fight_play(view, options)
    if chosen is None and view.window == WINDOW_ROLL:
        chosen = roll_play(view, options)
    return chosen or options[0]


def _with_find(options: Sequence[Option]) -> Option:
    """Keep the find. If a found card does not fit into the bag, wear it if possible."""
    return options[-1] if options[-1].HasField("equip_found") and options[0].HasField("leave") else options[0]


def _in_town(view: View, options: Sequence[Option]) -> Option:
    """Buy in the first town turn, and deposit everything in the last."""
    last = list(view.town.order).count(view.seat) == 1
    chosen = idle_play(view, options) or (None if last else worth_buying(view, options))
    return chosen or (options[-1] if options[-1].HasField("deposit") else options[0])


def _main_action(view: View, options: Sequence[Option]) -> Option:
    """Take the action that should bring most."""
    outlook = Outlook(view)
    actions = [option for option in options if (option.WhichOneof("option") or "") in MAIN_ACTIONS]
    return max(actions, key=lambda option: _expected(view, outlook, option))


def _expected(view: View, outlook: Outlook, option: Option) -> float:
    if option.HasField("explore"):
        return AVERAGE["common"] + GEAR_BONUS if outlook.room else 0.0
    if option.HasField("discard_loot"):
        me = view.seats[view.seat]
        cheap = sum(cost(me, card) <= CHEAP for card in me.bag_cards)
        return 1.0 if not outlook.room and cheap > 1 else -1.0
    return outlook.of_unknown(view, option.fight_monster.mode)

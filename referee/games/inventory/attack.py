"""The chapter "Attack phase" of the rulebook; section 8 of the game's specification."""

from __future__ import annotations

from referee.games.inventory import layout as totals
from referee.games.inventory.choices import PASS, Attack, GiveUp, PassTurn
from referee.games.inventory.events import Attacked, GaveUp, PeskyTaken, Robbed
from referee.games.inventory.setup import roll_die
from referee.games.inventory.state import DIE, InventoryTable, Placed
from referee.kernel.asking import ask
from referee.kernel.seats import Seat


async def attack_or_not(t: InventoryTable) -> None:
    """Let a seat attack one other seat if it has any power."""
    if totals.stat(t.cards, t.turn.layout, "power") < 1:
        t.turn.attacked = False
        return
    others = [seat for seat in t.all_seats() if seat != t.seat]
    choice: PassTurn | Attack = await ask(t.seat, [PASS, *(Attack(seat) for seat in others)])
    t.turn.attacked = isinstance(choice, Attack)  # until here it describes the previous turn
    if isinstance(choice, Attack):
        await fight(t, choice.seat)


async def fight(t: InventoryTable, target: Seat) -> None:
    """Roll for both; the attacker wins ties."""
    defender = t.adventurers[target].layout
    roll, target_roll = roll_die(t, t.seat), roll_die(t, target)
    total = totals.stat(t.cards, t.turn.layout, "power") + roll
    defended = totals.stat(t.cards, defender, "power") + totals.stat(t.cards, defender, "defense") + target_roll
    won = total >= defended
    t.tell(Attacked(t.seat, target, roll, target_roll, total, defended, won))
    if won:
        rob(t, target)
        await give_up_goods(t, target)
    elif t.piles[t.cards.pesky]:
        t.piles[t.cards.pesky] -= 1
        t.turn.discard.append(t.cards.pesky)
        t.tell(PeskyTaken(t.seat))


def rob(t: InventoryTable, target: Seat) -> None:
    """Give the attacker the dice outside pockets and half the value of the goods, if it can carry the dice (R23)."""
    thief, victim = t.turn, t.adventurers[target]
    kept = min(victim.carried, DIE * totals.pockets(t.cards, victim.layout))
    taken = victim.carried - kept
    bonus = -(-totals.goods_gold(t.cards, victim.layout) // 2)
    free = totals.carry(t.cards, thief.layout) - totals.weight(t.cards, thief.layout, 0)
    most = DIE * (free + totals.pockets(t.cards, thief.layout))
    gold = thief.carried + taken + bonus
    victim.carried = kept
    thief.carried = min(gold, most)
    t.tell(Robbed(t.seat, target, taken, bonus, gold - thief.carried))


async def give_up_goods(t: InventoryTable, target: Seat) -> None:
    """Make the victim discard one of its stored goods; it is asked only if they differ."""
    victim = t.adventurers[target]
    goods = t.cards.in_order(list(set(totals.stored_goods(t.cards, victim.layout))))
    if not goods:
        return
    card = goods[0]
    if len(goods) > 1:
        cheapest = min(range(len(goods)), key=lambda index: t.cards[goods[index]].store_gold)
        card = (await ask(target, [GiveUp(card) for card in goods], cheapest)).card
    victim.layout.remove(Placed(card, "stored"))
    victim.discard.append(card)
    t.tell(GaveUp(target, card))

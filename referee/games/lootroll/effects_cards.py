"""Effects that move cards, look at them, or make them cheaper.

The questions that they ask are duties: see `duties.py`.
"""

from __future__ import annotations

from referee.games.lootroll import piles
from referee.games.lootroll.effects import Attempt, rule
from referee.games.lootroll.events import LookedInto, Scouted, Stolen
from referee.games.lootroll.kinds import Bank, Destroy, Discount, DrawAbility, DrawLoot, Recover, Scout, Steal
from referee.games.lootroll.state import Banking, LootTable, Recovering, Scouting, Snatching
from referee.kernel.seats import Seat


def has_room(t: LootTable, attempt: Attempt) -> bool:
    """Whether the player's bag has room for a card."""
    return attempt.bag_left < t.cards.rules.bag_limit


def may_draw_loot(t: LootTable, effect: DrawLoot, attempt: Attempt) -> bool:
    """Whether there is room and a card."""
    return has_room(t, attempt) and piles.can_draw(t, effect.rarity)


def may_draw_ability(t: LootTable, _effect: DrawAbility, _attempt: Attempt) -> bool:
    """Whether there is a card."""
    return piles.can_draw(t, "ability")


def may_steal(t: LootTable, _effect: Steal, attempt: Attempt) -> bool:
    """Whether there is room and something to take."""
    return has_room(t, attempt) and bool(t.adventurers[attempt.target].bag)


def may_destroy(t: LootTable, _effect: Destroy, attempt: Attempt) -> bool:
    """Whether there is something to destroy."""
    return bool(t.adventurers[attempt.target].bag)


def may_bank(_t: LootTable, _effect: Bank, attempt: Attempt) -> bool:
    """Whether there is something to bank."""
    return attempt.bag_left > 0


def may_recover(t: LootTable, effect: Recover, attempt: Attempt) -> bool:
    """Whether there is room and something to take."""
    return has_room(t, attempt) and bool(t.discards[effect.rarity])


@rule(DrawLoot, may_draw_loot)
def draw_loot(t: LootTable, effect: DrawLoot, seat: Seat, _target: Seat) -> None:
    """Draw loot, at most until the bag is full."""
    for _ in range(effect.amount):
        if t.has_room(seat):
            piles.draw_loot(t, seat, effect.rarity)


@rule(DrawAbility, may_draw_ability)
def draw_ability(t: LootTable, effect: DrawAbility, seat: Seat, _target: Seat) -> None:
    """Draw abilities into the hand."""
    for _ in range(effect.amount):
        piles.draw_ability(t, seat)


@rule(Steal, may_steal)
def steal(t: LootTable, effect: Steal, seat: Seat, target: Seat) -> None:
    """Take a random card, or look into the bag and take one."""
    bag = t.adventurers[target].bag
    if effect.how == "random":
        move_stolen(t, seat, target, t.chance("steal").pick(bag))
        return
    t.tell(LookedInto(seat, target), {seat: LookedInto(seat, target, tuple(sorted(bag)))})
    t.duties.append(Snatching(seat, target))


def move_stolen(t: LootTable, seat: Seat, target: Seat, card: str) -> None:
    """Move a card from bag to bag; only thief and victim see it."""
    t.adventurers[target].bag.remove(card)
    t.adventurers[seat].bag.append(card)
    seen = Stolen(seat, target, card)
    t.tell(Stolen(seat, target), {seat: seen, target: seen})


@rule(Destroy, may_destroy)
def destroy(t: LootTable, _effect: Destroy, _seat: Seat, target: Seat) -> None:
    """Discard a random card of the target."""
    card = t.chance("destroy").pick(t.adventurers[target].bag)
    piles.discard_from_bag(t, target, card, "destroyed")


@rule(Scout)
def scout(t: LootTable, effect: Scout, seat: Seat, _target: Seat) -> None:
    """Show the top monsters, as many as the deck has; only an empty deck is shuffled first."""
    piles.refill(t, "monster")
    seen = t.decks["monster"][: effect.amount]
    if seen:
        t.tell(Scouted(seat, len(seen)), {seat: Scouted(seat, len(seen), tuple(seen))})
        t.duties.append(Scouting(seat, len(seen)))


@rule(Bank, may_bank)
def bank(t: LootTable, effect: Bank, seat: Seat, _target: Seat) -> None:
    """Add the duty to bank cards."""
    t.duties.append(Banking(seat, effect.amount))


@rule(Recover, may_recover)
def recover(t: LootTable, effect: Recover, seat: Seat, _target: Seat) -> None:
    """Add the duty to take a card."""
    t.duties.append(Recovering(seat, effect.rarity))


@rule(Discount)
def discount(t: LootTable, effect: Discount, _seat: Seat, _target: Seat) -> None:
    """Make abilities cheaper until the town turn ends."""
    assert t.town is not None, "there is no town"
    t.town.discount += effect.amount

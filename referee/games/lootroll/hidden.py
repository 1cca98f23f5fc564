"""What a seat can not know, dealt anew: decks, other hands, and the bags and banks of others.

Kept is what the seat is just being shown: the monsters that it scouts, the bag that it snatches from, what it found.
"""

from __future__ import annotations

from itertools import islice

from referee.games.lootroll.cards import RARITIES, CardId
from referee.games.lootroll.state import LootTable, Scouting, Snatching
from referee.kernel.chance import Chance
from referee.kernel.seats import Seat


def redeal(t: LootTable, seat: Seat | None, chance: Chance) -> None:
    """Shuffles what `seat` does not see and deals it again; all counts stay."""
    redeal_abilities(t, seat, chance)
    redeal_monsters(t, seat, chance)
    redeal_loot(t, seat, chance)
    while not can_pay(t):
        redeal_loot(t, seat, chance)


def redeal_loot(t: LootTable, seat: Seat | None, chance: Chance) -> None:
    """The mixture of rarities in a bag is hidden too; but a deck has its own rarity, and a find is common."""
    zones = hidden_loot(t, seat)
    held = [card for zone in zones for card in zone]
    loose: list[CardId] = []
    for rarity in RARITIES:
        deck = t.decks[rarity]
        find = [t.found] if t.found is not None and t.active != seat and rarity == "common" else []
        unseen = [*deck, *find, *(card for card in held if t.loot(card).rarity == rarity)]
        chance.shuffle(unseen)
        if find:
            t.found = unseen.pop()
        t.decks[rarity], unseen = unseen[: len(deck)], unseen[len(deck) :]
        loose += unseen
    chance.shuffle(loose)
    deal_out(loose, zones)


def hidden_loot(t: LootTable, seat: Seat | None) -> list[list[CardId]]:
    """The bags and banks that a seat does not see."""
    others = [other for other in t.all_seats() if other != seat]
    shown = {duty.target for duty in t.duties[:1] if isinstance(duty, Snatching) and duty.seat == seat}
    bags = [t.adventurers[other].bag for other in others if other not in shown]
    return [*bags, *(t.adventurers[other].bank for other in others)]


def redeal_abilities(t: LootTable, seat: Seat | None, chance: Chance) -> None:
    """The deck and the other hands."""
    zones = [t.decks["ability"], *(t.adventurers[other].hand for other in t.all_seats() if other != seat)]
    unseen = [card for zone in zones for card in zone]
    chance.shuffle(unseen)
    deal_out(unseen, zones)


def redeal_monsters(t: LootTable, seat: Seat | None, chance: Chance) -> None:
    """The deck; what a scout is being shown stays on top."""
    known = sum(duty.count for duty in t.duties[:1] if isinstance(duty, Scouting) and duty.seat == seat)
    rest = t.decks["monster"][known:]
    chance.shuffle(rest)
    t.decks["monster"][known:] = rest


def deal_out(cards: list[CardId], zones: list[list[CardId]]) -> None:
    """Puts as many cards into each zone as it had."""
    dealt = iter(cards)
    for zone in zones:
        zone[:] = islice(dealt, len(zone))


def can_pay(t: LootTable) -> bool:
    """Everybody knows that a buyer has enough in the bag."""
    if t.town is None or t.town.buying is None:
        return True
    return sum(t.treasure(card) for card in t.adventurers[t.town.order[0]].bag) >= t.town.owed

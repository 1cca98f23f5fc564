"""The board: a view laid out as a table for people."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from referee.games.lootroll import choices
from referee.games.lootroll.cards import SLOTS, Ability, Cards, Loot
from referee.games.lootroll.legend import described
from referee.games.lootroll.view import Fight, PileView, SeatView, Spoils, Town, View
from referee.games.lootroll.words import MODE_TEXTS, PILES, WINDOW_TEXTS, CardId
from referee.kernel.asking import Option
from referee.kernel.board import Board, Card, CardArea, SeatArea, face_down, marks_that_hold
from referee.kernel.texts import text_of

_KINDS = list(PILES)
_ZONES: dict[type[Option], str] = {
    choices.PlayAbility: "hand",
    choices.PlayLoot: "bag",
    choices.PlayGear: "worn",
    choices.Equip: "bag",
    choices.Drop: "bag",
    choices.Lose: "bag",
    choices.PutInBank: "bag",
    choices.Deposit: "bag",
    choices.Pay: "bag",
    choices.Buy: "vendor",
}


def board(view: View, cards: Cards) -> Board:
    """In the middle the fight, the loot or the vendor, and the piles; for each seat, what it wears and holds."""
    facts = [f"Dungeon {view.dungeon}", f"{view.regulars} regular monsters defeated"]
    facts += [f"{view.turns} of {view.turn_limit} turns taken"]
    facts += [] if view.window is None else [f"cards can be played in {WINDOW_TEXTS[view.window]}"]
    return Board(
        facts=tuple(facts),
        zones=(*_happening(view, cards), *_piles(view, cards)),
        seats=tuple([_place(view, cards, number, seat) for number, seat in enumerate(view.seats)]),
    )


def place_of(option: Option) -> str:
    """The place on the board where an option can be chosen; empty if there is none."""
    match option:
        case choices.Explore():
            return "deck common"
        case choices.FightMonster(_):
            return "deck monster"
        case choices.Keep() | choices.Leave() | choices.EquipFound() | choices.UseFound(_):
            return "found"
        case _:
            zone = _ZONES.get(type(option), "")
            return f"{zone} {getattr(option, 'card', '')}" if zone else ""


def _happening(view: View, cards: Cards) -> list[CardArea]:
    zones = []
    if view.fight is not None:
        zones.append(_fight(view.fight, cards))
    if view.spoils is not None:
        zones.append(_spoils(view.spoils, cards))
    if view.town is not None:
        zones.append(_town(view.town, cards))
    if view.something_found:
        found = face_down(1) if view.found is None else (_card(cards, view.found),)
        zones.append(CardArea(f"Found by seat {view.active_seat}", found, place="found", now=True))
    if view.duties:
        zones.append(CardArea("To settle first", facts=tuple(map(text_of, view.duties)), now=True))
    return zones


def _fight(fight: Fight, cards: Cards) -> CardArea:
    facts = [
        f"party {fight.party_survivability} against {fight.monster_survivability}, as {MODE_TEXTS[fight.mode]}",
        *([] if fight.shown else ["the choices are still to be made"]),
        *(f"played on seat {one.seat}: {one.surv:+d}, shield {one.shield}" for one in fight.boosts),
        *([f"played on the monster: {fight.monster_change:+d}"] if fight.monster_change else []),
        *([f"played on the loot: {fight.more_loot:+d}"] if fight.more_loot else []),
    ]
    return CardArea("Fight", (_card(cards, fight.monster),), tuple(facts), now=True)


def _spoils(spoils: Spoils, cards: Cards) -> CardArea:
    loot = [_card(cards, card, ("rolled for",) if first else ()) for first, card in _with_first(spoils.loot)]
    dice = [f"seat {die.seat} rolled {die.die}{die.modifier:+d}" for die in spoils.dice]
    bonuses = [f"seat {bonus.seat} adds {bonus.amount:+d}" for bonus in spoils.bonuses]
    return CardArea("Loot to roll for", tuple(loot), (*dice, *bonuses), now=True)


def _town(town: Town, cards: Cards) -> CardArea:
    shown = [_card(cards, card, place=f"vendor {card}") for card in town.vendor]
    order = f"turns to come: {', '.join(f'seat {seat}' for seat in town.order)}"
    done = "has deposited" if town.deposited else f"has bought {town.bought}"
    facts = [order, f"seat {town.order[0]} {done}"]
    facts += [f"discount {town.discount}"] if town.discount else []
    facts += [f"still owes {town.owed} for {cards.any_card(town.buying).name}"] if town.buying else []
    return CardArea("Town: the vendor shows", tuple(shown), tuple(facts), now=True)


def _with_first(loot: Iterable[CardId]) -> list[tuple[bool, CardId]]:
    return [(number == 0, card) for number, card in enumerate(loot)]


def _piles(view: View, cards: Cards) -> list[CardArea]:
    zones = []
    for name in PILES:
        pile: PileView = getattr(view, name)
        deck = tuple([_card(cards, card) for card in pile.deck_cards[::-1]]) or face_down(pile.deck)
        zones.append(CardArea(f"{name.capitalize()} deck", deck, pile=True, place=f"deck {name}"))
        if pile.discard:
            discard = tuple([_card(cards, card) for card in pile.discard])
            zones.append(CardArea(f"{name.capitalize()} discard pile", discard, pile=True))
    return zones


def _place(view: View, cards: Cards, number: int, seat: SeatView) -> SeatArea:
    own = number == view.seat
    open_zones = {"hand": seat.hand_cards, "bag": seat.bag_cards, "bank": seat.bank_cards}
    counts = {"hand": seat.hand, "bag": seat.bag, "bank": seat.bank}
    zones = [
        CardArea(
            name.capitalize(),
            tuple([_card(cards, card, _spent(view, card), f"{name} {card}" if own else "") for card in held])
            or face_down(counts[name]),
        )
        for name, held in open_zones.items()
    ]
    facts = [f"survivability {seat.survivability}"]
    facts += [f"plays in this window: {seat.plays}"] if seat.plays else []
    return SeatArea(tuple(facts), (_worn(view, cards, seat, own=own), *zones), _marks(view, number))


def _worn(view: View, cards: Cards, seat: SeatView, *, own: bool) -> CardArea:
    """The cards that a seat wears; a two-handed card appears only once."""
    slots: dict[CardId, tuple[str, ...]] = {}
    for slot in SLOTS:
        if card := getattr(seat, slot):
            slots[card] = (*slots.get(card, ()), slot)
    worn = [_card(cards, card, (*on, *_spent(view, card)), f"worn {card}" if own else "") for card, on in slots.items()]
    return CardArea("Worn", tuple(worn))


def _spent(view: View, card: CardId) -> tuple[str, ...]:
    return ("spent",) if card in view.spent else ()


def _marks(view: View, number: int) -> tuple[str, ...]:
    fighters = () if view.fight is None else view.fight.fighters
    rolling = () if view.spoils is None else view.spoils.fighters
    return marks_that_hold(
        {"active": view.active_seat == number, "fights": number in fighters, "may roll": number in rolling}
    )


@lru_cache(maxsize=1024)
def _card(cards: Cards, card: CardId, marks: tuple[str, ...] = (), place: str = "") -> Card:
    """A card; its colour is that of its pile."""
    row = cards.any_card(card)
    match row:
        case Ability():
            pile, figure = "ability", str(row.price)
        case Loot():
            pile, figure = row.rarity, str(row.treasure)
        case _:
            pile, figure = "monster", str(row.normal.surv)
    kind = 1 + _KINDS.index(pile)
    return Card(row.name, figure, described(card, cards), kind=kind, marks=marks, place=place)
